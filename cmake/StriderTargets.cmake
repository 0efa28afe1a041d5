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

add_library(strider_core INTERFACE)
add_library(strider::core ALIAS strider_core)
set_target_properties(strider_core PROPERTIES EXPORT_NAME core)
target_include_directories(strider_core INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_features(strider_core INTERFACE cxx_std_20)
