# The module of the processor: libstrider_cpu.so, with the native C++ rungs of every ladder.
file(GLOB strider_cpu_rungs CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/../*/cpu/*.cpp)
set(strider_cpu_here ${CMAKE_CURRENT_LIST_DIR})

# OpenCV is a contender, not a dependency: its rungs are built where it is, and never for another machine, which may have
# another. (Looked for by its files: Debian's package config comes only with all of OpenCV.)
if(NOT STRIDER_PORTABLE)
  find_path(STRIDER_OPENCV_INCLUDE opencv2/imgproc.hpp PATH_SUFFIXES opencv4)
  find_library(STRIDER_OPENCV_CORE opencv_core)
  find_library(STRIDER_OPENCV_IMGPROC opencv_imgproc)
endif()
if(STRIDER_OPENCV_INCLUDE AND STRIDER_OPENCV_CORE AND STRIDER_OPENCV_IMGPROC)
  set(strider_opencv ${STRIDER_OPENCV_IMGPROC} ${STRIDER_OPENCV_CORE})
else()
  set(strider_opencv)
  list(FILTER strider_cpu_rungs EXCLUDE REGEX "/9[0-9]_opencv_[^/]*$")
endif()

add_library(strider_cpu SHARED ${strider_cpu_rungs} ${strider_cpu_here}/cpu.cpp ${strider_cpu_here}/cpu_roof.cpp)
target_include_directories(strider_cpu PRIVATE ${PROJECT_SOURCE_DIR})
set_target_properties(strider_cpu PROPERTIES
  CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
target_link_libraries(strider_cpu PRIVATE strider::cpu hwy::hwy strider::warnings)
if(strider_opencv)
  target_include_directories(strider_cpu SYSTEM PRIVATE ${STRIDER_OPENCV_INCLUDE})
  target_link_libraries(strider_cpu PRIVATE ${strider_opencv})
endif()
# What most rungs read takes longer to read than a rung to compile. (Not <execution>: rungs differ in how its loops are
# to be compiled.)
target_precompile_headers(strider_cpu PRIVATE
  <ladders/device.hpp> <ladders/indices.hpp> <ladders/typed_call.hpp> <ladders/exact_input.hpp>
  <tbb/blocked_range.h> <tbb/parallel_for.h> <tbb/parallel_reduce.h> <tbb/task_arena.h> <algorithm> <numeric>)
target_link_options(strider_cpu PRIVATE -Wl,--version-script=${strider_cpu_here}/cpu_exports.map -Wl,--no-undefined)
set_target_properties(strider_cpu PROPERTIES LINK_DEPENDS ${strider_cpu_here}/cpu_exports.map)

# Rungs of one scalar at a time stay that; the standard library's vectors need the flag that libstdc++ looks for.
set(strider_scalar_rungs ${strider_cpu_rungs})
list(FILTER strider_scalar_rungs INCLUDE REGEX "/0[12]_[^/]*$")
set_source_files_properties(${strider_scalar_rungs} PROPERTIES COMPILE_OPTIONS "-fno-tree-vectorize;-fno-tree-slp-vectorize")
set(strider_standard_rungs ${strider_cpu_rungs})
list(FILTER strider_standard_rungs INCLUDE REGEX "/9[23]_std_[^/]*$")
set_source_files_properties(${strider_standard_rungs} PROPERTIES
  COMPILE_OPTIONS "-fopenmp-simd" SKIP_PRECOMPILE_HEADERS ON)  # clang takes only what has the same flag
set(strider_dispatched_rungs ${strider_cpu_rungs})
list(FILTER strider_dispatched_rungs INCLUDE REGEX "_simd[^/]*$")
# Processors with SSE4 and no AVX2, from before 2013, run the library by their vectors, and these rungs without: a third
# of the time that the rungs take to compile.
strider_dispatched_sources(FILES ${strider_dispatched_rungs} LEAVE_OUT HWY_SSE4)
strider_dispatched_sources(FILES ${strider_cpu_here}/cpu_roof.cpp)

string(TOUPPER "${CMAKE_BUILD_TYPE}" strider_build_type)
set_source_files_properties(${strider_cpu_here}/cpu.cpp PROPERTIES COMPILE_DEFINITIONS
  "STRIDER_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\";STRIDER_COMPILER_FLAGS=\"${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${strider_build_type}}\"")
