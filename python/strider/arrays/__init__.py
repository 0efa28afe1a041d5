"""The library's calls on arrays in the host's memory or a GPU's.

Every call combines elements in the library's canonical order, so results have the same bits in every run, for any
number of cores, on every backend; but NaNs of `scan`, `cumsum` and `convolve` may have other bits. An argument may be a
NumPy array, anything that gives one without a copy (`__dlpack__`, the buffer protocol), or what NumPy makes an array
of. Arrays that are not aligned or not in row-major order are copied first, as are elements that the library has no
kernel for: integers are summed as 64 bits, halves as f32.

`backend` says where a call on the host's arrays runs: "cpu", on all cores, or "serial", textbook loops on one. Calls on
arrays of CuPy, of PyTorch on a GPU, and of others there, run on that GPU, and give arrays of the same kind.
"""
from __future__ import annotations

from .moves import argsort, bincount, compact, convolve, histogram, index_add, put, sort, take, top_k, transpose, unique
from .reductions import (argmax, argmin, cumsum, dot, max, mean, min, prod, reduce_by_key, scan, segment_reduce, segment_sum, std,
                         sum, var)

__all__ = ["argmax", "argmin", "argsort", "bincount", "compact", "convolve", "cumsum", "dot", "histogram", "index_add",
           "max", "mean", "min", "prod", "put", "reduce_by_key", "scan", "segment_reduce", "segment_sum", "sort", "std",
           "sum", "take", "top_k", "transpose", "unique", "var"]
# SPDX-License-Identifier: Apache-2.0
