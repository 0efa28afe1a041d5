# cmake -DPROGRAM=... -DCOMPILER=... -DINCLUDE=... -P one_line.cmake
#
# Compiles a wrong program, which must end in one error, and that one must say what the program's first line says. Of
# `argument 2: must_be_right` g++ makes "Place = 2; Requirement = strider::misuse::must_be_right", and clang
# "argument<2, strider::misuse::must_be_right>".
file(STRINGS ${PROGRAM} first LIMIT_COUNT 1)
string(REGEX REPLACE "^// says: " "" says "${first}")
string(REGEX REPLACE "^argument ([0-9]): " "(Place = |argument<)\\1[^0-9].*[^a-z_]" pattern "${says}")
execute_process(COMMAND ${COMPILER} -std=c++20 -fsyntax-only -I${INCLUDE} ${PROGRAM}
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(REGEX MATCHALL "[^\n]* error: [^\n]*" errors "${output}")
list(LENGTH errors count)
if(status EQUAL 0 OR NOT count EQUAL 1 OR NOT errors MATCHES "${pattern}")
  message(FATAL_ERROR "${PROGRAM}: expected one error with \"${says}\", got ${count}:\n${output}")
endif()
