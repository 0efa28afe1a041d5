# cmake -DCPACK=... -DBUILD=... -DFOLDER=... -DVERSION=... -DLIBRARIES=lib -P debian_packages.cmake: packs what has been
# built, and looks into the packages as dpkg does.
foreach(tool dpkg-deb dpkg-shlibdeps file)
  find_program(found_${tool} ${tool})
  if(NOT found_${tool})
    message("skipped: there is no ${tool} here (Debian: dpkg-dev, file)")
    return()
  endif()
endforeach()
file(REMOVE_RECURSE ${FOLDER})
execute_process(COMMAND ${CPACK} -G DEB --config ${BUILD}/CPackConfig.cmake -B ${FOLDER} OUTPUT_VARIABLE said ERROR_VARIABLE said
  RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "cpack: ${said}")
endif()

# inspect(name DEPENDS a b ... FILES path ...): package `name` has this dependency and these files.
function(inspect name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "DEPENDS;FILES")
  file(GLOB package ${FOLDER}/${name}_${VERSION}-1_*.deb)
  if(NOT package)
    message(FATAL_ERROR "there is no ${name}_${VERSION}-1_*.deb in ${FOLDER}")
  endif()
  execute_process(COMMAND dpkg-deb --field ${package} OUTPUT_VARIABLE fields COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND dpkg-deb --contents ${package} OUTPUT_VARIABLE contents COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCH "\nDepends: [^\n]*" depends "\n${fields}")
  foreach(needed IN LISTS arg_DEPENDS)
    if(NOT depends MATCHES "[ ,]${needed}([ ,]|$)")
      message(FATAL_ERROR "${name} does not depend on ${needed}:\n${fields}")
    endif()
  endforeach()
  foreach(expected "Package: ${name}\n" "Version: ${VERSION}-1\n" "Description: [^\n]+\n [^\n]+\n" "Maintainer: [^\n]+\n")
    if(NOT fields MATCHES "${expected}")
      message(FATAL_ERROR "${name} has no '${expected}':\n${fields}")
    endif()
  endforeach()
  foreach(file IN LISTS arg_FILES)
    if(NOT contents MATCHES "[^\n]*root/root[^\n]* \\./usr/${file}\n")
      message(FATAL_ERROR "${name} does not hold /usr/${file}, root's:\n${contents}")
    endif()
  endforeach()
  foreach(stray "/usr/local/" "${BUILD}")
    string(FIND "${contents}" "${stray}" at)
    if(NOT at EQUAL -1)
      message(FATAL_ERROR "${name} holds ${stray}:\n${contents}")
    endif()
  endforeach()
endfunction()
inspect(strider
  DEPENDS libc6 libstdc\\+\\+6 libtbb12
  FILES bin/strider ${LIBRARIES}/strider/libstrider_emulator_reduce.so ${LIBRARIES}/strider/libstrider_cpu_scan.so share/doc/strider/copyright
        share/man/man1/strider.1.gz share/man/man1/strider-ladder.1.gz share/bash-completion/completions/strider
        share/zsh/vendor-completions/_strider share/fish/vendor_completions.d/strider.fish
        share/strider/ladders/reduce/published/[^\n]+.json share/strider/ladders/harness/gpu_rung.hpp share/strider/ladders/reduce/gpu/01_interleaved_modulo.cu
        ${LIBRARIES}/strider/libstrider_emulator_device.a)
inspect(libstrider-dev
  DEPENDS libtbb-dev libhwy-dev libboost-context-dev
  FILES include/strider/reduce.hpp include/strider/emulator/dialect.hpp include/strider/shims/toolkit/cuda_runtime.h ${LIBRARIES}/libstrider_cpu_kernels.a
        ${LIBRARIES}/libstrider_emulator.a ${LIBRARIES}/cmake/strider/striderConfig.cmake ${LIBRARIES}/pkgconfig/strider.pc
        share/doc/libstrider-dev/copyright)
# Without its symbols a module counts otherwise: nothing is known of its constant memory.
file(GLOB module ${FOLDER}/_CPack_Packages/*/DEB/*/tool/usr/${LIBRARIES}/strider/libstrider_emulator_reduce.so)
execute_process(COMMAND file ${module} OUTPUT_VARIABLE about COMMAND_ERROR_IS_FATAL ANY)
if(NOT about MATCHES "not stripped")
  message(FATAL_ERROR "a module was packed without its symbols: ${about}")
endif()
# SPDX-License-Identifier: Apache-2.0
