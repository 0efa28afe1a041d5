# strider::cuda: the GPU backend, headers alone; nvcc is needed by the .cu files that use it, not by Strider.
add_library(strider_cuda_backend INTERFACE)
add_library(strider::cuda ALIAS strider_cuda_backend)
set_target_properties(strider_cuda_backend PROPERTIES EXPORT_NAME cuda)
target_link_libraries(strider_cuda_backend INTERFACE strider::core)
# The flag itself: CMake 3.25 does not know the feature cuda_std_20.
target_compile_options(strider_cuda_backend INTERFACE $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-std=c++20>)

# strider_check_cuda(<target> <file.cu>...): compiles GPU code to PTX with few optimisations, in a quarter of the time of machine code.
# The front end reads host and device code and instantiates all templates: what it takes, nvcc compiles.
function(strider_check_cuda target)
  add_library(${target} OBJECT ${ARGN})
  set_target_properties(${target} PROPERTIES CUDA_PTX_COMPILATION ON)
  target_compile_options(${target} PRIVATE "$<IF:$<VERSION_LESS:${CMAKE_CUDA_COMPILER_VERSION},13>,SHELL:-Xcicc -O0,-Ofc=max>")
endfunction()
# SPDX-License-Identifier: Apache-2.0
