include(GNUInstallDirs)

# The library's own targets, and the warnings that hold for us alone: `strider::warnings` is never exported. They are errors
# in the presets `dev` and `ci` alone: a newer compiler's new warning stops no user.
add_library(strider_warnings INTERFACE)
add_library(strider::warnings ALIAS strider_warnings)
target_compile_options(strider_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>)

if(STRIDER_SANITIZE)
  target_compile_options(strider_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${STRIDER_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer>)
  target_link_options(strider_warnings INTERFACE -fsanitize=${STRIDER_SANITIZE})
endif()

# A project that this is a part of has warnings of its own.
set(strider_system)
if(NOT PROJECT_IS_TOP_LEVEL)
  set(strider_system SYSTEM)
endif()

add_library(strider_core INTERFACE)
add_library(strider::core ALIAS strider_core)
set_target_properties(strider_core PROPERTIES EXPORT_NAME core)
target_include_directories(strider_core ${strider_system} INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(strider_core INTERFACE cxx_std_20)

# What ranks send each other by (strider/distributed/mpi.hpp and nccl.hpp), headers alone: linked beside a backend. Needed by
# what links it and nothing else, so that neither is required.
set(MPI_CXX_SKIP_MPICXX TRUE)  # the C++ bindings, which MPI 3 has not
find_package(MPI 3 QUIET COMPONENTS CXX)
include(${CMAKE_CURRENT_LIST_DIR}/StriderNccl.cmake)
foreach(component mpi nccl)
  add_library(strider_${component} INTERFACE)
  add_library(strider::${component} ALIAS strider_${component})
  set_target_properties(strider_${component} PROPERTIES EXPORT_NAME ${component})
  target_link_libraries(strider_${component} INTERFACE strider::core)
endforeach()
target_link_libraries(strider_mpi INTERFACE MPI::MPI_CXX)
target_link_libraries(strider_nccl INTERFACE strider::nccl_library)
# SPDX-License-Identifier: Apache-2.0
