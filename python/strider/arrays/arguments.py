"""What calls on arrays take: arrays of NumPy, without a copy where that can be, in the types of the library's kernels."""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any, Callable, Optional, Tuple, Union

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Axis = Optional[int]
Axes = Union[int, Tuple[int, ...], None]
OPERATIONS = {"sum": "sum", "prod": "product", "min": "min", "max": "max"}
EXTREMES = ("min", "max")


def _refused(x: Any, why: str) -> TypeError:
    return TypeError(f"{type(x).__name__} gives no array in the host's memory: {why}: copy it to the host first, as elements of a "
                     "type that NumPy has")


def read_by(read: Callable[[Any], Any], x: Any) -> Any:
    """What a library reads of an object that says it is an array. Whatever goes wrong there is the object's fault."""
    try:
        return read(x)
    except MemoryError:
        raise
    except Exception as error:  # such as a tensor that records gradients
        raise _refused(x, f"{type(error).__name__}: {error}") from error


def as_array(x: Any) -> NDArray[Any]:
    """`x` as an array of NumPy, without a copy where that can be."""
    if type(x) is not np.ndarray:
        if isinstance(x, np.ndarray) and isinstance(x, np.ma.MaskedArray):
            raise TypeError("the array has a mask: give x.compressed() or x.filled(...)")
        if hasattr(x, "__cuda_array_interface__"):
            raise _refused(x, "it is in a GPU's memory")
        x = read_by(np.from_dlpack, x) if not isinstance(x, np.ndarray) and hasattr(x, "__dlpack__") else np.asarray(x)
    found: NDArray[Any] = x
    return found if found.dtype.isnative else found.astype(found.dtype.newbyteorder("="))


def operation_of(op: str) -> str:
    if not isinstance(op, str) or op not in OPERATIONS:
        raise ValueError(f"op is {op!r}: give one of {', '.join(map(repr, OPERATIONS))}")
    return OPERATIONS[op]


def require_kind(dtype: np.dtype[Any], name: str = "elements") -> None:
    if dtype.kind not in "biuf" or dtype.itemsize > 8:
        raise TypeError(f"{name} are {dtype}: give real numbers of at most 8 bytes")


def require_real(given: np.dtype[Any], dtype: Any) -> None:
    """Unless results are complex as well: a conversion would drop the imaginary parts."""
    if given.kind == "c" and np.dtype(dtype).kind != "c":
        raise TypeError(f"elements are {given}: give real numbers")


def integer(name: str, given: Any) -> int:
    try:
        return operator.index(given)
    except TypeError as error:
        raise TypeError(f"{name} is {given!r}: give an integer") from error


def axis_of(x: Any, axis: int) -> int:
    """The axis from 0, of an array or a tensor."""
    axis = integer("axis", axis)
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"axis is {axis}, of an array of {x.ndim} dimensions")
    return axis % int(x.ndim)


def axes_of(x: Any, axis: Axes) -> Tuple[int, ...]:
    """The axes from 0, in their order; None are all of them."""
    if axis is None:
        return tuple(range(x.ndim))
    axes = sorted(axis_of(x, each) for each in (axis if isinstance(axis, tuple) else (axis,)))
    if len({*axes}) < len(axes):
        raise ValueError(f"axis is {axis}: give each axis once")
    return tuple(axes)
# SPDX-License-Identifier: Apache-2.0
