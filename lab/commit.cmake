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
  ask_git(dependencies ls-files)
  foreach(name logs/HEAD HEAD)
    ask_git(path rev-parse --git-path ${name})
    cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY ${SOURCE})
    if(path AND EXISTS ${path})
      string(APPEND dependencies "\n${path}")
    endif()
  endforeach()
endif()
file(CONFIGURE OUTPUT ${FILE} CONTENT [[
// Written by the build.
#include <lab/source_commit.hpp>

const char* const strider::lab::built_from_commit = "@commit@";
]] @ONLY)

string(REPLACE " " "\\ " dependencies "${dependencies}")
string(REGEX REPLACE "\n([^/])" "\n${SOURCE}/\\1" dependencies "\n${dependencies}")
string(REPLACE "\n" " \\\n " dependencies "${dependencies}")
file(WRITE ${DEPFILE} "${FILE}:${dependencies}\n")
