# strider_reference: the reference as HTML, from include/strider by Doxygen; a warning is an error.
find_program(STRIDER_DOXYGEN doxygen)
mark_as_advanced(STRIDER_DOXYGEN)
if(STRIDER_DOXYGEN)
  set(STRIDER_REFERENCE ${PROJECT_BINARY_DIR}/reference)
  file(MAKE_DIRECTORY ${STRIDER_REFERENCE})
  configure_file(${PROJECT_SOURCE_DIR}/docs/Doxyfile.in ${STRIDER_REFERENCE}/Doxyfile @ONLY)
  add_custom_target(strider_reference COMMAND ${STRIDER_DOXYGEN} ${STRIDER_REFERENCE}/Doxyfile VERBATIM
    COMMENT "The reference: ${STRIDER_REFERENCE}/html/index.html")
endif()
# SPDX-License-Identifier: Apache-2.0
