# cmake -DBUILD=... -DFIRST=... -DPREFIX=... -P install.cmake: installs into FIRST, moves that to PREFIX, and makes sure
# that no text file of it names a place of this build.
file(REMOVE_RECURSE ${FIRST} ${PREFIX})
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${FIRST} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${FIRST} ${PREFIX})
file(GLOB_RECURSE texts ${PREFIX}/*.cmake ${PREFIX}/*.pc ${PREFIX}/*.hpp)
if(NOT texts)
  message(FATAL_ERROR "nothing was installed")
endif()
foreach(text IN LISTS texts)
  file(STRINGS ${text} lines)
  foreach(place ${FIRST} ${BUILD})
    string(FIND "${lines}" "${place}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${text} names ${place}: it works on no other machine")
    endif()
  endforeach()
endforeach()
# SPDX-License-Identifier: Apache-2.0
