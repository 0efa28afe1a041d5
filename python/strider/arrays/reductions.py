"""Reductions of all elements, or along an axis."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from .. import _library
from . import calls
from .arguments import Axis, OPERATIONS
from .kinds import direct, run

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike


def _reduced(op: str, x: ArrayLike, axis: Axis, dtype: Optional[DTypeLike], out: Any, keepdims: bool, place: str) -> Any:
    if dtype is None and out is None and not keepdims:  # most of the time of a small array would go to the usual way
        call = direct.get(type(x))
        found = call(OPERATIONS[op], x, axis, place) if call is not None else None
        if found is not None:
            return found
    return run(calls.reduced, place, x, op, axis, dtype, out, keepdims)


direct[np.ndarray] = _library.reduce


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


def argmin(x: ArrayLike, *, place: str = "cpu") -> int:
    """Where the least of all elements is, or the first NaN: an index of the flat array.

    Examples
    --------
    >>> strider.argmin([3, 1, 2, 1])
    1
    """
    found: int = run(calls.extremes, place, x, "argmin")[0]
    return found


def argmax(x: ArrayLike, *, place: str = "cpu") -> int:
    """Where the greatest of all elements is, or the first NaN: an index of the flat array.

    Examples
    --------
    >>> strider.argmax([3, 1, 2])
    0
    """
    found: int = run(calls.extremes, place, x, "argmax")[1]
    return found


def mean(x: ArrayLike, axis: Axis = None, out: Any = None, keepdims: bool = False, *,
         place: str = "cpu") -> Any:
    """The sum divided by the number of elements, in the type of the elements; of integers in f64.

    Examples
    --------
    >>> float(strider.mean([1, 2, 4, 5]))
    3.0
    """
    return run(calls.mean, place, x, axis, out, keepdims)


def dot(a: ArrayLike, b: ArrayLike, *, place: str = "cpu") -> Any:
    """The sum of the products of two vectors' elements, each product rounded before it is added.

    Examples
    --------
    >>> float(strider.dot([1.0, 2.0], [3.0, 4.0]))
    11.0
    """
    return run(calls.dot, place, a, b)


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
    return run(calls.var, place, x, axis, dtype, out, ddof, keepdims, False)


def std(x: ArrayLike, axis: Axis = None, dtype: Optional[DTypeLike] = None, out: Any = None, ddof: int = 0,
        keepdims: bool = False, *, place: str = "cpu") -> Any:
    """The square root of the variance; as `var`.

    Examples
    --------
    >>> float(strider.std([1.0, 1.0, 5.0, 5.0]))
    2.0
    """
    return run(calls.var, place, x, axis, dtype, out, ddof, keepdims, True)
# SPDX-License-Identifier: Apache-2.0
