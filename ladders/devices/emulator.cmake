# The emulator's modules.
set(precompiled_headers <ladders/harness/gpu_rung.hpp> <ladders/harness/indices.hpp>
  <ladders/harness/typed_call.hpp> <ladders/harness/exact_input.hpp>
  <algorithm> <span> <string>)
file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cu CONTENT "// Nothing: what is precompiled is all.\n")
add_library(strider_emulator_precompiled OBJECT)
strider_emulator_kernels(strider_emulator_precompiled FILES ${CMAKE_CURRENT_BINARY_DIR}/precompiled.cu PRECOMPILE ${precompiled_headers})
target_link_libraries(strider_emulator_precompiled PRIVATE strider_ladders)

add_library(strider_emulator_device OBJECT devices/emulator.cpp)
target_link_libraries(strider_emulator_device PRIVATE strider_ladders strider::emulator)

# The same as an archive: `ladder --with FILE` links it into the module of a user's own rungs.
add_library(strider_emulator_own STATIC $<TARGET_OBJECTS:strider_emulator_device>)
set_target_properties(strider_emulator_own PROPERTIES
  OUTPUT_NAME strider_emulator_device ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

foreach(pattern IN LISTS strider_patterns)
  file(GLOB rungs CONFIGURE_DEPENDS ${pattern}/gpu/[0-9][0-9]_*.cu ${pattern}/gpu/ranks.cu)
  list(FILTER rungs EXCLUDE REGEX "/9[1-9]_[^/]*$")
  set(module strider_emulator_${pattern})
  add_library(${module} MODULE)
  target_link_libraries(${module} PRIVATE strider_ladders strider_emulator_device)
  strider_emulator_kernels(${module} FILES ${rungs} PRECOMPILED_BY strider_emulator_precompiled)
  list(APPEND strider_modules ${module})
endforeach()
# SPDX-License-Identifier: Apache-2.0
