"""Reductions, scans, and reductions of segments."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Tuple

import numpy as np

from .. import _library
from . import calls
from .arguments import Axes, Axis, operation_of, OPERATIONS
from .kinds import direct, kind_of, run

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike


def _reduced(op: str, x: ArrayLike, axis: Axes, dtype: Optional[DTypeLike], out: Any, keepdims: bool, backend: str) -> Any:
    # The usual way would take most of the time of a small array.
    if dtype is None and out is None and not keepdims and (axis is None or type(axis) is int):
        call = direct.get(type(x))
        found = call(OPERATIONS[op], x, axis, backend) if call is not None else None
        if found is not None:
            return found
    return run(calls.reduced, backend, x, op, axis, dtype, out, keepdims)


direct[np.ndarray] = _library.reduce


def sum(x: ArrayLike, axis: Axes = None, dtype: Optional[DTypeLike] = None, out: Any = None,
        keepdims: bool = False, *, backend: str = "cpu") -> Any:
    """The sum of all elements, or of each row along `axis`.

    Parameters
    ----------
    x : array_like
        Real numbers. Integers and booleans are summed modulo 2^64, halves in f32.
    axis : int or tuple of int, optional
        The axes to sum along; all elements without it. Axes that are neither the first nor the last cost a copy.
    dtype : dtype, optional
        What elements are converted to first; also the type of the results.
    out : ndarray, optional
        Gets the results; of their shape and type, in row-major order.
    keepdims : bool
        Whether the axis stays, with the length 1.
    backend : {"cpu", "serial"}

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
    return _reduced("sum", x, axis, dtype, out, keepdims, backend)


def prod(x: ArrayLike, axis: Axes = None, dtype: Optional[DTypeLike] = None, out: Any = None,
         keepdims: bool = False, *, backend: str = "cpu") -> Any:
    """The product of all elements, or of each row along `axis`; as `sum`.

    Examples
    --------
    >>> int(strider.prod([2, 3, 7]))
    42
    """
    return _reduced("prod", x, axis, dtype, out, keepdims, backend)


def min(x: ArrayLike, axis: Axes = None, out: Any = None, keepdims: bool = False, *,
        backend: str = "cpu") -> Any:
    """The least of all elements, or of each row along `axis`; NaN where there is one. ValueError without elements.

    Examples
    --------
    >>> int(strider.min([3, 1, 2]))
    1
    """
    return _reduced("min", x, axis, None, out, keepdims, backend)


def max(x: ArrayLike, axis: Axes = None, out: Any = None, keepdims: bool = False, *,
        backend: str = "cpu") -> Any:
    """The greatest of all elements, or of each row along `axis`; NaN where there is one. ValueError without elements.

    Examples
    --------
    >>> strider.max(np.array([[3, 1], [4, 2]], np.uint8), axis=0).tolist()
    [4, 2]
    """
    return _reduced("max", x, axis, None, out, keepdims, backend)


def argmin(x: ArrayLike, axis: Axis = None, out: Any = None, keepdims: bool = False, *, backend: str = "cpu") -> Any:
    """Where the least of all elements is, or the first NaN: an index of the flat array; or in each row along `axis`.

    Along an axis it takes copies.

    Examples
    --------
    >>> strider.argmin([3, 1, 2, 1])
    1
    """
    return run(calls.extremes, backend, x, "min", axis, out, keepdims)


def argmax(x: ArrayLike, axis: Axis = None, out: Any = None, keepdims: bool = False, *, backend: str = "cpu") -> Any:
    """Where the greatest of all elements is, or the first NaN; as `argmin`.

    Examples
    --------
    >>> strider.argmax([3, 1, 2])
    0
    """
    return run(calls.extremes, backend, x, "max", axis, out, keepdims)


def mean(x: ArrayLike, axis: Axes = None, dtype: Optional[DTypeLike] = None, out: Any = None, keepdims: bool = False, *,
         backend: str = "cpu") -> Any:
    """The sum divided by the number of elements, in the type of the elements; of integers in f64.

    Examples
    --------
    >>> float(strider.mean([1, 2, 4, 5]))
    3.0
    """
    return run(calls.mean, backend, x, axis, dtype, out, keepdims)


def dot(a: ArrayLike, b: ArrayLike, *, backend: str = "cpu") -> Any:
    """The sum of the products of two vectors' elements, each product rounded before it is added.

    Integers are multiplied and summed modulo 2^64: of two unsigned types in uint64, else in int64.

    Examples
    --------
    >>> float(strider.dot([1.0, 2.0], [3.0, 4.0]))
    11.0
    """
    return run(calls.dot, backend, a, b)


def var(x: ArrayLike, axis: Axes = None, dtype: Optional[DTypeLike] = None, out: Any = None, ddof: int = 0,
        keepdims: bool = False, *, backend: str = "cpu") -> Any:
    """The sum of the squared distances from the mean, divided by the number of elements less `ddof`.

    The mean and the distances are of the type of the elements, of integers f64, of halves f32. They take two copies.

    Parameters
    ----------
    x : array_like
        Real numbers.
    axis, dtype, out, keepdims, backend :
        As `sum`.
    ddof : int
        1 for the variance of a sample. ValueError unless there are more elements.

    Examples
    --------
    >>> float(strider.var([1, 2, 4, 5])), float(strider.var([1.0, 3.0], ddof=1))
    (2.5, 2.0)
    """
    return run(calls.var, backend, x, axis, dtype, out, ddof, keepdims, False)


def std(x: ArrayLike, axis: Axes = None, dtype: Optional[DTypeLike] = None, out: Any = None, ddof: int = 0,
        keepdims: bool = False, *, backend: str = "cpu") -> Any:
    """The square root of the variance; as `var`.

    Examples
    --------
    >>> float(strider.std([1.0, 1.0, 5.0, 5.0]))
    2.0
    """
    return run(calls.var, backend, x, axis, dtype, out, ddof, keepdims, True)


def scan(x: ArrayLike, op: str = "sum", axis: Axis = None, out: Any = None, *,
         exclusive: bool = False, backend: str = "cpu") -> Any:
    """Element i of a row becomes the combination of elements 0 to i.

    Parameters
    ----------
    x : array_like
        Real numbers; sums and products of integers are of 64 bits.
    op : {"sum", "prod", "min", "max"}
    axis : int, optional
        The axis to scan along; the flat array without it. An axis that is not the last costs copies.
    out : ndarray, optional
        Gets the results. It may be `x`, or overlap it.
    exclusive : bool
        Element i is the combination of elements 0 to i - 1; the first is the operator's identity.
    backend : {"cpu", "serial"}

    Examples
    --------
    >>> strider.scan([3, 1, 2, 5], "max").tolist()
    [3, 3, 3, 5]
    >>> strider.scan([3, 1, 2], exclusive=True).tolist()
    [0, 3, 4]
    """
    kind = kind_of(x) if axis is None and out is None and not exclusive else None
    found = None if kind is None else kind.scanned(operation_of(op), x)
    return run(calls.scan, backend, x, op, axis, None, out, exclusive) if found is None else found


def cumsum(x: ArrayLike, axis: Axis = None, dtype: Optional[DTypeLike] = None, out: Any = None, *,
           backend: str = "cpu") -> Any:
    """The sums of elements 0 to i of each row: `scan(x, "sum")`.

    Examples
    --------
    >>> strider.cumsum([1, 2, 3]).tolist()
    [1, 3, 6]
    """
    return scan(x, "sum", axis, out, backend=backend) if dtype is None else run(calls.scan, backend, x, "sum", axis, dtype, out, False)


def segment_reduce(x: ArrayLike, offsets: ArrayLike, op: str = "sum", out: Any = None, *,
                   backend: str = "cpu") -> Any:
    """Result i combines the elements from offsets[i] up to, and without, offsets[i + 1].

    An empty segment gives the operator's identity. Each segment has the bits of the reduction of its elements alone.

    Examples
    --------
    >>> strider.segment_reduce([1, 2, 3, 4], [0, 1, 4], "max").tolist()
    [1, 4]
    """
    return run(calls.segment_reduce, backend, x, offsets, op, out)


def segment_sum(x: ArrayLike, offsets: ArrayLike, out: Any = None, *,
                backend: str = "cpu") -> Any:
    """The sum of each segment: `segment_reduce(x, offsets, "sum")`.

    Examples
    --------
    >>> strider.segment_sum([1.0, 2.0, 3.0], [0, 2, 2, 3]).tolist()
    [3.0, 0.0, 3.0]
    """
    return segment_reduce(x, offsets, "sum", out, backend=backend)


def reduce_by_key(keys: ArrayLike, values: ArrayLike, op: str = "sum", *,
                  backend: str = "cpu") -> Tuple[Any, Any]:
    """The first key of each run of equal neighbours, and the run's values combined.

    Equal keys that stand apart are several runs: sort by key first. Every NaN is a run, and -0 equals +0. Each run has
    the bits of the reduction of its values alone.

    Examples
    --------
    >>> keys, totals = strider.reduce_by_key([7, 7, 3, 7], [1, 2, 4, 8])
    >>> keys.tolist(), totals.tolist()
    ([7, 3, 7], [3, 4, 8])
    """
    return run(calls.reduce_by_key, backend, keys, values, op)
# SPDX-License-Identifier: Apache-2.0
