"""Reductions of all elements, or along an axis."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Tuple

import numpy as np

from .. import _library
from . import gpu
from .arguments import as_array, Axis, axis_of, EXTREMES, narrowed, OPERATIONS, require_numbers, stored, widened
from .kinds import direct, kind_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray

_ndarray = np.ndarray
_reduce_all = _library.reduce


def _reduced(op: str, x: ArrayLike, axis: Axis, dtype: Optional[DTypeLike], out: Any, keepdims: bool,
             place: str) -> Any:
    if type(x) is not _ndarray:
        call = direct.get(type(x)) if dtype is None and out is None and not keepdims else None
        if call is not None:
            found = call(OPERATIONS[op], x, axis)
            if found is not None:
                return found
        if kind_of(x) is not None:
            return gpu.reduced(x, op, axis, dtype, out, keepdims)
        x = as_array(x)
    if axis is None and dtype is None and out is None and not keepdims and x.size:
        found = _reduce_all(place, OPERATIONS[op], x)  # most of the time of a small array would go to what follows
        if found is not None:
            return x.dtype.type(found)
    x = as_array(x)  # of numbers in another order of bytes, a copy
    if dtype is not None:
        x = x.astype(dtype, copy=False)
    if x.size == 0 and op in EXTREMES and (axis is None or x.shape[axis_of(x, axis)] == 0):
        raise ValueError(f"{op}: there are no elements")
    elements, kind = widened(x, op)
    if axis is None:
        results = np.empty(1, elements.dtype)
        _library.reduce_segments(place, OPERATIONS[op], elements, np.array([0, x.size], np.uint64), results)
        shape: Tuple[int, ...] = (1,) * x.ndim if keepdims else ()
    else:
        axis = axis_of(x, axis)
        shape = x.shape[:axis] + ((1,) if keepdims else ()) + x.shape[axis + 1:]
        length = x.shape[axis]
        results = np.empty(shape, elements.dtype)
        if axis == 0 and x.ndim > 1 and x.size:
            _library.reduce_columns(place, OPERATIONS[op], elements.reshape(length, -1), results.reshape(-1))
        elif results.size:
            rows = np.ascontiguousarray(np.moveaxis(elements, axis, -1))
            offsets = np.arange(results.size + 1, dtype=np.uint64) * np.uint64(length)
            _library.reduce_segments(place, OPERATIONS[op], rows, offsets, results)
    return stored(narrowed(results, kind, op).reshape(shape), out)


def sum(x: ArrayLike, axis: Axis = None, dtype: Optional[DTypeLike] = None, out: Any = None,
        keepdims: bool = False, *, place: str = "cpu") -> Any:
    """The sum of all elements, or of each row along `axis`.

    Parameters
    ----------
    x : array_like
        Real numbers. Integers and booleans are summed modulo 2^64, halves in f32.
    axis : int, optional
        The axis to sum along; all elements without it. An axis that is neither the first nor the last costs a copy.
    dtype : dtype, optional
        What elements are converted to first.
    out : ndarray, optional
        Gets the results; of their shape and type, in row-major order.
    keepdims : bool
        Whether the axis stays, with the length 1.
    place : {"cpu", "serial"}

    Returns
    -------
    A number or an array: int64 or uint64 for integers, otherwise of the type of the elements.

    Examples
    --------
    >>> import numpy as np, strider
    >>> float(strider.sum(np.array([0.5, 1.0, 2.0])))
    3.5
    >>> strider.sum(np.arange(6).reshape(2, 3), axis=-1).tolist()
    [3, 12]
    """
    return _reduced("sum", x, axis, dtype, out, keepdims, place)


def prod(x: ArrayLike, axis: Axis = None, dtype: Optional[DTypeLike] = None, out: Any = None,
         keepdims: bool = False, *, place: str = "cpu") -> Any:
    """The product of all elements, or of each row along `axis`; as `sum`.

    Examples
    --------
    >>> int(strider.prod([2, 3, 7]))
    42
    """
    return _reduced("prod", x, axis, dtype, out, keepdims, place)


def min(x: ArrayLike, axis: Axis = None, out: Any = None, keepdims: bool = False, *,
        place: str = "cpu") -> Any:
    """The least of all elements, or of each row along `axis`; NaN where there is one. ValueError without elements.

    Examples
    --------
    >>> int(strider.min([3, 1, 2]))
    1
    """
    return _reduced("min", x, axis, None, out, keepdims, place)


def max(x: ArrayLike, axis: Axis = None, out: Any = None, keepdims: bool = False, *,
        place: str = "cpu") -> Any:
    """The greatest of all elements, or of each row along `axis`; NaN where there is one. ValueError without elements.

    Examples
    --------
    >>> strider.max(np.array([[3, 1], [4, 2]], np.uint8), axis=0).tolist()
    [4, 2]
    """
    return _reduced("max", x, axis, None, out, keepdims, place)


def _extremes(x: ArrayLike, place: str, call: str) -> Tuple[int, int]:
    if kind_of(x) is not None:
        found: Tuple[int, int] = gpu.extremes(x, call)
        return found
    elements = np.ascontiguousarray(as_array(x))
    require_numbers(elements)
    if elements.size == 0:
        raise ValueError(f"{call}: there are no elements")
    if elements.dtype == np.float16:
        elements = elements.astype(np.float32)
    return _library.extremes(place, elements)


def argmin(x: ArrayLike, *, place: str = "cpu") -> int:
    """Where the least of all elements is, or the first NaN: an index of the flat array.

    Examples
    --------
    >>> strider.argmin([3, 1, 2, 1])
    1
    """
    return _extremes(x, place, "argmin")[0]


def argmax(x: ArrayLike, *, place: str = "cpu") -> int:
    """Where the greatest of all elements is, or the first NaN: an index of the flat array.

    Examples
    --------
    >>> strider.argmax([3, 1, 2])
    0
    """
    return _extremes(x, place, "argmax")[1]


def mean(x: ArrayLike, axis: Axis = None, out: Any = None, keepdims: bool = False, *,
         place: str = "cpu") -> Any:
    """The sum divided by the number of elements, in the type of the elements; of integers in f64.

    Examples
    --------
    >>> float(strider.mean([1, 2, 4, 5]))
    3.0
    """
    if kind_of(x) is not None:
        return gpu.mean(x, axis, out, keepdims)
    x = as_array(x)
    count = x.size if axis is None else x.shape[axis_of(x, axis)]
    if count == 0:
        raise ValueError("mean: there are no elements")
    kind = x.dtype if x.dtype.kind == "f" else np.dtype(np.float64)
    total = _reduced("sum", x, axis, np.float32 if kind == np.float16 else kind, None, keepdims, place)
    return stored(np.asarray(total / total.dtype.type(count)).astype(kind, copy=False), out)


def dot(a: ArrayLike, b: ArrayLike, *, place: str = "cpu") -> Any:
    """The sum of the products of two vectors' elements, each product rounded before it is added.

    Examples
    --------
    >>> float(strider.dot([1.0, 2.0], [3.0, 4.0]))
    11.0
    """
    if kind_of(a) is not None:
        return gpu.dot(a, b)
    first, second = as_array(a), as_array(b)
    if first.ndim != 1 or first.shape != second.shape:
        raise ValueError(f"dot: the shapes are {first.shape} and {second.shape}: give two vectors of one length")
    kind = np.result_type(first, second)
    one, result_kind = widened(first.astype(kind, copy=False), "sum")
    two, _ = widened(second.astype(kind, copy=False), "sum")
    result = np.empty(1, one.dtype)
    _library.dot(place, one, two, result)
    return result.astype(result_kind, copy=False)[0]


def var(x: ArrayLike, axis: Axis = None, dtype: Optional[DTypeLike] = None, out: Any = None, ddof: int = 0,
        keepdims: bool = False, *, place: str = "cpu") -> Any:
    """The sum of the squared distances from the mean, divided by the number of elements less `ddof`.

    The mean and the distances are of the type of the elements, of integers f64, of halves f32. They take two copies.

    Parameters
    ----------
    x : array_like
        Real numbers.
    axis, dtype, out, keepdims, place :
        As `sum`.
    ddof : int
        1 for the variance of a sample. ValueError unless there are more elements.

    Examples
    --------
    >>> float(strider.var([1, 2, 4, 5])), float(strider.var([1.0, 3.0], ddof=1))
    (2.5, 2.0)
    """
    if kind_of(x) is not None:
        return gpu.var(x, axis, dtype, out, ddof, keepdims, False)
    x = as_array(x)
    if dtype is not None:
        x = x.astype(dtype, copy=False)
    require_numbers(x)
    count = x.size if axis is None else x.shape[axis_of(x, axis)]
    if count <= ddof:
        raise ValueError(f"var: there are {count} elements, and ddof is {ddof}: give more elements")
    kind = x.dtype if x.dtype.kind == "f" else np.dtype(np.float64)
    x = x.astype(np.float32 if kind == np.float16 else kind, copy=False)
    squares = x - mean(x, axis, keepdims=True, place=place)
    squares *= squares
    total = _reduced("sum", squares, axis, None, None, keepdims, place)
    return stored(np.asarray(total / total.dtype.type(count - ddof)).astype(kind, copy=False), out)


def std(x: ArrayLike, axis: Axis = None, dtype: Optional[DTypeLike] = None, out: Any = None, ddof: int = 0,
        keepdims: bool = False, *, place: str = "cpu") -> Any:
    """The square root of the variance; as `var`.

    Examples
    --------
    >>> float(strider.std([1.0, 1.0, 5.0, 5.0]))
    2.0
    """
    if kind_of(x) is not None:
        return gpu.var(x, axis, dtype, out, ddof, keepdims, True)
    return stored(np.sqrt(np.asarray(var(x, axis, dtype, None, ddof, keepdims, place=place))), out)
# SPDX-License-Identifier: Apache-2.0
