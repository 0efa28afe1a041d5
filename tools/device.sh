#!/usr/bin/env bash
# On a machine with a GPU, everything in one call: every rung and every backend verified, compute-sanitizer's four tools, and
# the records. Writes to the folder OUT; the exit status is 1 where anything failed.
#
#   cmake --preset device && cmake --build build/device        on the machine that has the compilers
#   tools/device.sh OUT [test|sanitize|measure|exhibits|sizes|ranks ...]   on the machine that has the GPU; all of it by default
#
# PATTERNS="scan map" leaves the other patterns out.
set -u
cd "$(dirname "$0")/.."
out=${1:?usage: tools/device.sh OUT [test|sanitize|measure|exhibits|sizes|ranks ...]}
shift
parts=${*:-test sanitize measure exhibits sizes ranks}
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

record() {  # record FILE ARGS...: appends the records of a command
    local file=$1 from=$SECONDS
    shift
    if "$bin/strider" "$@" --format jsonl >"$out/record.tmp" 2>"$out/error.tmp"; then
        cat "$out/record.tmp" >>"$out/$file"
        printf 'recorded: %s (%d s)\n' "$*" "$((SECONDS - from))" | tee -a "$log"
    else
        { printf 'FAILED: %s\n' "$*"; cat "$out/error.tmp"; tail -c 600 "$out/record.tmp"; } | tee -a "$log"
        failed=1
    fi
    rm -f "$out/record.tmp" "$out/error.tmp"
}

has() { case " $parts " in *" $1 "*) return 0 ;; esac; return 1; }
patterns=${PATTERNS:-$(cd ladders && ls -d */problem.hpp | sed 's,/.*,,; s,_,-,g')}
module() { printf '%s/libstrider_gpu_%s.so' "$bin" "${1//-/_}"; }
wants() { case " $(echo $patterns) " in *" $1 "*) return 0 ;; esac; return 1; }

if has test; then
    for pattern in $patterns; do step "every rung of $pattern" "$bin/strider_rungs_test" "$(module "$pattern")" "$pattern"; done
    step 'the library on the GPU' "$bin/strider_gpu_tests"
    step 'the library and a device that is lost' "$bin/strider_lost_device_test"
    step 'programs on the GPU as in the executor' env CUDA_VISIBLE_DEVICES=0 python3 tests/programs/on_gpu.py
    step 'files on the GPU as on the CPU' python3 tests/data/devices_test.py "$bin/strider" gpu
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

ladder() { local pattern=$1; shift; wants "$pattern" && record "$pattern-ladder.jsonl" ladder "$pattern" --device gpu "$@"; }

if has measure; then
    step 'devices' "$bin/strider" devices
    for elements in 2^26 2^28 2^30; do ladder reduce --elements "$elements"; done
    ladder reduce --elements 2^26 --type f32
    for elements in 2^20 2^26 2^28; do ladder scan --elements "$elements"; done
    ladder scan --elements 2^26 --set kind=exclusive
    for elements in 2^20 2^28; do ladder scan --elements "$elements" --type f64; done
    for samples in uniform skewed constant; do ladder histogram --elements 2^28 --set samples=$samples; done
    ladder histogram --elements 2^20
    for bins in 256 2048 16384 65536 200000; do ladder histogram --elements 2^28 --type f32 --set bins=$bins; done
    for mask in 3 5 9 15; do ladder convolve --elements 2^26 --set mask=$mask; done
    for elements in 2^20 2^28; do ladder convolve --elements "$elements" --set mask=5; done
    for mask in 3 5 9 15; do ladder convolve --elements 2^26 --set mask=$mask --set boundary=replicate; done
    ladder convolve --elements 2^26 --type u8
    ladder convolve --elements 2^26 --set dimensions=1 --set mask=9
    for elements in 2^20 2^26 2^28 268402689; do ladder transpose --elements "$elements"; done
    for type in u8 f64; do ladder transpose --elements 2^26 --type $type; done
    for elements in 2^20 2^28; do ladder map --elements "$elements"; done
    for indices in sequential strided random; do
        ladder gather --elements 2^26 --set indices=$indices
        ladder scatter --elements 2^26 --set indices=$indices
    done
    for elements in 2^20 2^28; do
        ladder gather --elements "$elements"
        ladder scatter --elements "$elements"
    done
    ladder scatter --elements 2^26 --set indices=colliding
    for elements in 2^20 2^28; do
        for length in 16 256 4096; do ladder segmented-reduce --elements "$elements" --set length=$length; done
    done
    ladder segmented-reduce --elements 2^28 --set spread=power-law
    for elements in 2^20 2^26 2^28; do ladder compact --elements "$elements"; done
    for percent in 0 10 90 100; do ladder compact --elements 2^28 --set kept_percent=$percent; done
    ladder compact --elements 2^28 --set order=input
    ladder critical-section
fi

if has exhibits; then
    for exhibit in harris-2007 five-strategies v100-reduction lab-vector-sum v100-transpose; do
        record reproduce.jsonl reproduce "$exhibit" --device gpu
    done
fi

if has sizes; then
    for type in i32 f32 i64 f64; do
        for elements in 2^10 2^12 2^14 2^16 2^18 2^20 2^22 2^24 2^26 2^28 2^30; do
            case "$type$elements" in ?642^30) continue ;; esac
            record reduce-sizes.jsonl ladder reduce --device gpu --type "$type" --elements "$elements" --rungs 90,91
        done
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
    for pattern in reduce scan histogram; do
        wants $pattern && record ranks.jsonl ladder $pattern --device gpu --gpus all --elements 2^30
    done
fi
rm -f "$out"/*.tmp
exit "$failed"
