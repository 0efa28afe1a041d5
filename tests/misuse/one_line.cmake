# cmake -DPROGRAM=... -DCOMPILER=... [-DCOMPILER_ID=...] -DINCLUDE=... -P one_line.cmake
#
# Compiles a program. Its first line says what the compiler must answer:
# - `// compiles`;
# - `// says: WHAT`: one error, with that text (a regular expression);
# - `// says what TABLE says`: the program includes a table, and the compiler gives one error for each row
#   WRONG(PLACE, REQUIREMENT, ...), in the lines of that row, and no other error. For (2, must_be_right), g++ writes
#   "Place = 2; Requirement = strider::misuse::must_be_right", and clang "argument<2, strider::misuse::must_be_right>".
#   REQUIREMENT may be a regular expression. The table must have rows RIGHT and WRONG for every call that refuses
#   arguments.
# A second line `// with: FLAG...` adds flags. ("fatal error", which ends a compilation, is not counted.)
file(READ ${PROGRAM} text)
string(REGEX MATCH "^// ([^\n]*)\n(// with: ([^\n]*)\n)?" head "${text}")
set(outcome "${CMAKE_MATCH_1}")
separate_arguments(flags UNIX_COMMAND "${CMAKE_MATCH_3}")
if(COMPILER_ID MATCHES "Clang")
  list(APPEND flags -ferror-limit=0)  # else it stops after 20
else()
  list(APPEND flags -ftrack-macro-expansion=0)  # else it names the line of the macro
endif()
execute_process(COMMAND ${COMPILER} -std=c++20 -DSTRIDER_CPU=1 ${flags} -fsyntax-only -I${INCLUDE} -I${INCLUDE}/../emulator/include ${PROGRAM}
  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
string(REGEX REPLACE "[][;]" "|" output "${output}")  # these characters break lists
string(REGEX MATCHALL "[^\n]*[0-9]: error: [^\n]*" errors "${output}")
list(LENGTH errors count)

set(wrong "")
if(outcome STREQUAL "compiles")
  if(NOT status EQUAL 0)
    set(wrong "it must compile\n")
  endif()
elseif(outcome MATCHES "^says: (.*)$")
  set(what "${CMAKE_MATCH_1}")
  if(NOT (count EQUAL 1 AND errors MATCHES "${what}"))
    set(wrong "expected \"${what}\", got ${count} errors\n")
  endif()
elseif(outcome MATCHES "^says what (.*) says$")
  set(table ${CMAKE_MATCH_1})
  cmake_path(REPLACE_FILENAME PROGRAM ${table} OUTPUT_VARIABLE path)
  file(READ ${path} text)
  string(REGEX REPLACE "[][;]" "|" text "${text}")
  string(REPLACE "\n" ";" lines "${text}")
  set(number 0)
  foreach(line IN LISTS lines)
    math(EXPR number "${number} + 1")
    if(line MATCHES "^WRONG\\(([0-9]), ([^,]*),")
      set(argument "(Place = |argument<)${CMAKE_MATCH_1}[^0-9]")
      set(requirement "[^a-z_]${CMAKE_MATCH_2}[^a-z_0-9]")
      set(of_row ${errors})
      set(lines_of_row ${number})
      if(line MATCHES ",$")  # the row goes on in the next line
        math(EXPR next "${number} + 1")
        set(lines_of_row "(${number}|${next})")
      endif()
      list(FILTER of_row INCLUDE REGEX "${table}:${lines_of_row}:")
      list(LENGTH of_row count_of_row)
      math(EXPR count "${count} - ${count_of_row}")
      if(NOT (count_of_row EQUAL 1 AND of_row MATCHES "${argument}" AND of_row MATCHES "${requirement}"))
        string(APPEND wrong "${table}:${number}: ${line}\n  ${count_of_row} errors: ${of_row}\n")
      endif()
    endif()
  endforeach()
  if(NOT count EQUAL 0)
    string(APPEND wrong "${count} errors of no row\n")
  endif()
  file(GLOB headers ${INCLUDE}/strider/*.hpp)
  foreach(header IN LISTS headers)
    file(STRINGS ${header} calls REGEX "^(STRIDER_REFUSES\\(|misuse::anything )")
    foreach(call IN LISTS calls)
      string(REGEX REPLACE "^[^(]*[( ]([a-z_]+)[,(].*$" "\\1" call "${call}")
      if(NOT text MATCHES "\nRIGHT\\(${call}[,<]" OR NOT text MATCHES "\nWRONG\\([0-9], [^,]*,[ \n]*${call}[,<]")
        string(APPEND wrong "${table}: ${call} lacks a row RIGHT or WRONG\n")
      endif()
    endforeach()
  endforeach()
else()
  set(wrong "write in the first line what must come of it\n")
endif()
if(wrong)
  message(FATAL_ERROR "${PROGRAM}:\n${wrong}${output}")
endif()
# SPDX-License-Identifier: Apache-2.0
