"""What calls on arrays take: arrays of NumPy, without a copy where that can be, in the types of the library's kernels."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Axis = Optional[int]
OPERATIONS = {"sum": "sum", "prod": "product", "min": "min", "max": "max"}
EXTREMES = ("min", "max")


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


def axis_of(x: Any, axis: int) -> int:
    """The axis from 0, of an array or a tensor."""
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"axis is {axis}, of an array of {x.ndim} dimensions")
    return int(axis % x.ndim)
# SPDX-License-Identifier: Apache-2.0
