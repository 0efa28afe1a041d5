# Writes the commit of the source tree into a C++ file, and touches the file only when the commit has changed. The depfile
# names what the answer depends on: the log of HEAD, which every commit and checkout writes, and all tracked files, which
# may make the tree dirty. So a build runs this when the answer may have changed, and not otherwise.
# Variables: SOURCE (the source tree), FILE (the file to write), DEPFILE.
set(commit "")
set(dependencies "")
find_program(git git)
function(ask_git answer)
  execute_process(COMMAND ${git} -C ${SOURCE} ${ARGN}
    OUTPUT_VARIABLE output ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(${answer} "${output}" PARENT_SCOPE)
endfunction()
if(git)
  ask_git(commit describe --always --abbrev=12 --dirty --exclude=*)
  ask_git(dependencies -c core.quotePath=false ls-files)
  string(REPLACE "\n" ";" dependencies "${dependencies}")
  foreach(name logs/HEAD HEAD)
    ask_git(path rev-parse --git-path ${name})
    cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY ${SOURCE} OUTPUT_VARIABLE found)
    if(path AND EXISTS ${found})
      list(APPEND dependencies ${found})
    endif()
  endforeach()
endif()
if(NOT "$ENV{STRIDER_COMMIT}" STREQUAL "")  # of files that no git, or another tree's, knows: see tools/records.py
  string(REGEX REPLACE ":.*" "" commit "$ENV{STRIDER_COMMIT}")
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT [[
// Written by the build.
#include <lab/records/source_commit.hpp>

const char* const strider::lab::built_from_commit = "@commit@";
]] @ONLY)

list(APPEND dependencies ${CMAKE_CURRENT_LIST_FILE})  # ninja runs a step at every build whose depfile names nothing
set(lines "${FILE}:")
foreach(path IN LISTS dependencies)
  cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY ${SOURCE})
  string(REPLACE " " "\\ " path "${path}")
  string(APPEND lines " \\\n ${path}")
endforeach()
file(WRITE ${DEPFILE} "${lines}\n")
# SPDX-License-Identifier: Apache-2.0
