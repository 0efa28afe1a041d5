#!/usr/bin/env python3
"""The calls on arrays of a GPU: the bits and the errors of the host's, on the caller's stream: gpu_test.py [-v]. PYTHONPATH names the package.

Left out (77) without a GPU, or without CuPy and PyTorch.
"""
import os
import sys
import unittest

try:
    import numpy as np
    import strider
except ImportError as missing:
    print(f"left out: {missing}")
    sys.exit(77)

KINDS = {}
try:
    import cupy
    if cupy.cuda.runtime.getDeviceCount():
        KINDS["cupy"] = (cupy.asarray, cupy.asnumpy, cupy.ndarray)
except Exception as missing:  # CuPy has an exception of its own where there is no driver
    print(f"without CuPy: {missing}")
try:
    import torch
    if torch.cuda.is_available():
        KINDS["torch"] = (lambda x: torch.as_tensor(np.array(x), device="cuda"), lambda x: x.cpu().numpy(), torch.Tensor)
except ImportError as missing:
    print(f"without PyTorch: {missing}")
if not KINDS:
    print("left out: no GPU that CuPy or PyTorch uses")
    sys.exit(77)

RANDOM = np.random.default_rng(7)
TYPES = ["bool", "i1", "u1", "i2", "i4", "i8", "f2", "f4", "f8"]


def numbers(shape, kind="f4"):
    found = RANDOM.standard_normal(shape) * 100
    return (np.abs(found) if np.dtype(kind).kind in "ub" else found).astype(kind)


def calls(x):
    """Calls whose arguments after the first may stay on the host, each a function of an array."""
    vector = x.reshape(-1)
    index = RANDOM.integers(0, vector.size, min(3000, vector.size))
    ends = np.sort(np.concatenate([[0, 3, 3], RANDOM.integers(0, vector.size, 20)]))
    mask = RANDOM.integers(0, 2, vector.size).astype(bool)
    found = {}
    for op in ("sum", "prod", "min", "max"):
        call = getattr(strider, op)
        found[op] = call
        for axis in range(-1, x.ndim):
            found[f"{op} axis {axis}"] = lambda a, call=call, axis=axis: call(a, axis, keepdims=axis == 0)
        found[f"scan {op}"] = lambda a, op=op: strider.scan(a, op)
        found[f"exclusive {op}"] = lambda a, op=op: strider.scan(a, op, a.ndim - 1, exclusive=True)
        found[f"segments {op}"] = lambda a, op=op: strider.segment_reduce(a.reshape(-1), ends, op)
        found[f"by key {op}"] = lambda a, op=op: strider.reduce_by_key(strider.sort(a.reshape(-1)), a.reshape(-1), op)
    found.update({
        "sum f8": lambda a: strider.sum(a, dtype=np.float64), "mean": strider.mean, "mean 0": lambda a: strider.mean(a, 0),
        "var": strider.var, "std": lambda a: strider.std(a, 0, ddof=1), "argmin": strider.argmin, "argmax": strider.argmax,
        "cumsum 0": lambda a: strider.cumsum(a, 0), "cumsum f8": lambda a: strider.cumsum(a, dtype=np.float64),
        "dot": lambda a: strider.dot(a.reshape(-1), a.reshape(-1)), "segment_sum": lambda a: strider.segment_sum(a.reshape(-1), ends),
        "compact": lambda a: strider.compact(a.reshape(-1), mask), "unique": strider.unique,
        "sort": strider.sort, "sort 0": lambda a: strider.sort(a, 0), "sort all": lambda a: strider.sort(a, None),
        "sum of all but one": lambda a: strider.sum(a, tuple(range(1, a.ndim))), "argmin 0": lambda a: strider.argmin(a, 0),
        "argmax -1": lambda a: strider.argmax(a, -1, keepdims=True), "take -1": lambda a: strider.take(a, [[3, 0]], -1),
        "counts": lambda a: strider.unique(a, return_counts=True), "argsort": strider.argsort, "take": lambda a: strider.take(a, index),
        "put": lambda a: strider.put(a, np.unique(index), a.reshape(-1)[np.unique(index).size - 1]),
        "top_k": lambda a: strider.top_k(a, min(9, a.shape[-1])), "top_k 0": lambda a: strider.top_k(a, 3, 0),
        "histogram": strider.histogram, "histogram of edges": lambda a: strider.histogram(a, [-50.0, 0.0, 0.5, 90.0]),
    })
    if x.ndim == 2:
        found["transpose"] = strider.transpose
        if x.dtype in ("u1", "f4", "f8"):
            for boundary in ("zero", "wrap"):
                found[f"convolve {boundary}"] = lambda a, b=boundary: strider.convolve(a, np.arange(9.0).reshape(3, 3), b)
    if x.dtype in ("f4", "f8", "i8"):
        found["index_add"] = lambda a: strider.index_add(a, index, a.reshape(-1)[:index.size])
    if x.dtype.kind in "iu":
        found["bincount"] = lambda a: strider.bincount(a.reshape(-1) * (a.reshape(-1) > 0), minlength=5)
    return found


class Calls(unittest.TestCase):
    def same(self, found, right, to_host, kind):
        if isinstance(right, tuple):
            self.assertEqual(len(found), len(right))
            for one, other in zip(found, right):
                self.same(one, other, to_host, kind)
        elif isinstance(right, int):
            self.assertEqual(found, right)
        else:
            self.assertIsInstance(found, kind)
            found, right = to_host(found), np.asarray(right)
            self.assertEqual((found.dtype, found.shape), (right.dtype, right.shape))
            self.assertEqual(found.tobytes(), np.ascontiguousarray(right).tobytes())

    def test_bits_of_the_host(self):
        for name, (to_gpu, to_host, kind) in KINDS.items():
            for dtype in TYPES:
                for shape in [(20_011,), (130, 71), (7, 33, 20)] if dtype in ("f4", "i4") else [(131, 37)]:
                    x = numbers(shape, dtype)
                    for call, function in calls(x).items():
                        with self.subTest(f"{name}: {call} of {dtype} {shape}"), np.errstate(all="ignore"):
                            try:
                                right = function(x)
                            except (TypeError, ValueError) as refused:
                                with self.assertRaises(type(refused)):
                                    function(to_gpu(x))
                                continue
                            self.same(function(to_gpu(x)), right, to_host, kind)

    def test_large(self):
        for name, (to_gpu, to_host, kind) in KINDS.items():
            x, index = numbers(5_000_003), RANDOM.integers(0, 1000, 5_000_003)
            x[17] = np.nan
            for call, function in {"sum": strider.sum, "max": strider.max, "index_add": lambda a: strider.index_add(a[:1000], index, a),
                                   "sort": strider.sort, "argsort": strider.argsort, "take": lambda a: strider.take(a, index),
                                   "argmax": strider.argmax, "cumsum": lambda a: strider.cumsum(a[18:])}.items():
                with self.subTest(f"{name}: {call}"):
                    self.same(function(to_gpu(x)), function(x), to_host, kind)
            found, right = to_host(strider.cumsum(to_gpu(x))), strider.cumsum(x)  # the bits of a scan's NaN may differ (scan.hpp)
            self.assertEqual(found[:17].tobytes(), right[:17].tobytes())
            self.assertTrue(np.isnan(found[17:]).all() and np.isnan(right[17:]).all())

    def test_zeros_and_nans_of_both_signs(self):
        x = np.tile(np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1.5, -1.5, -np.nan], "f8"), 40)
        ends = [0, 2, 8, 8, 320]
        of_rows = {f"{name} {k}": (lambda a, k=k: strider.top_k(a, k)) for name, k in (("none", 0), ("top_k", 2))}
        of_floats = {name: getattr(strider, name) for name in ("sort", "argsort", "unique", "sum", "prod", "min", "max", "argmin",
                                                              "argmax", "mean", "var", "std")}
        of_floats |= {"top_k": lambda a: strider.top_k(a, 320),
                      "segments": lambda a: strider.segment_reduce(a, ends, "max"), "dot": lambda a: strider.dot(a, a),
                      "by key": lambda a: strider.reduce_by_key(a, a, "min")}
        for name, (to_gpu, to_host, kind) in KINDS.items():
            for given in (x, x.astype("f4"), x.astype("f2"), np.array([0, 1 << 63, 5, (1 << 64) - 1, 5], "u8"), np.zeros((3, 2))):
                for call, function in (of_rows | (of_floats if given.shape == x.shape else {})).items():
                    with self.subTest(f"{name}: {call} of {given.dtype}"), np.errstate(all="ignore"):
                        self.same(function(to_gpu(given)), function(given), to_host, kind)

    def test_none_and_gaps(self):
        for name, (to_gpu, to_host, kind) in KINDS.items():
            with self.subTest(name):
                self.same(strider.sum(to_gpu(np.empty(0, "f4"))), np.float32(0), to_host, kind)
                self.same(strider.cumsum(to_gpu(np.empty(0, "f4"))), np.empty(0, "f4"), to_host, kind)
                with self.assertRaisesRegex(ValueError, "no elements"):
                    strider.max(to_gpu(np.empty(0, "f4")))
                x = numbers((40, 60, 3))
                for view in (lambda a: a[::2, 1:, :], lambda a: a[..., 1], lambda a: a.transpose(0, 1)
                             if isinstance(a, torch_tensor) else a.swapaxes(0, 1)):
                    for call in (strider.sum, lambda a: strider.sum(a, 1), strider.cumsum, strider.sort, strider.argmin):
                        self.same(call(view(to_gpu(x))), call(view(x)), to_host, kind)

    def test_outputs(self):
        for name, (to_gpu, to_host, kind) in KINDS.items():
            with self.subTest(name):
                x = numbers((30, 50))
                for call, shape in [(lambda a, out: strider.sum(a, 0, out=out), (50,)), (lambda a, out: strider.cumsum(a, 1, out=out), (30, 50)),
                                    (lambda a, out: strider.transpose(a, out), (50, 30)), (lambda a, out: strider.max(a, out=out), ()),
                                    (lambda a, out: strider.segment_sum(a, [0, 7, 1500], out=out), (2,)),
                                    (lambda a, out: strider.take(a, [5, 3], out=out), (2,)), (lambda a, out: strider.mean(a, 1, out=out), (30,))]:
                    out, right = to_gpu(np.empty(shape, "f4")), np.empty(shape, "f4")
                    self.assertIs(call(to_gpu(x), out), out)
                    self.same(out, call(x, right), to_host, kind)
                    for wrong in (np.empty(shape, "f4"), to_gpu(np.empty((*shape, 1), "f4")), to_gpu(np.empty(shape, "f8"))):
                        with self.assertRaisesRegex((TypeError, ValueError), "out is"):
                            call(to_gpu(x), wrong)
                values, sums = to_gpu(x.reshape(-1)), to_gpu(np.zeros(9, "f4"))
                strider.index_add(sums, np.arange(1500) % 9, values, sums)
                self.same(sums, strider.index_add(np.zeros(9, "f4"), np.arange(1500) % 9, x.reshape(-1)), to_host, kind)

    def test_errors(self):
        for name, (to_gpu, _, _) in KINDS.items():
            with self.subTest(name):
                x = to_gpu(np.zeros(2, "f4"))
                for call in (lambda at: strider.take(x, at), lambda at: strider.put(x, at, 1.0), lambda at: strider.index_add(x, at, 1.0)):
                    for wrong in ([0, 2], [-1]):
                        with self.assertRaisesRegex(IndexError, "indices go from 0 to 1; nothing has been written"):
                            call(wrong)
                for wrong in ([1, 0], [0, 3], [-1, 1], []):
                    with self.assertRaisesRegex(ValueError, "offsets: give"):
                        strider.segment_sum(x, wrong)
                with self.assertRaisesRegex(ValueError, "top_k: k is 3, of rows of 2 elements"):
                    strider.top_k(x, 3)
                with self.assertRaisesRegex(TypeError, "give real numbers"):
                    strider.sum(to_gpu(np.zeros(2, "c8")))
                with self.assertRaisesRegex(ValueError, "op is 'xor'"):
                    strider.scan(x, "xor")
                with self.assertRaisesRegex(TypeError, "gives no array in the host's memory"):
                    strider.take(np.zeros(3), to_gpu(np.zeros(1, "i8")))

    def test_cupys_streams(self):
        if "cupy" not in KINDS:
            self.skipTest("without CuPy")
        x = cupy.zeros(1 << 24, "f4")
        cupy.cuda.Device().synchronize()
        with cupy.cuda.Stream(non_blocking=True) as stream:
            for step in range(20):
                x += 1
                found = strider.sum(x)
            stream.synchronize()
            self.assertEqual(float(found), 20 * 2**24)

    def test_torchs_streams_and_graphs(self):
        if "torch" not in KINDS:
            self.skipTest("without PyTorch")
        x = torch.zeros(1 << 24, device="cuda")
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for step in range(20):
                x += 1
                found = strider.sum(x)
            self.assertEqual(found.item(), 20 * 2**24)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            found = strider.sum(x)
        x.fill_(2)
        graph.replay()
        self.assertEqual(found.item(), 2**25)

    def test_other_arrays(self):
        class Interface:
            def __init__(self, x):
                self.x, self.__cuda_array_interface__ = x, x.__cuda_array_interface__

        class Exported:
            def __init__(self, x):
                self.x = x

            def __dlpack__(self, **how):
                return self.x.__dlpack__(**how)

            def __dlpack_device__(self):
                return self.x.__dlpack_device__()

        class Described:
            def __init__(self, interface):
                self.__cuda_array_interface__ = interface

        class Broken(Exported):
            def __dlpack__(self, **how):
                raise KeyError("mine")

        none = {"shape": (0,), "typestr": "<f4", "data": (0, False), "version": 3}
        self.assertEqual(float(strider.sum(Described(none))), 0)
        for wrong in ({}, None, none | {"shape": (-1,)}, none | {"typestr": "<x9"}, none | {"data": None}):
            with self.assertRaisesRegex(TypeError, "gives no array in the host's memory"):
                strider.sum(Described(wrong))

        for name, (to_gpu, to_host, kind) in KINDS.items():
            x, out = numbers(1000), to_gpu(np.empty(()))
            with self.assertRaisesRegex(TypeError, "gives no array in the host's memory: KeyError: 'mine'"):
                strider.sum(Broken(to_gpu(x)))
            if name == "cupy":
                read_only = Described(out.__cuda_array_interface__ | {"data": (out.data.ptr, True)})
                with self.assertRaisesRegex(ValueError, "out may not be written"):
                    strider.sum(Interface(to_gpu(x)), out=read_only)
            for wrapper in (Interface, Exported):
                with self.subTest(f"{name} {wrapper.__name__}"):
                    found = strider.cumsum(wrapper(to_gpu(x)))
                    self.assertTrue(hasattr(found, "__cuda_array_interface__") and hasattr(found, "__dlpack__"))
                    self.assertEqual(bytes(found.cpu().numpy() if hasattr(found, "cpu") else cupy.asnumpy(found)), bytes(strider.cumsum(x)))

    def test_arrays_of_jax(self):
        os.environ["XLA_PYTHON_CLIENT_PREALLOCATE"] = "false"
        try:
            import jax
            x = jax.device_put(numbers(1000), jax.devices("gpu")[0])
        except (ImportError, RuntimeError) as missing:
            self.skipTest(str(missing))
        found = strider.cumsum(x)
        self.assertIsInstance(found, jax.Array)
        self.assertEqual(bytes(np.asarray(found)), bytes(strider.cumsum(np.asarray(x))))


torch_tensor = KINDS["torch"][2] if "torch" in KINDS else ()

if __name__ == "__main__":
    unittest.main()
# SPDX-License-Identifier: Apache-2.0
