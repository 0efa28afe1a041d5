# Kernel files for the emulator.
#
#   strider_emulator_kernels(<target> FILES kernel.cu ... [PRECOMPILE <header> ... | PRECOMPILED_BY <target>])
#
# adds CUDA kernel files to a target, compiled by the C++ compiler for the emulator: with -DSTRIDER_EMULATOR, and with the
# instrumentation that shows the emulator every access and basic block. The target's other files are not affected;
# where headers are precompiled for the kernels, it can have no others, since CMake compiles them with the flags of the
# target. PRECOMPILED_BY takes them from another target, which has the same flags. Works for executables and for shared libraries; every module gets its own copy of the emulator.

# In the cache, so that projects which add this one as a subdirectory have them too. Products and sums are not
# contracted, so that __fmul_rn and its kin mean what they say.
set(STRIDER_EMULATOR_FLAGS_OF_CLANG
  -fsanitize=thread -fsanitize-coverage=trace-pc-guard,no-prune -fsanitize=bounds
  -mllvm -tsan-instrument-read-before-write=1 -mllvm -tsan-distinguish-volatile=1
  -fno-vectorize -fno-slp-vectorize -fno-unroll-loops -ffp-contract=off CACHE INTERNAL "Instrumentation of kernels by clang++")
# Without -fno-tree-sra a float4 would be copied in four pieces. Blocks stay in the order of the source, which is the
# order in which a warp is taken to execute diverged lanes.
set(STRIDER_EMULATOR_FLAGS_OF_GNU
  -fsanitize=thread -fsanitize-coverage=trace-pc -fsanitize=bounds
  --param=tsan-distinguish-volatile=1 -fno-tree-sra -fno-reorder-blocks -fno-thread-jumps -Wno-tsan -ffp-contract=off
  CACHE INTERNAL "Instrumentation of kernels by g++")
# By copies of loop headers, g++ 14 puts a critical section inside of a loop behind the loop, where lock step waits for
# the lanes that still try for the lock.
set(STRIDER_EMULATOR_FLAGS_SINCE_GNU_14 -fno-tree-ch CACHE INTERNAL "Instrumentation of kernels by g++ 14 and newer")
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(STRIDER_EMULATOR_FLAGS ${STRIDER_EMULATOR_FLAGS_OF_CLANG} CACHE INTERNAL "Instrumentation of kernels")
elseif(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 14)
  set(STRIDER_EMULATOR_FLAGS ${STRIDER_EMULATOR_FLAGS_OF_GNU} ${STRIDER_EMULATOR_FLAGS_SINCE_GNU_14} CACHE INTERNAL "Instrumentation of kernels")
else()
  set(STRIDER_EMULATOR_FLAGS ${STRIDER_EMULATOR_FLAGS_OF_GNU} CACHE INTERNAL "Instrumentation of kernels")
endif()

# A sanitizer of the whole build is for the host side: it would see the accesses instead of the emulator.
set(STRIDER_EMULATOR_KERNEL_FLAGS -O1 -g1 -Wno-unknown-pragmas -fno-sanitize=all ${STRIDER_EMULATOR_FLAGS}
  CACHE INTERNAL "All flags of kernels")

function(strider_emulator_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PRECOMPILED_BY" "FILES;PRECOMPILE")
  if(NOT arg_FILES)
    message(FATAL_ERROR "strider_emulator_kernels(${target}): name the kernel files after FILES")
  endif()
  set(flags ${STRIDER_EMULATOR_KERNEL_FLAGS})
  foreach(file IN LISTS arg_FILES)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES LANGUAGE CXX)
    target_sources(${target} PRIVATE ${file})
    set_property(SOURCE ${file} TARGET_DIRECTORY ${target} APPEND PROPERTY COMPILE_OPTIONS -x c++)
    if(NOT arg_PRECOMPILE AND NOT arg_PRECOMPILED_BY)
      set_property(SOURCE ${file} TARGET_DIRECTORY ${target} APPEND PROPERTY COMPILE_OPTIONS ${flags})
      set_property(SOURCE ${file} TARGET_DIRECTORY ${target} APPEND PROPERTY COMPILE_DEFINITIONS STRIDER_EMULATOR)
    endif()
  endforeach()
  if(arg_PRECOMPILE OR arg_PRECOMPILED_BY)
    add_library(${target}_flags INTERFACE)  # linked last, so that they win over those of the whole build
    string(REPLACE "-mllvm;" "SHELL:-mllvm " flags "${flags}")  # a target's options lose those that repeat
    target_compile_options(${target}_flags INTERFACE ${flags})
    target_compile_definitions(${target}_flags INTERFACE STRIDER_EMULATOR)
    if(arg_PRECOMPILED_BY)
      target_precompile_headers(${target} REUSE_FROM ${arg_PRECOMPILED_BY})
    else()
      target_precompile_headers(${target} PRIVATE ${arg_PRECOMPILE})
    endif()
    target_link_libraries(${target} PRIVATE ${target}_flags)
  endif()
  target_link_libraries(${target} PRIVATE strider::emulator)
endfunction()

# The same for programs that know nothing of the emulator:
#
#   strider_emulator_program(<name> FROM <target> | SOURCES main.cu more.cpp ...)
#
# adds an executable of CUDA and C++ files as they are, for the emulator: of those of another target, with its include folders,
# definitions and libraries, or of some files. Include folders, definitions and libraries of <name> itself count too, also those
# that it gets after this call. It prints its findings when it ends, and then exits with 1; so it is a test:
# add_test(NAME <name> COMMAND <name>). No CUDA toolkit is needed, nor CUDA among the project's languages.
function(strider_emulator_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FROM" "SOURCES")
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  set(options)
  add_executable(${name})
  if(arg_FROM)
    get_target_property(arg_SOURCES ${arg_FROM} SOURCES)
    get_target_property(folder ${arg_FROM} SOURCE_DIR)
    get_target_property(libraries ${arg_FROM} LINK_LIBRARIES)
    if(libraries)  # the emulator stands in for the toolkit's runtime
      list(FILTER libraries EXCLUDE REGEX "^(CUDA::cudart|CUDA::cuda_driver|cudart|cuda)")
      target_link_libraries(${name} PRIVATE ${libraries})
    endif()
    strider_leave_to_cuda(${arg_FROM})
  endif()
  foreach(target IN ITEMS ${arg_FROM} ${name})
    set(folders $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
    set(definitions $<TARGET_PROPERTY:${target},COMPILE_DEFINITIONS>)
    list(APPEND options "$<$<BOOL:${folders}>:-I$<JOIN:${folders},;-I>>"
                        "$<$<BOOL:${definitions}>:-D$<JOIN:${definitions},;-D>>")
  endforeach()
  list(FILTER arg_SOURCES INCLUDE REGEX "\\.(cu|c|cc|cpp|cxx)$")
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "strider_emulator_program(${name}): name its source files after SOURCES, or a target that has some after FROM")
  endif()
  set(nvcc ${STRIDER_NVCC})
  if(TARGET strider-nvcc)
    set(nvcc strider-nvcc)
  elseif(NOT nvcc)
    message(FATAL_ERROR "strider_emulator_program(${name}): strider-nvcc is not there: it comes with the command line (Debian: strider)")
  endif()
  foreach(file IN LISTS arg_SOURCES)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${folder})
    string(MAKE_C_IDENTIFIER ${file} object)
    set(object ${CMAKE_CURRENT_BINARY_DIR}/${name}.dir/${object}.o)
    add_custom_command(OUTPUT ${object} DEPENDS ${file} ${nvcc} DEPFILE ${object}.d VERBATIM COMMAND_EXPAND_LISTS
      COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_CURRENT_BINARY_DIR}/${name}.dir
      COMMAND ${nvcc} -c ${file} -o ${object} -MD -MF ${object}.d -MT ${object} "${options}"
      COMMENT "Compiling ${file} for the emulator")
    target_sources(${name} PRIVATE ${object})
  endforeach()
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  target_link_libraries(${name} PRIVATE strider::emulator_program)
endfunction()

# Where CUDA is not among the project's languages, CMake finds no language for a target of .cu files alone, and builds nothing of
# it. Such a target gets C++, and is not built unless somebody asks for it.
function(strider_leave_to_cuda target)
  get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
  get_target_property(language ${target} LINKER_LANGUAGE)
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources EXCLUDE REGEX "\\.cuh?$")
  if(CUDA IN_LIST languages OR language OR sources)
    return()
  endif()
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX EXCLUDE_FROM_ALL ON)
endfunction()
# SPDX-License-Identifier: Apache-2.0
