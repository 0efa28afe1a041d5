# Run at every build: writes the commit that is being built into a header, and touches it only when that has changed.
# Variables: SOURCE (the source tree), HEADER (the file to write).
set(commit "")
find_program(git git)
if(git)
  execute_process(COMMAND ${git} -C ${SOURCE} describe --always --abbrev=12 --dirty --exclude=*
    OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
file(CONFIGURE OUTPUT ${HEADER} CONTENT [[
// Written by the build.
#pragma once

namespace strider::lab {

/// The commit of the source tree, with "-dirty" where it was changed; empty where it is not known.
inline constexpr const char* built_from_commit = "@commit@";

}  // namespace strider::lab
]] @ONLY)
