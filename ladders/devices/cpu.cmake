# The processor's modules: a plain loop, the library and a contender.
set(exports ${CMAKE_CURRENT_LIST_DIR}/cpu_exports.map)

# The files of vector kernels (src/cpu) that the library's calls of a pattern need.
set(kernels_of_segmented_reduce segment transpose)
set(kernels_of_scatter compact segment)
set(kernels_of_scan scan)
set(kernels_of_compact compact)
set(kernels_of_histogram histogram)
set(kernels_of_convolve convolve)
set(kernels_of_transpose transpose)

# What most rungs read takes longer to read than a rung to compile. libstdc++ makes vectors for par_unseq only with
# -fopenmp-simd.
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp CONTENT "// Nothing: what is precompiled is all.\n")
add_library(strider_cpu_precompiled OBJECT ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cpp)
target_link_libraries(strider_cpu_precompiled PRIVATE strider_ladders strider_cpu_headers)
target_compile_options(strider_cpu_precompiled PRIVATE -fopenmp-simd)
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
  set(module strider_cpu_${pattern})
  add_library(${module} MODULE ${rungs})
  target_compile_options(${module} PRIVATE -fopenmp-simd)
  target_link_libraries(${module} PRIVATE strider_ladders strider_cpu_headers strider_cpu_loops strider_cpu_device hwy::hwy)
  foreach(kernels IN LISTS kernels_of_${pattern})
    target_link_libraries(${module} PRIVATE strider_cpu_${kernels}_kernels)
  endforeach()
  target_precompile_headers(${module} REUSE_FROM strider_cpu_precompiled)
  target_link_options(${module} PRIVATE -Wl,--version-script=${exports} -Wl,--no-undefined)
  set_target_properties(${module} PROPERTIES LINK_DEPENDS ${exports})
  list(APPEND strider_modules ${module})
endforeach()
# SPDX-License-Identifier: Apache-2.0
