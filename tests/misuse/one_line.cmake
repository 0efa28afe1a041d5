# cmake -DPROGRAM=... -DCOMPILER=... -DINCLUDE=... -P one_line.cmake
#
# Compiles a wrong program, which must end in one error, and that one must say what the program's first line says.
file(STRINGS ${PROGRAM} first LIMIT_COUNT 1)
string(REGEX REPLACE "^// says: " "" says "${first}")
execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I${INCLUDE} ${PROGRAM}
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(REGEX MATCHALL "[^\n]* error: [^\n]*" errors "${output}")
list(LENGTH errors count)
string(FIND "${errors}" "${says}" at)
if(status EQUAL 0 OR NOT count EQUAL 1 OR at EQUAL -1)
  message(FATAL_ERROR "${PROGRAM}: expected one error with \"${says}\", got ${count}:\n${output}")
endif()
