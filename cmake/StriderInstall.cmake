# cmake --install, and what find_package(strider) finds: strider::core, strider::cpu, strider::simt, strider_simt_kernels().
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(strider_package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/strider)

set_target_properties(strider_core PROPERTIES EXPORT_NAME core)
install(TARGETS strider_core strider_cpu_backend strider_cpu_kernels strider_simt strider_simt_program EXPORT strider
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT strider NAMESPACE strider:: DESTINATION ${strider_package_folder})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/ ${PROJECT_SOURCE_DIR}/simt/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/striderConfig.cmake.in striderConfig.cmake
  INSTALL_DESTINATION ${strider_package_folder})
write_basic_package_version_file(striderConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/striderConfig.cmake ${PROJECT_BINARY_DIR}/striderConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/StriderSimt.cmake DESTINATION ${strider_package_folder})
