# cmake --install, and what find_package(strider COMPONENTS cpu cuda emulator mpi nccl) and pkg-config find. Install components,
# so that packages can part them: `tool`, the command line, and `ranks`, its module of MPI (lab/CMakeLists.txt); `development`, all that is here.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(strider_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/strider)

# One file of targets a component: what is not built is not there. Targets that ./run did not need are not built: the install
# leaves out the components that have such a library, and says so.
function(strider_install_component component)
  install(TARGETS ${ARGN} EXPORT strider_${component}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development OPTIONAL)
  install(EXPORT strider_${component} NAMESPACE strider:: FILE strider-${component}.cmake
    DESTINATION ${strider_package_folder} COMPONENT development)
  foreach(target IN LISTS ARGN)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "STATIC_LIBRARY")
      install(CODE "if(NOT EXISTS \"$<TARGET_FILE:${target}>\")
  message(STATUS \"Not installed: component ${component}, since ${target} is not built; cmake --build ${PROJECT_BINARY_DIR} builds everything\")
  file(REMOVE \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/${strider_package_folder}/strider-${component}.cmake\")
endif()" COMPONENT development)
    endif()
  endforeach()
endfunction()
strider_install_component(core strider_core)
strider_install_component(cuda strider_cuda_backend)
strider_install_component(mpi strider_mpi)
strider_install_component(nccl strider_nccl)
install(FILES ${CMAKE_CURRENT_LIST_DIR}/StriderNccl.cmake DESTINATION ${strider_package_folder} COMPONENT development)
if(STRIDER_CPU)
  strider_install_component(cpu strider_cpu_backend strider_cpu_kernels)
endif()
if(STRIDER_EMULATOR)
  set(program)
  if(TARGET strider_emulator_program)
    set(program strider_emulator_program)
  endif()
  strider_install_component(emulator strider_emulator ${program})
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/StriderEmulator.cmake DESTINATION ${strider_package_folder} COMPONENT development)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ ${PROJECT_SOURCE_DIR}/emulator/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/striderConfig.cmake.in striderConfig.cmake
  INSTALL_DESTINATION ${strider_package_folder} PATH_VARS CMAKE_INSTALL_BINDIR NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(striderConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/striderConfig.cmake ${PROJECT_BINARY_DIR}/striderConfigVersion.cmake
  DESTINATION ${strider_package_folder} COMPONENT development)

# For programs that are built without CMake: a file a component, found wherever the prefix has been moved to. None asks for
# a C++ standard, which is the program's choice, from C++20 on.
set(strider_pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${strider_pkgconfig_folder}
  OUTPUT_VARIABLE strider_prefix_from_pkgconfig)
function(strider_pkgconfig strider_package strider_description strider_requires strider_libraries)
  list(JOIN ARGN " " strider_kernel_flags)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/strider.pc.in ${strider_package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${strider_package}.pc DESTINATION ${strider_pkgconfig_folder} COMPONENT development)
endfunction()
strider_pkgconfig(strider-core "${PROJECT_DESCRIPTION}: the headers, for strider::serial" "" "")
strider_pkgconfig(strider-cuda "${PROJECT_DESCRIPTION}: on NVIDIA GPUs" strider-core "")
if(STRIDER_CPU)
  set(strider_definitions " -DSTRIDER_CPU=1")
  strider_pkgconfig(strider-cpu "${PROJECT_DESCRIPTION}: on all cores" "strider-core tbb libhwy" "-L\${libdir} -lstrider_cpu_kernels")
  set(strider_definitions "")
  strider_pkgconfig(strider "${PROJECT_DESCRIPTION}" strider-cpu "")
endif()
if(STRIDER_EMULATOR)
  strider_pkgconfig(strider-emulator "${PROJECT_DESCRIPTION}: kernels in the emulator" "strider-core tbb"
    "-L\${libdir} -lstrider_emulator -l:libboost_context.a -lpthread -ldl" -x c++ ${STRIDER_EMULATOR_KERNEL_FLAGS} -DSTRIDER_EMULATOR)
endif()

# The licence, where Debian looks for it in each of the two packages.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libstrider-dev RENAME copyright
  COMPONENT development)
if(STRIDER_LAB)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/strider RENAME copyright
    COMPONENT tool)
endif()
include(StriderDebian)
# SPDX-License-Identifier: Apache-2.0
