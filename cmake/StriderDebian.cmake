# cpack -G DEB: strider, the command line, and libstrider-dev, the library.
# Not stripped: the emulator reads a module's symbols and lines, to count and to explain. The shared libraries that the
# command line and its modules need are found by dpkg-shlibdeps.
set(CPACK_PACKAGE_NAME strider)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
# The first line of both descriptions is the project's own.
set(CPACK_PACKAGE_CONTACT "The Strider authors <strider@localhost>")
set(CPACK_COMPONENTS_ALL development)
if(STRIDER_LAB)
  list(APPEND CPACK_COMPONENTS_ALL tool)
endif()
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)

set(CPACK_DEBIAN_TOOL_PACKAGE_NAME strider)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION science)
set(CPACK_DEBIAN_TOOL_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_TOOL_PACKAGE_RECOMMENDS "libstrider-dev, g++")
set(CPACK_COMPONENT_TOOL_DESCRIPTION
"The command line: ladders of kernels that are run, verified, timed and
counted, on a GPU, in an emulator on the processor, or natively; and
checks of CUDA programs without a GPU, and rungs of your own (these need
libstrider-dev and a compiler).")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libstrider-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libtbb-dev, libhwy-dev, libboost-context-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "cmake, pkgconf, libgtest-dev, libgmock-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION
"The C++20 library: headers, static libraries, and the files by which CMake
and pkg-config find them. Reductions, scans and the other data-parallel
patterns on NVIDIA GPUs and on processors, with the same bits from each;
and the emulator that runs CUDA kernels under test on any processor.")
include(CPack)
# SPDX-License-Identifier: Apache-2.0
