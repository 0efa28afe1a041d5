# sh pkg_config.sh COMPILER PKG_CONFIG FOLDER SOURCES OUTPUT: programs compiled as a Makefile would, for each component that
# runs here, and run. The standard is the program's choice (c++2b: C++23, by the
# name that clang 14 knows).
set -eu
compiler=$1 pkg_config=$2 sources=$4 output=$5
export PKG_CONFIG_PATH="$3"
warnings="-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror"  # the headers give none
flags() { "$pkg_config" "$@"; }

"$compiler" -std=c++20 $warnings "$sources/main.cpp" $(flags --cflags --libs strider) -o "$output"
"$output"
"$compiler" -std=c++2b $warnings "$sources/main.cpp" $(flags --cflags --libs strider-cpu) -o "$output"
"$output"
"$compiler" -std=c++20 $(flags --cflags strider-emulator) $(flags --variable=kernel_cflags strider-emulator) -c "$sources/main.cu" -o "$output.o"
"$compiler" "$output.o" $(flags --libs strider-emulator) -o "$output"
"$output"

# No file of ours has a standard, and those of headers alone name no library.
for component in strider-core strider-cuda strider-cpu strider-emulator; do
    case "$(flags --cflags $component)" in *-std=*) echo "$component asks for a standard"; exit 1 ;; esac
done
for component in strider-core strider-cuda; do
    case "$(flags --libs $component)" in *-l*) echo "$component names a library"; exit 1 ;; esac
done
# SPDX-License-Identifier: Apache-2.0
