"""The calls that sort, on arrays of any kind."""
from __future__ import annotations

from typing import Any, Tuple

import numpy as np

from .. import _library
from .arguments import Axis, axis_of, integer, require_kind
from .calls import axis_moved, ends_of_runs, flattened, gathered
from .kinds import DType

_I2, _I4, _I8, _U8 = np.dtype(np.int16), np.dtype(np.int32), np.dtype(np.int64), np.dtype(np.uint64)
_F2, _F4 = np.dtype(np.float16), np.dtype(np.float32)


def _keys(kind: Any, x: Any) -> Any:
    """Elements of a type that the library sorts, in the order of those of `x`."""
    given = kind.dtype(x)
    require_kind(given)
    if given == _F2:  # a GPU's conversion makes all NaNs one: the same bits are the upper half of an f32
        return kind.viewed(kind.cast(kind.viewed(x, _I2), _I4) << 16, _F4)
    if given.kind == "f" or given == _U8:
        return x
    return kind.cast(x, _I8 if given.itemsize == 8 or given == np.uint32 else _I4)


def _of_keys(kind: Any, keys: Any, given: DType) -> Any:
    """The elements that have these keys."""
    if given == _F2:
        return kind.viewed(kind.cast(kind.viewed(keys, _I4) >> 16, _I2), _F2)
    return kind.cast(keys, given)


def in_order(kind: Any, x: Any, axis: Axis, is_index: bool) -> Any:
    """Sorted elements, or the indices that sort them."""
    if axis is None:
        x, axis = flattened(x), 0
    axis, given = axis_of(x, axis), kind.dtype(x)
    rows = axis_moved(kind, _keys(kind, x), axis, -1)
    keys = kind.empty(rows.shape, kind.dtype(rows), x)
    keys[...] = rows
    places = None
    if is_index:
        places = kind.empty(rows.shape, _I8, x)
        places[...] = kind.counted(rows.shape[-1], x)
    if kind.size(keys):
        flat, moved = keys.reshape(-1, keys.shape[-1]), None if places is None else places.reshape(-1, keys.shape[-1])
        for row in range(flat.shape[0]):
            _library.sort(kind.backend(x), kind.described(flat[row]), None if moved is None else kind.described(moved[row]))
    return axis_moved(kind, _of_keys(kind, keys, given) if places is None else places, -1, axis)


def unique(kind: Any, x: Any, return_counts: bool) -> Any:
    ascending = in_order(kind, x, None, False)
    ends = ends_of_runs(kind, ascending)
    distinct = gathered(kind, ascending, ends[:-1])
    return (distinct, ends[1:] - ends[:-1]) if return_counts else distinct


def top_k(kind: Any, x: Any, k: int, axis: int) -> Tuple[Any, Any]:
    axis = axis_of(x, axis)
    rows = kind.in_order(axis_moved(kind, x, axis, -1))
    columns = rows.shape[-1]
    if not 0 <= integer("k", k) <= columns:
        raise ValueError(f"top_k: k is {k}, of rows of {columns} elements")
    keys, shape = kind.in_order(_keys(kind, rows)), (*rows.shape[:-1], k)
    greatest, places = kind.empty(shape, kind.dtype(keys), x), kind.empty(shape, _I8, x)
    if kind.size(places):
        _library.top_k(kind.backend(x), kind.described(keys, columns), kind.described(greatest), kind.described(places))
    return axis_moved(kind, _of_keys(kind, greatest, kind.dtype(x)), -1, axis), axis_moved(kind, places, -1, axis)
# SPDX-License-Identifier: Apache-2.0
