#!/usr/bin/env bash
# README's "A first program" as it stands: its lines of shell, on its program, which must print what README says.
#
#   tools/newcomer.sh SUITE tests/docs/first_program.sh      on a bare Debian
#   tests/docs/first_program.sh FOLDER                       the last line alone, by the pkg-config files of FOLDER
set -eu
cd "$(dirname "$0")/../.."
section() { sed -n '/^## A first program$/,/^## /p' README.md; }
block() { section | sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" | sed '/^```/d'; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
block cpp >"$folder/first.cpp"
block sh >"$folder/lines.sh"
block text >"$folder/expected.txt"
if [ $# -gt 0 ]; then
    export PKG_CONFIG_PATH=$1
    tail -1 "$folder/lines.sh" >"$folder/last.sh"
    (cd "$folder" && bash -eu last.sh) >"$folder/printed.txt"
    sed 's/-O2/-O0/' "$folder/last.sh" >"$folder/debug.sh"  # as a Debug build has it
    (cd "$folder" && bash -eu debug.sh) | diff "$folder/printed.txt" -
else
    # In a copy, which holds the program where README's reader has it.
    mkdir "$folder/strider"
    tar -c --exclude=./build --exclude=./.git . | tar -x -C "$folder/strider"
    cp "$folder/first.cpp" "$folder/strider"
    (cd "$folder/strider" && bash -eux ../lines.sh) >"$folder/all.txt"
    tail -1 "$folder/all.txt" >"$folder/printed.txt"
fi
diff "$folder/expected.txt" "$folder/printed.txt"
echo "README's first program printed: $(cat "$folder/printed.txt")"
# SPDX-License-Identifier: Apache-2.0
