# cmake -DSOURCE=... -DBUILD=... -DPREFIX=... -P install_what_is_built.cmake: an install works whatever was built, and names
# what is missing. Here nothing was built; the library's headers need nothing.
file(REMOVE_RECURSE ${BUILD} ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${BUILD} -DSTRIDER_TESTS=OFF
    -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}
  OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
foreach(line "Not installed, since not built: strider strider-nvcc [^\n]* libstrider_emulator_reduce.so"
    "Not installed: component emulator, since strider_emulator is not built")
  if(NOT said MATCHES "${line}")
    message(FATAL_ERROR "the install does not say \"${line}\":\n${said}")
  endif()
endforeach()
if(NOT EXISTS ${PREFIX}/include/strider/reduce.hpp OR EXISTS ${PREFIX}/bin/strider)
  message(FATAL_ERROR "the headers are not in ${PREFIX}, or a program is that was not built")
endif()
# SPDX-License-Identifier: Apache-2.0
