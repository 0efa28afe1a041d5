# cmake -DARCHIVE=... -DLINKER=... -DNM=... -DOBJCOPY=... -DAR=... -P StriderPrivateTemplates.cmake
#
# Makes all weak definitions of a static library (its instances of std::string, std::sort, ...) local to it. The linker
# would otherwise merge them with those of kernel files, and the emulator's own code would then be instrumented: it would
# call itself and take its own accesses for the kernel's.
cmake_path(REMOVE_EXTENSION ARCHIVE OUTPUT_VARIABLE stem)
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

run(${LINKER} -r --force-group-allocation --whole-archive ${ARCHIVE} -o ${stem}.joined.o)
execute_process(COMMAND ${NM} --defined-only ${stem}.joined.o OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[0-9a-f]+ [VWu] [^\n]+" weak "${symbols}")
list(TRANSFORM weak REPLACE "^[0-9a-f]+ . " "")
list(JOIN weak "\n" weak)
file(WRITE ${stem}.weak "${weak}\n")
run(${OBJCOPY} --localize-symbols=${stem}.weak ${stem}.joined.o ${stem}.o)
file(REMOVE ${ARCHIVE})
run(${AR} qcs ${ARCHIVE} ${stem}.o)
file(REMOVE ${stem}.joined.o ${stem}.weak ${stem}.o)
# SPDX-License-Identifier: Apache-2.0
