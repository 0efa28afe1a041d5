#!/usr/bin/env bash
# On a machine with a GPU, everything in one call: every rung and every backend verified, compute-sanitizer's four tools, and
# the records. Writes to the folder OUT; the exit status is 1 where anything failed.
#
#   cmake --preset device && cmake --build build/device        on the machine that has the compilers
#   tools/device.sh OUT [test|sanitize|measure ...]            on the machine that has the GPU; all three by default
set -u
cd "$(dirname "$0")/.."
out=${1:?usage: tools/device.sh OUT [test|sanitize|measure ...]}
shift
parts=${*:-test sanitize measure}
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
    if "$bin/strider" "$@" --format json >"$out/record.tmp" 2>"$out/error.tmp"; then
        cat "$out/record.tmp" >>"$out/$file"
        printf 'recorded: %s (%d s)\n' "$*" "$((SECONDS - from))" | tee -a "$log"
    else
        { printf 'FAILED: %s\n' "$*"; cat "$out/error.tmp"; tail -c 600 "$out/record.tmp"; } | tee -a "$log"
        failed=1
    fi
    rm -f "$out/record.tmp" "$out/error.tmp"
}

case " $parts " in *" test "*)
    step 'every rung' "$bin/strider_rungs_test" "$bin/libstrider_gpu.so"
    step 'the library on the GPU' "$bin/strider_gpu_tests"
    ;;
esac

case " $parts " in *" sanitize "*)
    # racecheck follows every access to shared memory: it gets the small sizes alone.
    few='*FewSizes*'
    many='-*LargeChunks*:*TwelveDecades*:*TwoToTheThirtyTwo*:*ErrorsSay*'
    for tool in memcheck racecheck initcheck synccheck; do
        [ "$tool" = racecheck ] && filter=$few || filter=$many
        lines=6
        step "compute-sanitizer $tool, rungs" compute-sanitizer --tool "$tool" --error-exitcode 9 \
            "$bin/strider_rungs_test" "$bin/libstrider_gpu.so" --gtest_filter="$few"
        step "compute-sanitizer $tool, library" compute-sanitizer --tool "$tool" --error-exitcode 9 \
            "$bin/strider_gpu_tests" --gtest_filter="$filter"
        unset lines
    done
    ;;
esac

case " $parts " in *" measure "*)
    step 'devices' "$bin/strider" devices
    for elements in 2^26 2^28 2^30; do record reduce-ladder.jsonl ladder reduce --device gpu --elements "$elements"; done
    record reduce-ladder.jsonl ladder reduce --device gpu --elements 2^26 --type f32
    for exhibit in harris-2007 five-strategies v100-reduction lab-vector-sum; do
        record reproduce.jsonl reproduce "$exhibit" --device gpu
    done
    for type in i32 f32 i64 f64; do
        for elements in 2^10 2^12 2^14 2^16 2^18 2^20 2^22 2^24 2^26 2^28 2^30; do
            case "$type$elements" in ?642^30) continue ;; esac
            record reduce-sizes.jsonl ladder reduce --device gpu --type "$type" --elements "$elements" --rungs 90,91
        done
    done
    ;;
esac
rm -f "$out"/*.tmp
exit "$failed"
