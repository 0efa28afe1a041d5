"""Sums, products and extremes so far."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from .. import _library
from . import gpu
from .arguments import as_array, Axis, axis_of, EXTREMES, narrowed, operation_of, output, stored, widened
from .kinds import kind_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray


def scan(x: ArrayLike, op: str = "sum", axis: Axis = None, out: Any = None, *,
         exclusive: bool = False, place: str = "cpu") -> Any:
    """Element i of a row becomes the combination of elements 0 to i.

    Parameters
    ----------
    x : array_like
        Real numbers; sums and products of integers are of 64 bits.
    op : {"sum", "prod", "min", "max"}
    axis : int, optional
        The axis to scan along; the flat array without it. An axis that is not the last costs copies.
    out : ndarray, optional
        Gets the results. It may be `x`.
    exclusive : bool
        Element i is the combination of elements 0 to i - 1; the first is the operator's identity.
    place : {"cpu", "serial"}

    Examples
    --------
    >>> strider.scan([3, 1, 2, 5], "max").tolist()
    [3, 3, 3, 5]
    >>> strider.scan([3, 1, 2], exclusive=True).tolist()
    [0, 3, 4]
    """
    kind = kind_of(x)
    if kind is not None:
        found = kind.scanned(operation_of(op), x) if axis is None and out is None and not exclusive else None
        return gpu.scan(x, op, axis, None, out, exclusive) if found is None else found
    operation = operation_of(op)
    given = as_array(x)
    if axis is None:
        given, axis = given.reshape(-1), 0
    axis = axis_of(given, axis)
    elements, type_of_results = widened(given, op)
    if elements.dtype == np.float32 and op in EXTREMES:
        elements = elements.astype(np.float64)  # nothing is rounded
    is_last = axis == given.ndim - 1
    if is_last and elements.dtype == type_of_results:
        results = output(out, given.shape, type_of_results)
        if results is not elements:
            results[...] = elements
        _library.scan(place, operation, int(exclusive), results.reshape(-1, given.shape[-1]) if results.size else results)
        return results
    moved = np.array(np.moveaxis(elements, axis, -1), order="C")
    if moved.size:
        _library.scan(place, operation, int(exclusive), moved.reshape(-1, moved.shape[-1]))
    return stored(np.ascontiguousarray(np.moveaxis(narrowed(moved, type_of_results, op), -1, axis)), out)


def cumsum(x: ArrayLike, axis: Axis = None, dtype: Optional[DTypeLike] = None, out: Any = None, *,
           place: str = "cpu") -> Any:
    """The sums of elements 0 to i of each row: `scan(x, "sum")`.

    Examples
    --------
    >>> strider.cumsum([1, 2, 3]).tolist()
    [1, 3, 6]
    """
    if kind_of(x) is not None:
        return scan(x, "sum", axis, out) if dtype is None else gpu.scan(x, "sum", axis, dtype, out, False)
    given = as_array(x)
    return scan(given if dtype is None else given.astype(dtype, copy=False), "sum", axis, out, place=place)
# SPDX-License-Identifier: Apache-2.0
