#!/usr/bin/env bash
# Builds everything, tests included, with each compiler, and prints a row of a table for each.
#
#   tools/compilers.sh [COMPILER...]      g++-12 clang++-19 nvcc/g++-13 ...; without arguments, those of the list that are here
#
# "nvcc/g++-13" is nvcc with that host compiler. What a compiler printed is kept in build/compilers/NAME.log. With TARGETS="..."
# only these targets are built; JOBS sets how many at once.
set -u
cd "$(dirname "$0")/.."
known=(g++-12 g++-13 g++-14 clang++-14 clang++-16 clang++-19 nvcc/g++-12 nvcc/g++-13)
[ $# -gt 0 ] || set -- "${known[@]}"
failed=0
printf '| compiler | version | result | core-seconds |\n| --- | --- | --- | --- |\n'
for name in "$@"; do
    compiler=${name#nvcc/}
    command -v "$compiler" >/dev/null || { printf '| %s | | not here | |\n' "$name"; continue; }
    options=(-DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_COMPILE_WARNING_AS_ERROR=OFF -DSTRIDER_CPU_FLAGS=)
    preset=test
    if [ "$name" != "$compiler" ]; then
        command -v nvcc >/dev/null || { printf '| %s | | not here | |\n' "$name"; continue; }
        preset=cuda
        options+=(-DCMAKE_CUDA_HOST_COMPILER="$compiler")
    fi
    folder=build/compilers/${name//\//-}
    mkdir -p "$folder"
    TIMEFORMAT='%U %S'
    { time { cmake --preset "$preset" -B "$folder" "${options[@]}" &&
             cmake --build "$folder" ${TARGETS:+--target $TARGETS} -- ${JOBS:+-j "$JOBS"} -k 0; } >"$folder.log" 2>&1; } 2>"$folder.time"
    result=passes
    tail -1 "$folder.log" | grep -qE 'no work to do|^\[[0-9]+/[0-9]+\]' || { result="**fails**: $(grep -m1 -E 'error|Error' "$folder.log" | cut -c1-120)"; failed=1; }
    printf '| %s | %s | %s | %.0f |\n' "$name" "$("$compiler" -dumpfullversion -dumpversion)" "$result" "$(awk '{print $1 + $2}' "$folder.time")"
done
exit "$failed"
# SPDX-License-Identifier: Apache-2.0
