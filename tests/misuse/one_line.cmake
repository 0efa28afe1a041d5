# cmake -DPROGRAM=... -DCOMPILER=... -DINCLUDE=... -P one_line.cmake
#
# Compiles a program whose first line says what comes of it: `// compiles`, or `// says: WHAT` for a wrong one, which
# must end in one error that says so. Of `argument 2: must_be_right` g++ makes
# "Place = 2; Requirement = strider::misuse::must_be_right", and clang "argument<2, strider::misuse::must_be_right>". The
# second line may add a flag. (What ends a compilation, "fatal error", is not counted.)
file(STRINGS ${PROGRAM} lines LIMIT_COUNT 2)
list(POP_FRONT lines first second)
string(REGEX MATCH "^// with: (.*)$" flag "${second}")
execute_process(COMMAND ${COMPILER} -std=c++20 ${CMAKE_MATCH_1} -fsyntax-only -I${INCLUDE} -I${INCLUDE}/../simt/include ${PROGRAM}
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(REGEX MATCHALL "[^\n]*[0-9]: error: [^\n]*" errors "${output}")
list(LENGTH errors count)
if(first STREQUAL "// compiles")
  set(right ${status} EQUAL 0)
elseif(first MATCHES "^// says: argument ([0-9]): (.*)$")
  set(place "(Place = |argument<)${CMAKE_MATCH_1}[^0-9]")
  set(right ${count} EQUAL 1 AND errors MATCHES "${place}" AND errors MATCHES "[^a-z_]${CMAKE_MATCH_2}")
else()
  string(REGEX REPLACE "^// says: " "" says "${first}")
  set(right ${count} EQUAL 1 AND errors MATCHES "${says}")
endif()
if(NOT (${right}))
  message(FATAL_ERROR "${PROGRAM}: expected \"${first}\", got ${count} errors:\n${output}")
endif()
