"""The calls on arrays of any kind, with the same bits. On a GPU they run on the caller's stream.

Calls wait for the GPU only where they return numbers to the host, or look at indices, offsets or masks.
"""
from __future__ import annotations

import math
from typing import Any, Tuple

import numpy as np

from .. import _library
from .arguments import Axes, axes_of, Axis, axis_of, EXTREMES, OPERATIONS, operation_of, require_kind
from .kinds import DType

_I8 = np.dtype(np.int64)
_F2, _F4, _F8 = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.float64)
_BOOL, _U8 = np.dtype(np.bool_), np.dtype(np.uint64)
_TOP = -(1 << 63)
_BEFORE, _MEANWHILE, _NEVER = range(3)  # when indices are checked


def _wide(kind: Any, x: Any, op: str) -> Tuple[Any, DType]:
    """`x` in row-major order, in a type that the library combines by `op`; and the type of results."""
    given = kind.dtype(x)
    require_kind(given)
    if given.kind == "f":
        return kind.in_order(kind.cast(x, _F4 if given.itemsize <= 4 else _F8)), given
    if op in EXTREMES:
        if given == _U8:  # the same order, 2^63 lower
            return kind.viewed(kind.in_order(x), _I8) ^ _TOP, given
        return kind.in_order(kind.cast(x, _I8)), given
    if given == _U8:
        return kind.viewed(kind.in_order(x), _I8), given
    return kind.in_order(kind.cast(x, _I8)), _U8 if given.kind == "u" else _I8


def _narrow(kind: Any, results: Any, dtype: DType, op: str) -> Any:
    if dtype == _U8:
        return kind.viewed(results ^ _TOP if op in EXTREMES else results, dtype)
    if op in EXTREMES and dtype.kind in "biu":  # the identity of 64 bits becomes that of the type
        limits = np.iinfo(np.uint8 if dtype == _BOOL else dtype)
        results = results.clip(limits.min, 1 if dtype == _BOOL else limits.max)
    return kind.one_nan(kind.cast(results, dtype)) if dtype == _F2 else kind.cast(results, dtype)


def output_of(kind: Any, out: Any, shape: Tuple[int, ...], dtype: DType, like: Any) -> Any:
    """`out`, or a new array."""
    if out is None:
        return kind.empty(shape, dtype, like)
    if not kind.is_array(out):
        raise TypeError(f"out is {type(out).__name__}: give {kind.output}")
    if tuple(out.shape) != tuple(shape) or kind.dtype(out) != dtype or not kind.may_be_output(out):
        raise ValueError(f"out is {kind.dtype(out)} of the shape {tuple(out.shape)}: give {dtype} of the shape {tuple(shape)}, in "
                         "row-major order and aligned, that may be written")
    return out


def _stored(kind: Any, results: Any, out: Any) -> Any:
    if out is None:
        return kind.given_back(results)
    output_of(kind, out, results.shape, kind.dtype(results), results)[...] = results
    return out


def flattened(x: Any) -> Any:
    return x if x.ndim == 1 else x.reshape(-1)


def axis_moved(kind: Any, x: Any, axis: int, to: int) -> Any:
    return kind.moved(x, axis, to) if (axis - to) % x.ndim else x


def places_of(kind: Any, indices: Any, like: Any, name: str = "indices") -> Any:
    found = kind.taken(indices, like)
    if kind.size(found) and kind.dtype(found).kind not in "iu":
        raise TypeError(f"{name} are {kind.dtype(found)}: give integers")
    if kind.size(found) and kind.dtype(found) == _U8:
        greatest = int(reduced(kind, found, "max", None, None, None, False))
        if greatest >= 1 << 63:
            raise (IndexError if name == "indices" else ValueError)(f"{name} go up to {greatest}: give numbers below 2^63")
    return kind.in_order(kind.cast(found, _I8))


def _size_along(x: Any, axis: Axes) -> int:
    return math.prod(x.shape[axis] for axis in axes_of(x, axis))


def reduced(kind: Any, x: Any, op: str, axis: Axes, dtype: Any, out: Any, keepdims: bool) -> Any:
    if dtype is not None:
        x = kind.cast(x, dtype)
    axes = axes_of(x, axis)
    count = math.prod(x.shape[d] for d in axes)
    if count == 0 and op in EXTREMES:
        raise ValueError(f"{op}: there are no elements")
    elements, type_of_results = _wide(kind, x, op)
    shape = tuple(1 if d in axes else length for d, length in enumerate(x.shape) if keepdims or d not in axes)
    results, rest = kind.empty(shape, kind.dtype(elements), x), x.ndim - len(axes)
    if not kind.size(x):
        results[...] = _identity(op, kind.dtype(results))
    elif not rest:
        _library.reduce_to(kind.backend(x), OPERATIONS[op], kind.described(elements), kind.described(results))
    elif axes == tuple(range(len(axes))):
        _library.reduce_columns(kind.backend(x), OPERATIONS[op], kind.described(elements, kind.size(results)), kind.described(results))
    else:
        last = tuple(range(rest, x.ndim))
        rows = elements if axes == last else kind.in_order(kind.moved(elements, axes, last))
        _library.reduce_rows(kind.backend(x), OPERATIONS[op], kind.described(rows, count), kind.described(results))
    return _stored(kind, _narrow(kind, results, type_of_results if dtype is None else kind.dtype(x), op), out)


def extremes(kind: Any, x: Any, op: str, axis: Axis, out: Any, keepdims: bool) -> Any:
    """Where the least elements are, or the greatest: the first ones, or the first NaNs."""
    if axis is not None or out is not None or keepdims:
        elements, _ = _wide(kind, x, op)
        best = reduced(kind, elements, op, axis, None, None, True)
        length = kind.size(x) if axis is None else x.shape[axis_of(x, axis)]
        places = kind.counted(length, x).reshape(x.shape if axis is None else (length, *(1,) * (x.ndim - 1 - axis_of(x, axis))))
        first = (places - length) * ((elements == best) | (elements != elements)) + length
        return reduced(kind, first, "min", axis, None, out, keepdims)
    elements, _ = _wide(kind, x, op)
    if kind.size(x) == 0:
        raise ValueError(f"arg{op}: there are no elements")
    return _library.extreme(kind.backend(x), op, kind.described(elements))


def _mean(kind: Any, x: Any, axis: Axes, keepdims: bool, ddof: int, call: str) -> Any:
    """The sum divided by the number of elements less `ddof`."""
    count = _size_along(x, axis)
    if count <= ddof:
        raise ValueError(f"{call}: there are no elements" if call == "mean" else
                         f"{call}: there are {count} elements, and ddof is {ddof}: give more elements")
    found = kind.divided(reduced(kind, x, "sum", axis, None, None, keepdims), count - ddof)
    if not _is_too_large(kind, found):
        return found
    if kind.dtype(x) == _F4:
        return _where_too_large(found, kind.cast(_mean(kind, kind.cast(x, _F8), axis, keepdims, ddof, call), _F4))
    scale = 2.0 ** count.bit_length()
    return _where_too_large(found, kind.divided(reduced(kind, x / scale, "sum", axis, None, None, keepdims), count - ddof) * scale)


def _is_too_large(kind: Any, found: Any) -> bool:
    """Whether sums of floats did not fit, or elements are not finite. A GPU's results are not waited for."""
    return kind.on_host and not np.isfinite(found).all()


def _where_too_large(found: Any, wider: Any) -> Any:
    return np.where(np.isfinite(found), found, wider)


def _real(kind: Any, x: Any, dtype: Any) -> Tuple[Any, DType]:
    x = x if dtype is None else kind.cast(x, dtype)
    given = kind.dtype(x)
    require_kind(given)
    result = given if given.kind == "f" else _F8
    return kind.cast(x, _F4 if result.itemsize == 2 else result), result


def mean(kind: Any, x: Any, axis: Axes, dtype: Any, out: Any, keepdims: bool) -> Any:
    elements, given = _real(kind, x, dtype)
    return _stored(kind, kind.one_nan(kind.cast(_mean(kind, elements, axis, keepdims, 0, "mean"), given)), out)


@np.errstate(over="ignore")
def var(kind: Any, x: Any, axis: Axes, dtype: Any, out: Any, ddof: int, keepdims: bool, is_root: bool) -> Any:
    elements, given = _real(kind, x, dtype)
    call = "std" if is_root else "var"
    squares = elements - _mean(kind, elements, axis, True, 0, call)
    squares *= squares
    found = kind.cast(_mean(kind, squares, axis, keepdims, ddof, call), given)
    found = kind.root(found) if is_root else found
    if given.itemsize < 8 and _is_too_large(kind, found):
        wider = var(kind, kind.cast(x, _F8), axis, None, None, ddof, keepdims, is_root)
        found = _where_too_large(found, np.asarray(wider).astype(given))
    return _stored(kind, kind.one_nan(found), out)


def common(a: DType, b: DType) -> DType:
    """What both are converted to: integers of two types to 64 bits, where NumPy takes float64 for uint64 and a signed type."""
    both: Any = np.result_type(a, b)
    return _I8 if both.kind == "f" and "f" not in (a.kind, b.kind) else both


def dot(kind: Any, a: Any, b: Any) -> Any:
    b = kind.taken(b, a)
    if a.ndim != 1 or a.shape != b.shape:
        raise ValueError(f"dot: the shapes are {tuple(a.shape)} and {tuple(b.shape)}: give two vectors of one length")
    both = common(kind.dtype(a), kind.dtype(b))
    one, result_kind = _wide(kind, kind.cast(a, both), "sum")
    two, _ = _wide(kind, kind.cast(b, both), "sum")
    result = kind.empty((), kind.dtype(one), a)
    _library.dot(kind.backend(a), kind.described(one), kind.described(two), kind.described(result))
    return _stored(kind, _narrow(kind, result, result_kind, "sum"), None)


def scan(kind: Any, x: Any, op: str, axis: Axis, dtype: Any, out: Any, exclusive: bool) -> Any:
    operation = operation_of(op)
    if dtype is not None:
        x = kind.cast(x, dtype)
    if axis is None:
        x, axis = flattened(x), 0
    axis = axis_of(x, axis)
    elements, given = _wide(kind, x, op)
    given = given if dtype is None else kind.dtype(x)
    if kind.dtype(elements) == _F4 and op in EXTREMES:
        elements = kind.cast(elements, _F8)  # nothing is rounded
    rows = kind.in_order(axis_moved(kind, elements, axis, -1))
    is_direct = axis == x.ndim - 1 and kind.dtype(rows) == given
    results = output_of(kind, out if is_direct else None, rows.shape, kind.dtype(rows), x)
    apart = kind.address(results) - kind.address(rows)
    if 0 < abs(apart) < kind.size(rows) * kind.dtype(rows).itemsize:  # rows would be overwritten before they are read
        rows = kind.copied(rows)
    at_once = not exclusive or (kind.dtype(rows).kind == "f" and op not in EXTREMES)
    if kind.size(rows):
        columns = rows.shape[-1]
        to = results if at_once else kind.empty(rows.shape, kind.dtype(rows), x)
        _library.scan(kind.backend(x), operation, int(exclusive and at_once), kind.described(rows, columns), kind.described(to, columns))
        if to is not results:  # nothing is rounded: the inclusive one, one element further
            results[..., 1:] = to[..., :-1]
            results[..., 0] = _identity(op, kind.dtype(rows))
    if is_direct:
        return results
    return _stored(kind, kind.in_order(axis_moved(kind, _narrow(kind, results, given, op), -1, axis)), out)


def _identity(op: str, dtype: DType) -> Any:
    if op in EXTREMES:
        limits: Any = np.iinfo(dtype) if dtype.kind == "i" else None
        least, greatest = (limits.min, limits.max) if limits else (-np.inf, np.inf)
        return greatest if op == "min" else least
    return 0 if op == "sum" else 1


def segment_reduce(kind: Any, x: Any, offsets: Any, op: str, out: Any) -> Any:
    operation = operation_of(op)
    found = None if kind.on_host or out is not None else kind.segments(operation, x, offsets)
    if found is not None:
        return found
    elements, given = _wide(kind, flattened(x), op)
    ends = places_of(kind, offsets, x, "offsets")
    if ends.ndim != 1 or kind.size(ends) == 0:
        raise ValueError("offsets: give a vector of at least one offset")
    results = kind.empty((kind.size(ends) - 1,), kind.dtype(elements), x)
    _library.reduce_segments(kind.backend(x), operation, kind.described(elements), kind.described(ends), kind.described(results))
    return _stored(kind, _narrow(kind, results, given, op), out)


def _marked(kind: Any, marks: Any) -> Any:
    """Where booleans are true, in the flat array."""
    places = kind.empty((kind.size(marks),), _I8, marks)
    if not kind.size(marks):
        return places
    marks = kind.in_order(marks)
    return places[:_library.places(kind.backend(marks), kind.described(marks), kind.described(places))]


def ends_of_runs(kind: Any, x: Any) -> Any:
    """Where the runs of equal neighbours of a vector begin, and its size."""
    first = kind.empty((kind.size(x) + 1,), _BOOL, x)
    first[:1] = first[-1:] = True
    first[1:-1] = x[1:] != x[:-1]
    return _marked(kind, first)


def compact(kind: Any, x: Any, mask: Any) -> Any:
    marks = kind.taken(mask, x)
    if kind.dtype(marks) != _BOOL:
        raise TypeError(f"the mask is {kind.dtype(marks)}: give booleans")
    if marks.shape != x.shape:
        raise ValueError(f"the mask has the shape {tuple(marks.shape)}, and the elements {tuple(x.shape)}")
    return gathered(kind, x, _marked(kind, marks))


def reduce_by_key(kind: Any, keys: Any, values: Any, op: str) -> Tuple[Any, Any]:
    added = kind.taken(values, keys)
    if keys.ndim != 1 or keys.shape != added.shape:
        raise ValueError(f"reduce_by_key: the shapes are {tuple(keys.shape)} and {tuple(added.shape)}: give two vectors of one "
                         "length")
    ends = ends_of_runs(kind, keys)
    return gathered(kind, keys, ends[:-1]), segment_reduce(kind, added, ends, op, None)


def _require_items(dtype: DType, sizes: Tuple[int, ...] = (1, 2, 4, 8)) -> None:
    if dtype.itemsize not in sizes or dtype.hasobject:
        raise TypeError(f"elements are {dtype}: give elements of {', '.join(map(str, sizes[:-1]))} or {sizes[-1]} bytes")


def gathered(kind: Any, x: Any, places: Any, out: Any = None, check: int = _NEVER) -> Any:
    """x.flat[places]"""
    _require_items(kind.dtype(x))
    results = output_of(kind, out, places.shape, kind.dtype(x), x)
    if kind.size(places):
        _library.gather(kind.backend(x), kind.described(kind.in_order(x)), kind.described(places), kind.described(results), check)
    return results


def take(kind: Any, x: Any, indices: Any, axis: Axis, out: Any) -> Any:
    found = None if kind.on_host or axis is not None or out is not None else kind.gathered(x, indices)
    if found is not None:
        return found
    places = places_of(kind, indices, x)
    if axis is None:
        found = gathered(kind, x, places, out, _MEANWHILE if out is None else _BEFORE)
        return kind.given_back(found) if out is None else found
    axis = axis_of(x, axis)
    length, inner = x.shape[axis], math.prod(x.shape[axis + 1:])
    gathered(kind, kind.counted(length, x), places, None, _MEANWHILE)  # checks
    slices = kind.counted(math.prod(x.shape[:axis]), x).reshape(-1, 1, 1) * length + places.reshape(1, -1, 1)
    flat = slices * inner + kind.counted(inner, x)
    return gathered(kind, x, flat.reshape((*x.shape[:axis], *places.shape, *x.shape[axis + 1:])), out)


def _spread(kind: Any, x: Any, places: Any, values: Any) -> Any:
    """Values of the type of `x`, one for each place."""
    items = kind.cast(kind.taken(values, x), kind.dtype(x))
    if tuple(items.shape) != tuple(places.shape):
        try:
            items = kind.spread(items, places.shape)
        except (RuntimeError, ValueError) as error:
            raise ValueError(f"values have the shape {tuple(items.shape)}, and indices {tuple(places.shape)}: give one value, or one "
                             "for each index") from error
    return kind.in_order(items)


def _changed(kind: Any, change: Any, x: Any, indices: Any, values: Any, out: Any) -> Any:
    """`x` after a change of the library, or a copy, which goes to `out` once the library has taken all indices."""
    if out is not None:
        output_of(kind, out, x.shape, kind.dtype(x), x)
    places = places_of(kind, indices, x)
    items = _spread(kind, x, places, values)
    results = x
    if out is not x:
        results = kind.empty(x.shape, kind.dtype(x), x)
        results[...] = x
    if kind.dtype(x) == _U8:
        items = kind.viewed(items, _I8)
    if kind.size(places):
        change(kind.backend(x), kind.described(items), kind.described(places), kind.described(results))
    return results if out is None or out is x else _stored(kind, results, out)


def put(kind: Any, x: Any, indices: Any, values: Any, out: Any) -> Any:
    _require_items(kind.dtype(x))
    return _changed(kind, _library.scatter, x, indices, values, out)


def index_add(kind: Any, x: Any, indices: Any, values: Any, out: Any) -> Any:
    if kind.dtype(x) not in (_F4, _F8, _I8, _U8):
        raise TypeError(f"elements are {kind.dtype(x)}: give float32, float64, int64 or uint64")
    return _changed(kind, _library.scatter_add, x, indices, values, out)


def transpose(kind: Any, x: Any, out: Any) -> Any:
    if x.ndim != 2:
        raise ValueError(f"transpose: there are {x.ndim} dimensions: give a matrix")
    _require_items(kind.dtype(x), (1, 2, 3, 4, 6, 8, 12, 16))
    matrix = kind.in_order(x)
    results = output_of(kind, out, tuple(x.shape)[::-1], kind.dtype(x), x)
    if kind.size(matrix):
        _library.transpose(kind.backend(x), kind.described(matrix, x.shape[1]), kind.described(results, x.shape[0]))
    return results
# SPDX-License-Identifier: Apache-2.0
