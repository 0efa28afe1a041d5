# cmake --install, and what find_package(strider COMPONENTS cpu cuda simt) and pkg-config find. Two install components,
# so that packages can part them: `tool`, the command line (lab/CMakeLists.txt), and `development`, all that is here.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(strider_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/strider)

# One file of targets a component: what is not built is not there.
function(strider_install_component component)
  install(TARGETS ${ARGN} EXPORT strider_${component} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(EXPORT strider_${component} NAMESPACE strider:: FILE strider-${component}.cmake
    DESTINATION ${strider_package_folder} COMPONENT development)
endfunction()
strider_install_component(core strider_core)
strider_install_component(cuda strider_cuda_backend)
if(STRIDER_CPU)
  strider_install_component(cpu strider_cpu_backend strider_cpu_kernels)
endif()
if(STRIDER_SIMT)
  strider_install_component(simt strider_simt strider_simt_program)
  install(FILES ${CMAKE_CURRENT_LIST_DIR}/StriderSimt.cmake DESTINATION ${strider_package_folder} COMPONENT development)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ ${PROJECT_SOURCE_DIR}/simt/include/
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development)

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/striderConfig.cmake.in striderConfig.cmake
  INSTALL_DESTINATION ${strider_package_folder} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(striderConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/striderConfig.cmake ${PROJECT_BINARY_DIR}/striderConfigVersion.cmake
  DESTINATION ${strider_package_folder} COMPONENT development)

# For programs that are built without CMake: found wherever the prefix has been moved to.
if(STRIDER_CPU)
  set(strider_pkgconfig_folder ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${strider_pkgconfig_folder}
    OUTPUT_VARIABLE strider_prefix_from_pkgconfig)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/strider.pc.in strider.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/strider.pc DESTINATION ${strider_pkgconfig_folder} COMPONENT development)
endif()

# The licence, where Debian looks for it in each of the two packages.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libstrider-dev RENAME copyright
  COMPONENT development)
if(STRIDER_LAB)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/strider RENAME copyright
    COMPONENT tool)
endif()
include(StriderDebian)
