"""Elements in order."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Tuple

import numpy as np

from .. import _library
from . import gpu
from .arguments import as_array, Axis, axis_of, require_numbers
from .kinds import kind_of
from .moves import gathered, starts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def _keys(x: NDArray[Any]) -> NDArray[Any]:
    """A copy of `x` in a type that the library sorts, in which the order is the same."""
    require_numbers(x)
    kind = x.dtype
    if kind.kind == "f":
        kind = np.dtype(np.float32 if kind.itemsize <= 4 else np.float64)
    elif kind.itemsize < 4:
        kind = np.dtype(np.int32)
    elif kind == np.uint32:
        kind = np.dtype(np.int64)
    return x.astype(kind, order="C")


def _sorted(x: ArrayLike, axis: Axis, place: str, is_index: bool) -> Any:
    if kind_of(x) is not None:
        return gpu.in_order(x, axis, is_index)
    given = as_array(x)
    if axis is None:
        given, axis = given.reshape(-1), 0
    axis = axis_of(given, axis)
    keys = np.ascontiguousarray(np.moveaxis(_keys(given), axis, -1))
    places = np.empty(keys.shape, np.int64) if is_index else None
    if places is not None:
        places[...] = np.arange(keys.shape[-1])
    if keys.size:
        for row in np.ndindex(keys.shape[:-1]):
            _library.sort(place, keys[row], None if places is None else places[row])
    return np.moveaxis(keys.astype(given.dtype, copy=False) if places is None else places, -1, axis)


def sort(x: ArrayLike, axis: Axis = -1, *, place: str = "cpu") -> Any:
    """The elements of each row along `axis` in ascending order; of the flat array where `axis` is None.

    NaNs stand behind all numbers, or before them where their sign bit is set.

    Examples
    --------
    >>> strider.sort([3, 1, 2]).tolist()
    [1, 2, 3]
    """
    return _sorted(x, axis, place, False)


def argsort(x: ArrayLike, axis: Axis = -1, *, place: str = "cpu") -> Any:
    """The indices that sort each row along `axis`; equal elements keep their order.

    Examples
    --------
    >>> strider.argsort([3, 1, 2]).tolist()
    [1, 2, 0]
    """
    return _sorted(x, axis, place, True)


def unique(x: ArrayLike, *, place: str = "cpu") -> Any:
    """The distinct elements in ascending order; every NaN is one of its own.

    Examples
    --------
    >>> strider.unique([3, 1, 3, 2, 1]).tolist()
    [1, 2, 3]
    """
    if kind_of(x) is not None:
        return gpu.unique(x)
    ascending = sort(x, None, place=place)
    return gathered(ascending, starts(ascending, place), None, place, True)


def top_k(x: ArrayLike, k: int, axis: int = -1, *, place: str = "cpu") -> Tuple[Any, Any]:
    """The k greatest elements of each row along `axis`, the greatest first, and their indices.

    Of equal elements the first are taken, and stand in their order. NaNs stand as in `sort`, from its end.

    Examples
    --------
    >>> values, indices = strider.top_k([3, 5, 1, 5], 3)
    >>> values.tolist(), indices.tolist()
    ([5, 5, 3], [1, 3, 0])
    """
    if kind_of(x) is not None:
        of_rows: Tuple[Any, Any] = gpu.top_k(x, k, axis)
        return of_rows
    given = as_array(x)
    axis = axis_of(given, axis)
    rows = np.ascontiguousarray(np.moveaxis(given, axis, -1))
    if not 0 <= k <= rows.shape[-1]:
        raise ValueError(f"top_k: k is {k}, of rows of {rows.shape[-1]} elements")
    keys = _keys(rows)
    places = np.empty((*keys.shape[:-1], k), np.int64)
    if places.size:
        for row in np.ndindex(keys.shape[:-1]):
            _library.top_places(place, keys[row], places[row])
    values = np.take_along_axis(rows, places, -1)
    return np.moveaxis(values, -1, axis), np.moveaxis(places, -1, axis)
# SPDX-License-Identifier: Apache-2.0
