# The GPU's modules.
list(JOIN CMAKE_CUDA_ARCHITECTURES "," architectures)
add_library(strider_gpu_device OBJECT devices/gpu.cu devices/gpu_roof.cu)
target_link_libraries(strider_gpu_device PRIVATE strider_ladders)
target_compile_definitions(strider_gpu_device PRIVATE "STRIDER_DEVICE_FLAGS=\"-O3 -arch=${architectures}\"")

foreach(pattern IN LISTS strider_patterns)
  file(GLOB rungs CONFIGURE_DEPENDS ${pattern}/gpu/[0-9][0-9]_*.cu)
  set(module strider_gpu_${pattern})
  add_library(${module} MODULE ${rungs})
  set_target_properties(${module} PROPERTIES CUDA_RUNTIME_LIBRARY Static)
  target_link_libraries(${module} PRIVATE strider_ladders strider_gpu_device)
  list(APPEND strider_modules ${module})
endforeach()
