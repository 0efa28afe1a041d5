#!/usr/bin/env python3
"""Processor seconds to compile a header alone, and one call of it: ours, CUB's and Thrust's.

  tools/compile_times.py [--repeat N] [--nvcc NVCC] > results/compile-times.txt

Medians of N compilations, by g++ at -O2 and by nvcc for sm_90 where there is one, in seconds of the processor, which other
work on the machine changes less than the time on the clock. The header of Thrust is compiled with its policy's.
"""
import argparse
import datetime
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

# pattern: for each library its header and a call.
CALLS = {
    "reduce": {
        "Strider": ("strider/reduce.hpp", "strider::reduce_into(at, values, result);"),
        "CUB": ("cub/device/device_reduce.cuh", "cub::DeviceReduce::Sum(temp, bytes, in, result, n, stream);"),
        "Thrust": ("thrust/reduce.h", "*result = thrust::reduce(thrust::cuda::par.on(stream), in, in + n);"),
    },
    "scan": {
        "Strider": ("strider/scan.hpp", "strider::inclusive_scan(at, values, results);"),
        "CUB": ("cub/device/device_scan.cuh", "cub::DeviceScan::InclusiveSum(temp, bytes, in, out, n, stream);"),
        "Thrust": ("thrust/scan.h", "thrust::inclusive_scan(thrust::cuda::par.on(stream), in, in + n, out);"),
    },
    "sort": {
        "Strider": ("strider/sort.hpp", "strider::sort(at, values, results);"),
        "CUB": ("cub/device/device_radix_sort.cuh",
                "cub::DeviceRadixSort::SortKeys(temp, bytes, in, out, n, 0, 32, stream);"),
        "Thrust": ("thrust/sort.h", "thrust::sort(thrust::cuda::par.on(stream), out, out + n);"),
    },
    "compact": {
        "Strider": ("strider/compact.hpp", "strider::compact_into(at, values, results, count, is_odd{});"),
        "CUB": ("cub/device/device_select.cuh", "cub::DeviceSelect::If(temp, bytes, in, out, count, n, is_odd{}, stream);"),
        "Thrust": ("thrust/copy.h", "thrust::copy_if(thrust::cuda::par.on(stream), in, in + n, out, is_odd{});"),
    },
}

PROLOGUE = """#include <cstdint>
#include <span>
#if !defined(__CUDACC__)
#define __host__
#define __device__
#endif
struct is_odd { __host__ __device__ bool operator()(int x) const { return x % 2 != 0; } };
"""
NAMES = {
    "Strider": "std::span<const int> values, std::span<int> results, int* result, std::uint64_t* count",
    "other": "void* temp, std::size_t& bytes, const int* in, int* out, int n, int* result, std::uint64_t* count, cudaStream_t stream",
}


def program(library, header, policy, call):
    text = f"#include <{header}>\n"
    if library == "Thrust":
        text = "#include <thrust/system/cuda/execution_policy.h>\n" + text
    if not call:
        return text
    names, at = (NAMES["Strider"], f"const {policy} at{{}};") if library == "Strider" else (NAMES["other"], "")
    return text + PROLOGUE + f"void call({names}) {{ {at} {call} }}\n"


def seconds(command, text, suffix, repeat):
    found = []
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / f"one{suffix}"
        file.write_text(text)
        for _ in range(repeat):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            done = subprocess.run([*command, "-o", f"{folder}/one.o", str(file)], capture_output=True, text=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if done.returncode != 0:
                sys.exit(f"this does not compile:\n{text}\n{done.stderr}")
            found.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return statistics.median(found)


def version(compiler):
    lines = subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout.splitlines()
    return next((line for line in lines if "release" in line), lines[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--compiler", default="g++")
    parser.add_argument("--nvcc", default="nvcc", help="left out where there is none")
    options = parser.parse_args()
    host = [options.compiler, "-std=c++20", "-O2", "-c", f"-I{ROOT}/include"]
    device = [options.nvcc, "-std=c++20", "-arch=sm_90", "-c", f"-I{ROOT}/include"]
    nvcc = shutil.which(options.nvcc)
    print(f"# {datetime.date.today()}; {version(options.compiler)}" + (f"; {version(nvcc)}" if nvcc else ""))
    print(f"# medians of {options.repeat}, seconds of the processor; {os.cpu_count()} cores, load when begun "
          f"{os.getloadavg()[0]:.1f}; nvcc for sm_90")
    print(f"{'header':34}{'compiled for':16}{'alone':>8}{'a call':>8}")
    for libraries in CALLS.values():
        for library, (header, call) in libraries.items():
            ways = [("nvcc", device, ".cu", "strider::gpu")] if nvcc else []
            if library == "Strider":
                ways = [("g++, serial", host, ".cpp", "strider::serial"),
                        ("g++, cpu", host, ".cpp", "strider::cpu"), *ways]
            for name, command, suffix, policy in ways:
                times = [seconds(command, program(library, header, policy, each), suffix, options.repeat)
                         for each in ("", call)]
                print(f"{header:34}{name:16}{times[0]:8.2f}{times[1]:8.2f}", flush=True)


if __name__ == "__main__":
    main()
# SPDX-License-Identifier: Apache-2.0
