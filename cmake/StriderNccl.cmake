# strider::nccl_library, where NCCL is found: Debian's, the CUDA toolkit's, or of PyPI's package, with NCCL_ROOT (a variable, also
# of the environment) set to its folder nvidia/nccl.
find_path(STRIDER_NCCL_INCLUDE nccl.h HINTS ${NCCL_ROOT} ENV NCCL_ROOT PATH_SUFFIXES include)
find_library(STRIDER_NCCL_LIBRARY NAMES nccl libnccl.so.2 HINTS ${NCCL_ROOT} ENV NCCL_ROOT PATH_SUFFIXES lib)
mark_as_advanced(STRIDER_NCCL_INCLUDE STRIDER_NCCL_LIBRARY)
if(STRIDER_NCCL_INCLUDE AND STRIDER_NCCL_LIBRARY AND NOT TARGET strider::nccl_library)
  add_library(strider::nccl_library UNKNOWN IMPORTED)
  set_target_properties(strider::nccl_library PROPERTIES
    IMPORTED_LOCATION ${STRIDER_NCCL_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${STRIDER_NCCL_INCLUDE})
endif()
# SPDX-License-Identifier: Apache-2.0
