#!/usr/bin/env bash
# The full run: what `./test` leaves out, for a night, a release, or a change that asks for it (CONTRIBUTING.md). Each part
# runs by itself.
#
#   ./test --all [PART...]      without arguments, every part
#
#   suites      every type and operator of the library: everything compiled and run, the CPU backend at -O3; each header
#               alone, suites over ranks on the emulator, the tables of docs/from-*.md, calls on views where the compiler
#               contracts, examples under MPI
#   machine     GPU modules as PTX for sm_75 and machine code for sm_90, GPU tests for sm_90.
#               The calls of CUB and Thrust in the documents compile
#   verdicts    the programs of tests/programs and tests/wrong, with 1, 2 and 16 workers in 20 orders each; tables of
#               host accesses in two orders
#   compilers   everything compiled by each compiler of tools/compilers.sh that is here
#   sanitizers  the tests of the library and of CPU rungs under AddressSanitizer and UndefinedBehaviorSanitizer
#   fuzz        each fuzz target for $FUZZ_SECONDS (60)
#   wheel       the wheel of the Python package is made, and tried in bare Debians, or, not as root, in a virtual environment here
#   release     the Debian packages are made, and installed and tried in bare Debians; and the part wheel
set -eu -o pipefail
cd -P "$(dirname "$0")/.."
. tools/setup.sh
known=(suites machine verdicts compilers sanitizers fuzz wheel release)
[ $# -gt 0 ] || set -- suites machine verdicts compilers sanitizers fuzz release
for part in "$@"; do
    case " ${known[*]} " in *" $part "*) ;; *) printf 'strider: no part "%s" of the full run; the parts are: %s\n' "$part" "${known[*]}" >&2; exit 2 ;; esac
done
strider_setup packages.txt packages-python.txt packages-test.txt packages-test-all.txt

suites() {
    strider_build all
    ctest --test-dir build/all --output-on-failure --parallel "$(nproc)"
}

machine() {
    command -v nvcc >/dev/null || { printf 'strider: machine: nvcc is not here\n' >&2; return 1; }
    strider_build cuda ladders/devices/gpu/all python/calls/gpu/all
    strider_build device tests/gpu/all strider_call_tables_ptx
}

verdicts() {
    strider_build test strider strider-nvcc
    python3 tests/programs/verdicts.py --jobs "$(nproc)" --strider-nvcc build/test/bin/strider-nvcc
    # The host's accesses in schedules where streams carry out late what they are given.
    for table in host host_lifetimes; do
        for seed in 1 5; do python3 "tests/matrix/$table.py" build/test/bin/strider --workers 1 --seed "$seed"; done
    done
}

compilers() { tools/compilers.sh; }

# The emulator is left out, and with it the command line: sanitizers know one stack a thread, and its lanes have a
# thousand.
sanitizers() {
    local programs=(strider_library_test strider_distributed_test strider_cpu_device_test)
    strider_build asan "${programs[@]}"
    printf 'build/asan/bin/%s\n' "${programs[@]}" |
        xargs -P "$(nproc)" -I{} env ASAN_OPTIONS=alloc_dealloc_mismatch=0:allocator_may_return_null=1 {} --gtest_brief=1
}

fuzz() {
    local target targets=()
    for target in tests/fuzz/fuzz_*.cpp; do targets+=("$(basename "$target" .cpp)"); done
    strider_build fuzz "${targets[@]}"
    for target in "${targets[@]}"; do
        printf 'strider: %s for %s s\n' "$target" "${FUZZ_SECONDS:-60}" >&2
        mkdir -p "build/fuzz/corpus/$target"
        "build/fuzz/bin/$target" -max_total_time="${FUZZ_SECONDS:-60}" -verbosity=0 -timeout=10 \
            "build/fuzz/corpus/$target" "tests/fuzz/corpus/${target#fuzz_}"
    done
}

wheel() {
    local suite python=$PWD/build/tried/bin/python3
    rm -rf build/dist build/tried
    tools/wheel.sh build/dist
    if [ "$(id -u)" -ne 0 ]; then  # here alone
        python3 -m venv build/tried
        "$python" -m pip install -q build/dist/strider-*.whl hypothesis
        "$python" -m strider ladder reduce
        "$python" tests/python/arrays_test.py
        "$python" tests/python/refusals_test.py
        "$python" tests/python/examples_test.py docs
        "$python" tests/python/notebooks_test.py
        return
    fi
    for suite in bookworm trixie; do STRIDER_CARRY=$(echo build/dist/strider-*.whl) tools/newcomer.sh "$suite" tools/try_wheel.sh; done
}

# Packages depend on the system that they are built on: so each bare Debian builds its own.
release() {
    local suite
    tools/update_docs.py --fresh
    for suite in bookworm trixie; do tools/newcomer.sh "$suite" tools/try_packages.sh; done
    wheel
}

failed=()
for part in "$@"; do
    printf 'strider: the full run: %s\n' "$part" >&2
    from=$SECONDS
    result=passed
    set +e  # a subshell in a condition would go on after a failure
    (set -e; "$part")
    [ $? -eq 0 ] || { result=FAILED; failed+=("$part"); }
    set -e
    printf 'strider: the full run: %s: %s after %d s\n' "$part" "$result" "$((SECONDS - from))" >&2
done
[ "${#failed[@]}" -eq 0 ]
# SPDX-License-Identifier: Apache-2.0
