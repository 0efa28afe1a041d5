"""What calls on arrays take: arrays of NumPy, without a copy where that can be, in the types of the library's kernels."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Tuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

Axis = Optional[int]
OPERATIONS = {"sum": "sum", "prod": "product", "min": "min", "max": "max"}
EXTREMES = ("min", "max")
_TOP = np.uint64(1 << 63)


def as_array(x: Any) -> NDArray[Any]:
    """`x` as an array of NumPy, without a copy where that can be."""
    if not isinstance(x, np.ndarray):
        try:
            if hasattr(x, "__cuda_array_interface__"):
                raise BufferError("it is in a GPU's memory")
            x = np.from_dlpack(x) if hasattr(x, "__dlpack__") else np.asarray(x)
        except (BufferError, RuntimeError) as error:  # of a tensor in a GPU's memory, or that records gradients
            raise TypeError(f"{type(x).__name__} gives no array in the host's memory: {error}: copy it to the host first") from error
    found: NDArray[Any] = x
    return found if found.dtype.isnative else found.astype(found.dtype.newbyteorder("="))


def operation_of(op: str) -> str:
    if op not in OPERATIONS:
        raise ValueError(f"op is {op!r}: give one of {', '.join(map(repr, OPERATIONS))}")
    return OPERATIONS[op]


def require_kind(dtype: np.dtype[Any]) -> None:
    if dtype.kind not in "biuf" or dtype.itemsize > 8:
        raise TypeError(f"elements are {dtype}: give real numbers of at most 8 bytes")


def require_numbers(x: NDArray[Any]) -> None:
    require_kind(x.dtype)


def widened(x: NDArray[Any], op: str) -> Tuple[NDArray[Any], np.dtype[Any]]:
    """`x` in row-major order, in a type that the library combines by `op`; and the type of results."""
    require_numbers(x)
    if x.dtype.kind == "f":
        return x.astype(np.float32 if x.dtype.itemsize <= 4 else np.float64, order="C", copy=False), x.dtype
    if op in EXTREMES:
        if x.dtype == np.uint64:  # the same order, 2^63 lower
            return np.ascontiguousarray(x ^ _TOP).view(np.int64), x.dtype
        return x.astype(np.int64, order="C", copy=False), x.dtype
    return x.astype(np.int64, order="C", copy=False), np.dtype(np.uint64 if x.dtype.kind == "u" else np.int64)


def narrowed(results: NDArray[Any], dtype: np.dtype[Any], op: str) -> NDArray[Any]:
    if dtype == np.uint64 and op in EXTREMES:
        return results.view(np.uint64) ^ _TOP
    return results.astype(dtype, copy=False)


def output(out: Optional[NDArray[Any]], shape: Tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    """`out`, or a new array."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out is {type(out).__name__}: give an array of NumPy")
    if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"out is {out.dtype} of the shape {out.shape}: give {dtype} of the shape {shape}, in row-major order, "
                         "that may be written")
    return out


def stored(results: NDArray[Any], out: Optional[NDArray[Any]]) -> Any:
    if out is None:
        return results if results.ndim else results[()]
    output(out, results.shape, results.dtype)[...] = results
    return out


def as_places(indices: ArrayLike) -> NDArray[np.int64]:
    found = as_array(indices)
    if found.size == 0:
        return np.empty(found.shape, np.int64)
    if found.dtype.kind not in "iu":
        raise TypeError(f"indices are {found.dtype}: give integers")
    return found.astype(np.int64, order="C", copy=False)


def axis_of(x: Any, axis: int) -> int:
    """The axis from 0, of an array or a tensor."""
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"axis is {axis}, of an array of {x.ndim} dimensions")
    return int(axis % x.ndim)
# SPDX-License-Identifier: Apache-2.0
