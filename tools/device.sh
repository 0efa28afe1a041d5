#!/usr/bin/env bash
# On a machine with a GPU: every rung and every backend verified, compute-sanitizer's four tools, and the records of
# results/manifest.json. Writes to the folder OUT; the exit status is 1 if anything failed, 3 if records are left for another call.
#
#   cmake --preset device && cmake --build build/device       on the machine that has the compilers
#   tools/device.sh OUT [test|sanitize|ranks|resume ...]      on the machine that has the GPU; all of it by default
#   tools/records.py put OUT/taken.jsonl                      in the checkout: what was taken goes to results/
#
# `resume` takes what OUT/taken.jsonl lacks, and begins nothing that would end after $MINUTES (9): so call it again until its
# status is 0. A tree that is not its commit's is refused. PATTERNS="scan map" leaves the other patterns out.
set -u
cd "$(dirname "$0")/.."
out=${1:?usage: tools/device.sh OUT [test|sanitize|ranks|resume ...]}
shift
parts=${*:-test sanitize ranks resume}
bin=build/device/bin
log=$out/log.txt
failed=0
mkdir -p "$out"

export LD_LIBRARY_PATH=$bin${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

step() {  # step NAME COMMAND...: the end of what it prints goes to the log; its failure is remembered
    local name=$1 from=$SECONDS status
    shift
    "$@" >"$out/step.tmp" 2>&1
    status=$?
    { printf '== %s: exit %d, %d s\n' "$name" "$status" "$((SECONDS - from))"; tail -n "${lines:-25}" "$out/step.tmp"; } | tee -a "$log"
    [ "$status" -eq 0 ] || failed=1
    rm -f "$out/step.tmp"
}

has() { case " $parts " in *" $1 "*) return 0 ;; esac; return 1; }
patterns=${PATTERNS:-$(cd ladders && ls -d */README.md | sed 's,/.*,,; s,_,-,g')}
module() { printf '%s/libstrider_gpu_%s.so' "$bin" "${1//-/_}"; }

if has test; then
    for pattern in $patterns; do step "every rung of $pattern" "$bin/strider_rungs_test" "$(module "$pattern")" "$pattern"; done
    step 'the library on the GPU' "$bin/strider_gpu_tests"
    step 'the library and a device that is lost' "$bin/strider_lost_device_test"
    step 'programs on the GPU as in the emulator' env CUDA_VISIBLE_DEVICES=0 python3 tests/programs/on_gpu.py
    step "ladders on numbers of the caller's" python3 tests/lab/input_test.py "$bin/strider" gpu
fi

if has sanitize; then
    # The whole suite would take hours: the few sizes are those that change the shape of a launch.
    few='*FewSizes*'
    # Calls that CUDA refuses, as one test has it do, are no findings. Under racecheck host threads that launch at once hang.
    for tool in 'memcheck --report-api-errors no' racecheck initcheck synccheck; do
        lines=6
        not=
        [ "$tool" != racecheck ] || not=':*SeveralThreadsAtOnce*'
        for pattern in $patterns; do
            step "compute-sanitizer ${tool%% *}, $pattern" compute-sanitizer --tool $tool --error-exitcode 9 \
                "$bin/strider_rungs_test" "$(module "$pattern")" "$pattern" --gtest_filter="$few"
        done
        step "compute-sanitizer ${tool%% *}, library" env STRIDER_FEW_SIZES=1 compute-sanitizer --tool $tool --error-exitcode 9 \
            "$bin/strider_gpu_tests" --gtest_filter="Cuda/*-Cuda/Convolve*:Cuda/SegmentedScan*:Cuda/Atomic*:Cuda/Lock*$not"
        unset lines
    done
fi

if has ranks && [ "$(nvidia-smi -L | wc -l)" -gt 1 ]; then
    # Of the targets strider_gpu_mpi_test, strider_gpu_nccl_test and strider_killed_rank_nccl, where they have been built.
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
    export OMPI_MCA_hwloc_base_binding_policy=none
    for ranks in 2 3 5; do
        [ ! -x $bin/strider_gpu_mpi_test ] || step "$ranks processes, MPI" mpirun -n $ranks $bin/strider_gpu_mpi_test --gtest_brief=1
    done
    for ranks in 1 2; do
        [ ! -x $bin/strider_gpu_nccl_test ] || step "$ranks processes, NCCL" mpirun -n $ranks $bin/strider_gpu_nccl_test --gtest_brief=1
    done
    [ ! -x $bin/strider_killed_rank_nccl ] || step 'a rank is killed, NCCL' $bin/strider_killed_rank_nccl 10
fi

if has resume; then
    # Of ladders the patterns' alone; what is measured of no pattern goes with all of them.
    python3 tools/records.py take "$out" --minutes "${MINUTES:-9}" --only "${PATTERNS:+ (${PATTERNS// /|})( |\$)}" | tee -a "$log"
    status=${PIPESTATUS[0]}
    [ "$failed" -ne 0 ] || failed=$status
fi
exit "$failed"
# SPDX-License-Identifier: Apache-2.0
