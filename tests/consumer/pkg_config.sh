# sh pkg_config.sh COMPILER PKG_CONFIG FOLDER PROGRAM.cpp OUTPUT: the program compiled as a Makefile would, and run.
set -eu
export PKG_CONFIG_PATH="$3"
"$1" "$4" $("$2" --cflags --libs strider) -o "$5"
"$5"
