# cmake -DSOURCE=... -DBUILD=... -DPREFIX=... -P install_headers_only.cmake: without the backends that are compiled.
file(REMOVE_RECURSE ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} -G Ninja -S ${SOURCE} -B ${BUILD} -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER}
  -DSTRIDER_CPU=OFF -DSTRIDER_EMULATOR=OFF -DSTRIDER_LAB=OFF -DSTRIDER_TESTS=OFF COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX} COMMAND_ERROR_IS_FATAL ANY)
# SPDX-License-Identifier: Apache-2.0
