# The conformance suites, a file a row: its name, and the suites that every backend instantiates there.
set(suites
  "adjacent_difference AdjacentDifference" "bool Bool" "compact Compact" "convolve Convolve ConvolveValues"
  "counted Counted CountedHistogram CountedSegments" "histogram Histogram HistogramEdges" "map Map ScatterReduce" "order Order"
  "reduce Reduce ReduceInto" "reduce_by_key ReduceByKey" "reduce_order ReduceOrder" "run_length_encode RunLengthEncode"
  "scan Scan" "segmented_reduce SegmentedReduce" "segmented_scan SegmentedScan"
  "sort Sort" "summary Summary SummaryInto" "transpose Transpose" "views Views")
set(suites_of_devices ${suites} "block Block" "block_calls BlockCalls")

# The files of tests for a backend's header, written into the build tree. Each ends with the backend's own tests, NAME${ending},
# if its folder has them; such files without a row are tests by themselves. EXCEPT names what is not instantiated: PREFIX/SUITE.
function(instantiate_suites files header ending)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "ROWS;PREFIXES;EXCEPT")
  cmake_path(GET header PARENT_PATH folder)
  file(GLOB tests CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*${ending})
  foreach(row IN LISTS arg_ROWS)
    string(REPLACE " " ";" names ${row})
    list(POP_FRONT names file)
    set(headers ${header})
    set(backends ${arg_PREFIXES})
    list(TRANSFORM backends TOLOWER)
    list(TRANSFORM backends APPEND _backend)
    set(instances)
    foreach(name IN LISTS names)
      foreach(prefix backend IN ZIP_LISTS arg_PREFIXES backends)
        if(NOT ${prefix}/${name} IN_LIST arg_EXCEPT)
          string(REGEX REPLACE "(.)([A-Z])" "\\1_\\2" suite ${name})
          string(TOLOWER tests/library/${suite}_conformance.hpp suite)
          list(APPEND headers ${suite})
          string(APPEND instances "INSTANTIATE_TYPED_TEST_SUITE_P(${prefix}, ${name}Conformance, ${backend});\n")
        endif()
      endforeach()
    endforeach()
    if(EXISTS ${PROJECT_SOURCE_DIR}/tests/library/${file}_calls.hpp)
      list(APPEND headers tests/library/${file}_calls.hpp)
      list(JOIN backends ", " backends)
      string(APPEND instances "const listed<${file}_calls, ${backends}> ${file}_listed(\"${file}\");\n")
    endif()
    list(REMOVE_DUPLICATES headers)
    list(TRANSFORM headers REPLACE "(.+)" "#include \"\\1\"\n")
    string(CONCAT text ${headers} "namespace strider::test {\n${instances}}\n")
    set(own ${PROJECT_SOURCE_DIR}/${folder}/${file}${ending})
    if(own IN_LIST tests)
      list(REMOVE_ITEM tests ${own})
      string(APPEND text "#include \"${folder}/${file}${ending}\"\n")
    endif()
    set(generated ${CMAKE_CURRENT_BINARY_DIR}/${file}${ending})
    file(CONFIGURE OUTPUT ${generated} CONTENT "${text}" @ONLY)
    list(APPEND tests ${generated})
  endforeach()
  list(SORT tests COMPARE FILE_BASENAME)
  set(${files} ${tests} PARENT_SCOPE)
endfunction()
# SPDX-License-Identifier: Apache-2.0
