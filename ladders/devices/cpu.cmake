# The processor's modules: native C++ rungs, for the devices "cpu" and "serial".
set(exports ${CMAKE_CURRENT_LIST_DIR}/cpu_exports.map)

# The files of vector kernels (src/cpu) that the library's calls of a pattern need.
set(kernels_of_segmented_reduce segment transpose)
set(kernels_of_scatter compact segment)
set(kernels_of_scan scan)
set(kernels_of_compact compact)
set(kernels_of_histogram histogram)
set(kernels_of_convolve convolve)
set(kernels_of_transpose transpose)

# OpenCV is a contender, not a dependency: its rungs are built where it is, and never for another machine, which may have
# another. (Looked for by its files: Debian's package config comes only with all of OpenCV.)
if(NOT STRIDER_PORTABLE)
  find_path(STRIDER_OPENCV_INCLUDE opencv2/imgproc.hpp PATH_SUFFIXES opencv4)
  find_library(STRIDER_OPENCV_CORE opencv_core)
  find_library(STRIDER_OPENCV_IMGPROC opencv_imgproc)
endif()
set(opencv)
if(NOT STRIDER_PORTABLE AND STRIDER_OPENCV_INCLUDE AND STRIDER_OPENCV_CORE AND STRIDER_OPENCV_IMGPROC)  # tests look too
  set(opencv ${STRIDER_OPENCV_IMGPROC} ${STRIDER_OPENCV_CORE})
endif()

# What most rungs read takes longer to read than a rung to compile. (Not <execution>: rungs differ in how its loops are
# to be compiled.)
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp CONTENT "// Nothing: what is precompiled is all.\n")
add_library(strider_cpu_precompiled OBJECT ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp)
target_link_libraries(strider_cpu_precompiled PRIVATE strider_ladders strider_cpu_headers)
target_precompile_headers(strider_cpu_precompiled PRIVATE
  <ladders/harness/device.hpp> <ladders/harness/indices.hpp> <ladders/harness/typed_call.hpp>
  <ladders/harness/exact_input.hpp>
  <tbb/blocked_range.h> <tbb/parallel_for.h> <tbb/parallel_reduce.h> <tbb/task_arena.h> <algorithm> <numeric>)

add_library(strider_cpu_device OBJECT devices/cpu.cpp devices/cpu_roof.cpp)
target_link_libraries(strider_cpu_device PRIVATE strider_ladders strider_cpu_headers hwy::hwy)
strider_dispatched_sources(FILES devices/cpu_roof.cpp)
string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type)
set_source_files_properties(devices/cpu.cpp PROPERTIES COMPILE_DEFINITIONS
  "STRIDER_COMPILER=\"${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}\";STRIDER_COMPILER_FLAGS=\"${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type}} ${STRIDER_CPU_FLAGS}\"")

foreach(pattern IN LISTS strider_patterns)
  file(GLOB rungs CONFIGURE_DEPENDS ${pattern}/cpu/*.cpp)
  set(opencv_rungs ${rungs})
  list(FILTER opencv_rungs INCLUDE REGEX "/9[0-9]_opencv_[^/]*$")
  if(NOT opencv)
    list(FILTER rungs EXCLUDE REGEX "/9[0-9]_opencv_[^/]*$")
  endif()
  # Rungs of one scalar at a time stay that; the standard library's vectors need the flag that libstdc++ looks for.
  foreach(rung IN LISTS rungs)
    if(rung MATCHES "/0[12]_[^/]*$")
      set_source_files_properties(${rung} PROPERTIES COMPILE_OPTIONS "-fno-tree-vectorize;-fno-tree-slp-vectorize")
    elseif(rung MATCHES "/9[23]_std_[^/]*$")
      set_source_files_properties(${rung} PROPERTIES
        COMPILE_OPTIONS "-fopenmp-simd" SKIP_PRECOMPILE_HEADERS ON)  # clang takes only what has the same flag
    elseif(rung MATCHES "_simd[^/]*$")
      strider_dispatched_sources(FILES ${rung})
    endif()
  endforeach()

  set(module strider_cpu_${pattern})
  add_library(${module} MODULE ${rungs})
  target_link_libraries(${module} PRIVATE strider_ladders strider_cpu_headers strider_cpu_loops strider_cpu_device hwy::hwy)
  foreach(kernels IN LISTS kernels_of_${pattern})
    target_link_libraries(${module} PRIVATE strider_cpu_${kernels}_kernels)
  endforeach()
  if(opencv AND opencv_rungs)
    target_include_directories(${module} SYSTEM PRIVATE ${STRIDER_OPENCV_INCLUDE})
    target_link_libraries(${module} PRIVATE ${opencv})
  endif()
  target_precompile_headers(${module} REUSE_FROM strider_cpu_precompiled)
  target_link_options(${module} PRIVATE -Wl,--version-script=${exports} -Wl,--no-undefined)
  set_target_properties(${module} PROPERTIES LINK_DEPENDS ${exports})
  list(APPEND strider_modules ${module})
endforeach()
# SPDX-License-Identifier: Apache-2.0
