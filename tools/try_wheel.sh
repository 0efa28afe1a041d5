#!/usr/bin/env bash
# Tries the wheel beside this checkout as a newcomer does, in a bare Debian, as root: STRIDER_CARRY=WHEEL tools/newcomer.sh SUITE tools/try_wheel.sh
set -eu -o pipefail
cd "$(dirname "$0")/../.."
checkout=$PWD/strider
export DEBIAN_FRONTEND=noninteractive
install() { apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
apt-get update -qq
install python3-venv
python3 -m venv tried
tried/bin/pip install -q strider-*.whl
export PATH=$PWD/tried/bin:$PATH
cd tried  # nothing of the checkout is found from here
strider ladder reduce --device simt --elements 1e5 --rungs 1-4
printf '%s\n' '__global__ void fill(int* x) { x[threadIdx.x] = 1; }' 'int main() {' '    int* x;' '    cudaMalloc(&x, 4 * 32);' \
    '    fill<<<1, 33>>>(x);' '    return cudaDeviceSynchronize();' '}' >mine.cu
status=0
strider check mine.cu 2>said || status=$?
cat said
[ "$status" -eq 2 ] && [ "$(wc -l <said)" -eq 1 ] && grep -q 'apt-get install g++' said
install g++
status=0
strider check mine.cu || status=$?
[ "$status" -eq 1 ]
tried=$PWD/bin/python3
"$tried" -m pip install -q hypothesis
"$tried" "$checkout/tests/python/arrays_test.py"
"$tried" "$checkout/tests/python/examples_test.py" "$checkout/docs/python.md"
"$tried" "$checkout/tests/python/notebooks_test.py"
# SPDX-License-Identifier: Apache-2.0
