# strider::cpu: the CPU backend. Headers, oneTBB, and the kernels that Highway compiles once for each instruction set.
find_package(TBB REQUIRED)
find_package(hwy REQUIRED)

# What every user of the backend needs: the headers, the loops over all cores, and a library of objects for each file of
# kernels, so that a module of the command line builds those of its pattern alone.
add_library(strider_cpu_headers INTERFACE)
target_link_libraries(strider_cpu_headers INTERFACE strider::core TBB::tbb)
target_compile_definitions(strider_cpu_headers INTERFACE STRIDER_CPU=1)
target_compile_options(strider_cpu_headers INTERFACE ${STRIDER_CPU_FLAGS})

add_library(strider_cpu_loops OBJECT ${PROJECT_SOURCE_DIR}/src/cpu/parallel.cpp)
target_link_libraries(strider_cpu_loops PRIVATE strider_cpu_headers strider::warnings)
set_target_properties(strider_cpu_loops PROPERTIES POSITION_INDEPENDENT_CODE ON)

file(GLOB strider_cpu_kernel_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/cpu/*_kernels.cpp)
set(strider_cpu_kernel_objects $<TARGET_OBJECTS:strider_cpu_loops>)
foreach(file IN LISTS strider_cpu_kernel_files)
  cmake_path(GET file STEM kernels)
  set(kernels strider_cpu_${kernels})  # such as strider_cpu_scan_kernels
  add_library(${kernels} OBJECT ${file})
  target_include_directories(${kernels} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  target_include_directories(${kernels} SYSTEM PRIVATE $<TARGET_PROPERTY:TBB::tbb,INTERFACE_INCLUDE_DIRECTORIES>)
  target_compile_definitions(${kernels} PRIVATE STRIDER_CPU=1)
  target_compile_options(${kernels} PRIVATE ${STRIDER_CPU_FLAGS})
  set_target_properties(${kernels} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${kernels} PUBLIC hwy::hwy PRIVATE strider::warnings)
  list(APPEND strider_cpu_kernel_objects $<TARGET_OBJECTS:${kernels}>)
endforeach()
add_library(strider_cpu_kernels STATIC ${strider_cpu_kernel_objects})
target_compile_features(strider_cpu_kernels PUBLIC cxx_std_20)
target_link_libraries(strider_cpu_kernels PRIVATE hwy::hwy)

# strider_dispatched_sources(FILES <source>...): files that Highway compiles once for each instruction set that is worth
# its code: what every processor of the architecture has, and on x86-64 AVX2 and AVX-512. (Those between, and the later
# AVX-512 ones, are a third of the build and no faster here by a tenth; emulated vectors are slower than scalars and
# break g++ 13.3; vectors whose length only the processor knows cannot stand in arrays, as sums do in the convolution.)
# No contraction, since the bits must be those of every other backend; and from the oldest instruction set up, whatever
# flags the build has, since the choice is made at run time.
function(strider_dispatched_sources)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "FILES")
  set(left_out "HWY_SVE|HWY_SVE2|HWY_SVE_256|HWY_SVE2_128|HWY_RVV|~(HWY_BASELINE_TARGETS|HWY_NEON|HWY_AVX2|HWY_AVX3)")
  set(flags -ffp-contract=off)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    list(APPEND flags -march=x86-64)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    list(APPEND flags -Wno-array-bounds -Wno-stringop-overread)  # g++ 13 takes arrays of one lane for longer ones
  endif()
  set_source_files_properties(${arg_FILES} PROPERTIES
    COMPILE_OPTIONS "${flags}" COMPILE_DEFINITIONS "HWY_BROKEN_EMU128=1;HWY_DISABLED_TARGETS=(${left_out})"
    SKIP_PRECOMPILE_HEADERS ON)  # those are compiled for the processor that the build is for
endfunction()
strider_dispatched_sources(FILES ${strider_cpu_kernel_files})
if(STRIDER_CPU_FLAGS MATCHES "-Og")  # by which g++ takes three times as long for the trees of the segments
  set_property(SOURCE ${PROJECT_SOURCE_DIR}/src/cpu/segment_kernels.cpp APPEND PROPERTY COMPILE_OPTIONS -O1)
endif()

add_library(strider_cpu_backend INTERFACE)
add_library(strider::cpu ALIAS strider_cpu_backend)
set_target_properties(strider_cpu_backend PROPERTIES EXPORT_NAME cpu)
target_link_libraries(strider_cpu_backend INTERFACE strider::core strider_cpu_kernels TBB::tbb)
target_compile_definitions(strider_cpu_backend INTERFACE STRIDER_CPU=1)
# SPDX-License-Identifier: Apache-2.0
