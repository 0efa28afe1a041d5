#!/usr/bin/env bash
# Tries the wheel beside this checkout as a newcomer does, in a bare Debian: STRIDER_CARRY=WHEEL tools/newcomer.sh SUITE tools/try_wheel.sh
# Root installs Debian's packages alone.
set -eu -o pipefail
cd "$(dirname "$0")/../.."
checkout=$PWD/strider wheel=$(echo "$PWD"/strider-*.whl)
export DEBIAN_FRONTEND=noninteractive
install() { apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
apt-get update -qq
install python3-venv
useradd -m newcomer
chmod a+x "$PWD"
cd ~newcomer  # nothing of the checkout is found from here
user() { runuser -u newcomer -- env HOME="$PWD" PATH="$PWD/tried/bin:$PATH" "$@"; }
user python3 -m venv tried
user pip install -q "$wheel"
time user strider ladder reduce
time user python3 -c 'import strider'
printf '%s\n' '__global__ void fill(int* x) { x[threadIdx.x] = 1; }' 'int main() {' '    int* x;' '    cudaMalloc(&x, 4 * 32);' \
    '    fill<<<1, 33>>>(x);' '    return cudaDeviceSynchronize();' '}' >mine.cu
status=0
user strider check mine.cu 2>said || status=$?
cat said
[ "$status" -eq 2 ]
[ "$(wc -l <said)" -eq 1 ]
grep -q 'apt-get install g++' said
install g++
status=0
user strider check mine.cu || status=$?
[ "$status" -eq 1 ]
user pip install -q hypothesis
user python3 "$checkout/tests/python/arrays_test.py"
user python3 "$checkout/tests/python/refusals_test.py"
user python3 "$checkout/tests/python/examples_test.py" "$checkout/docs"
user python3 "$checkout/tests/python/notebooks_test.py"
# SPDX-License-Identifier: Apache-2.0
