#!/usr/bin/env python3
"""Times the Python package's calls beside NumPy, CuPy and PyTorch, on the host and on a GPU. PYTHONPATH names the package.

tools/bench_python.py [--most N] [--seconds S] [--device gpu|cpu]

Libraries that are not installed are left out, as is the GPU without one. Every result is compared before it is timed. Calls
take turns, round after round; a row has the median of ours, and of every other the median of its ratios to ours in one round:
above 1 we are faster. Times on a GPU are of a call and the wait for it; "host" is what one of many calls that nobody waits
for takes of the host.

PyTorch's take checks indices in its kernel: a wrong one ends the program's use of the GPU. Its segment_reduce checks no
offsets. Ours raise an exception before they return, and so wait for the GPU.
"""
import argparse
import statistics
import sys
import time

import numpy as np
import strider

options = argparse.ArgumentParser()
options.add_argument("--most", type=int, default=24, help="sizes go to 2^MOST")
options.add_argument("--seconds", type=float, default=0.25, help="of one row")
options.add_argument("--device", choices=("gpu", "cpu", "both"), default="both")
options = options.parse_args()
try:
    import torch
except ImportError:
    torch = None
try:
    import cupy
except ImportError:
    cupy = None
has_gpu = options.device != "cpu" and torch is not None and torch.cuda.is_available()
if options.device == "gpu" and not has_gpu:
    sys.exit("no GPU that PyTorch uses")


def rounds_of(calls, wait):
    """Times of each call, in microseconds, round after round."""
    for call in calls:
        call(), call()
    wait()
    times, end = [[] for _ in calls], time.perf_counter() + options.seconds
    while time.perf_counter() < end or len(times[0]) < 5:
        for call, found in zip(calls, times):
            start = time.perf_counter()
            call()
            wait()
            found.append((time.perf_counter() - start) * 1e6)
    return times


def row(name, size, calls, wait, same):
    """`calls`: names and functions, ours first."""
    right = calls[0][1]()
    for other, call in calls[1:]:
        if not same(right, call()):
            sys.exit(f"{name} at 2^{size}: {other} has another result")
    times = rounds_of([call for _, call in calls], wait)
    ratios = "  ".join(f"{other} {statistics.median(b / a for a, b in zip(times[0], found)):8.2f}"
                       for (other, _), found in zip(calls[1:], times[1:]))
    print(f"{name:28}2^{size:<4}{statistics.median(times[0]):12.1f} us  {ratios}", flush=True)


def deterministic(call):
    def of_torch():
        torch.use_deterministic_algorithms(True)
        try:
            return call()
        finally:
            torch.use_deterministic_algorithms(False)
    return of_torch


def close(to_host):
    def same(a, b):
        a, b = np.asarray(to_host(a)), np.asarray(to_host(b))
        return a.shape == b.shape and np.allclose(a, b, rtol=1e-3, atol=1e-2 * max(1.0, float(np.max(np.abs(b))) if b.size else 1))
    return same


def host_rows(size):
    n = 1 << size
    x = np.random.default_rng(1).standard_normal(n).astype("f4")
    at = np.random.default_rng(2).integers(0, max(n // 16, 1), n)
    sums, t, mask = np.zeros(max(n // 16, 1), "f4"), torch and torch.from_numpy(x), x > 0
    side = 1 << size // 2
    matrix, ends = x[:side * side].reshape(side, side), np.arange(0, n + 1, n >> 6)
    t_matrix, t_ends = (torch.from_numpy(matrix), torch.from_numpy(ends)) if torch else (None, None)

    def added():
        found = sums.copy()
        np.add.at(found, at, x)
        return found

    for name, ours, by_numpy, by_torch in [
            ("sum", lambda: strider.sum(x), lambda: np.sum(x), lambda: torch.sum(t)),
            ("sum axis=0", lambda: strider.sum(matrix, 0), lambda: np.sum(matrix, 0), lambda: torch.sum(t_matrix, 0)),
            ("sum axis=1", lambda: strider.sum(matrix, 1), lambda: np.sum(matrix, 1), lambda: torch.sum(t_matrix, 1)),
            ("cumsum", lambda: strider.cumsum(x), lambda: np.cumsum(x), lambda: torch.cumsum(t, 0)),
            ("segment_sum of 64", lambda: strider.segment_sum(x, ends), lambda: np.add.reduceat(x, ends[:-1]),
             lambda: torch.segment_reduce(t, "sum", offsets=t_ends)),
            ("index_add", lambda: strider.index_add(sums, at, x), added,
             lambda: torch.from_numpy(sums).index_add(0, torch.from_numpy(at), t)),
            ("take", lambda: strider.take(x, at), lambda: np.take(x, at), lambda: torch.take(t, torch.from_numpy(at))),
            ("compact", lambda: strider.compact(x, mask), lambda: x[mask], lambda: t[torch.from_numpy(mask)]),
            ("sort", lambda: strider.sort(x), lambda: np.sort(x), lambda: torch.sort(t)[0]),
            ("top_k of 64", lambda: strider.top_k(x, 64)[0], None, lambda: torch.topk(t, 64)[0]),
            ("histogram of 64", lambda: strider.histogram(x, 64, (-4, 4))[0], lambda: np.histogram(x, 64, (-4, 4))[0], None),
            ("transpose", lambda: strider.transpose(matrix), lambda: np.ascontiguousarray(matrix.T),
             lambda: t_matrix.t().contiguous())]:
        others = ([("NumPy", by_numpy)] if by_numpy else []) + ([("PyTorch", by_torch)] if torch and by_torch else [])
        row(name, size, [("", ours), *others], lambda: None, close(np.asarray))


def gpu_rows(size):
    n, few = 1 << size, max((1 << size) // 16, 1)
    host, where = np.random.default_rng(1).standard_normal(n).astype("f4"), np.random.default_rng(2).integers(0, few, n)
    x, at = torch.from_numpy(host).cuda(), torch.from_numpy(where).cuda()
    c, c_at = (cupy.asarray(host), cupy.asarray(where)) if cupy else (None, None)
    sums, side = torch.zeros(few, device="cuda"), 1 << size // 2
    c_sums, mask = cupy.zeros(few, "f4") if cupy else None, x > 0
    matrix = x[:side * side].view(side, side)
    c_mask, c_matrix = (c > 0, c[:side * side].reshape(side, side)) if cupy else (None, None)
    ends = torch.arange(0, n + 1, max(n >> 6, 1), device="cuda")

    def added():
        found = c_sums.copy()
        cupy.add.at(found, c_at, c)
        return found

    def plain(a):
        return a.cpu().numpy() if isinstance(a, torch.Tensor) else cupy.asnumpy(a)

    for name, ours, by_torch, by_cupy in [
            ("sum", lambda: strider.sum(x), lambda: torch.sum(x), lambda: cupy.sum(c)),
            ("sum axis=0", lambda: strider.sum(matrix, 0), lambda: torch.sum(matrix, 0), lambda: cupy.sum(c_matrix, 0)),
            ("sum axis=1", lambda: strider.sum(matrix, 1), lambda: torch.sum(matrix, 1), lambda: cupy.sum(c_matrix, 1)),
            ("cumsum", lambda: strider.cumsum(x), lambda: torch.cumsum(x, 0), lambda: cupy.cumsum(c)),
            ("segment_sum of 64", lambda: strider.segment_sum(x, ends), lambda: torch.segment_reduce(x, "sum", offsets=ends), None),
            ("index_add", lambda: strider.index_add(sums, at, x), deterministic(lambda: sums.index_add(0, at, x)), added),
            ("take", lambda: strider.take(x, at), lambda: torch.take(x, at), lambda: cupy.take(c, c_at)),
            ("compact", lambda: strider.compact(x, mask), lambda: x[mask], lambda: c[c_mask]),
            ("sort", lambda: strider.sort(x), lambda: torch.sort(x)[0], lambda: cupy.sort(c)),
            ("top_k of 64", lambda: strider.top_k(x, 64)[0], lambda: torch.topk(x, 64)[0], None),
            ("histogram of 64", lambda: strider.histogram(x, 64, (-4, 4))[0], None, lambda: cupy.histogram(c, 64, (-4, 4))[0]),
            ("transpose", lambda: strider.transpose(matrix), lambda: matrix.t().contiguous(), lambda: cupy.ascontiguousarray(c_matrix.T))]:
        others = [("PyTorch", by_torch)] if by_torch else []
        others += [("CuPy", by_cupy)] if cupy and by_cupy else []
        row(name, size, [("", ours), *others], torch.cuda.synchronize, close(plain))


def host_time(name, call, wait):
    """Of one call of a hundred that nobody waits for, in microseconds: the median of 50 times."""
    times = []
    for _ in range(50):
        wait()
        start = time.perf_counter()
        for _ in range(100):
            call()
        times.append((time.perf_counter() - start) * 1e4)
    wait()
    print(f"host time of {name:32}{statistics.median(times):8.2f} us", flush=True)


versions = [f"NumPy {np.__version__}"] + [f"{name} {module.__version__}" for name, module in (("PyTorch", torch), ("CuPy", cupy)) if module]
print(f"# tools/bench_python.py, f32: {', '.join(versions)}; ratios are the others' time over ours. index_add of PyTorch on a GPU is in its "
      "deterministic mode.")
if has_gpu:
    print(f"on {torch.cuda.get_device_name()}")
    small = torch.ones(1000, device="cuda")
    host_time("one launch by PyTorch", lambda: torch.cuda._sleep(0), torch.cuda.synchronize)
    host_time("an empty result of PyTorch", lambda: small.new_empty(()), torch.cuda.synchronize)
    arrays = [("PyTorch", small, torch.sum)] + ([("CuPy", cupy.ones(1000, "f4"), cupy.sum)] if cupy else [])
    for name, x, theirs in arrays:
        host_time(f"strider.sum of {name}", lambda: strider.sum(x), torch.cuda.synchronize)
        host_time(f"{name}'s own sum", lambda: theirs(x), torch.cuda.synchronize)
        host_time(f"strider.cumsum of {name}", lambda: strider.cumsum(x), torch.cuda.synchronize)
    for size in range(12, options.most + 1, 4):
        gpu_rows(size)
if options.device == "gpu":
    sys.exit(0)
with open("/proc/cpuinfo", encoding="utf-8") as file:
    model = next((line.split(":", 1)[1].strip() for line in file if line.startswith("model name")), "unnamed processor")
print(f"on the host, {model}")
small = np.ones(8, "f4")
host_time("strider.sum of NumPy", lambda: strider.sum(small), lambda: None)
host_time("NumPy's own sum", lambda: np.sum(small), lambda: None)
for size in range(12, options.most + 1, 4):
    host_rows(size)
# SPDX-License-Identifier: Apache-2.0
