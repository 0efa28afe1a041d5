"""The library's calls on arrays in the host's memory.

Every call combines elements in the library's canonical order, so results have the same bits in every run, for any
number of cores, at every place. An argument may be a NumPy array, anything that gives one without a copy
(`__dlpack__`, the buffer protocol), or what NumPy makes an array of. Arrays that are not in row-major order are copied
first, as are elements that the library has no kernel for: integers are summed as 64 bits, halves as f32.

`place` says where a call runs: "cpu", on all cores, or "serial", textbook loops on one.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple, Union

import numpy as np

from . import _library

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike, NDArray

__all__ = ["argmax", "argmin", "argsort", "bincount", "compact", "convolve", "cumsum", "dot", "histogram", "index_add",
           "max", "mean", "min", "prod", "put", "scan", "segment_reduce", "segment_sum", "sort", "sum", "take",
           "transpose", "unique"]

Axis = Optional[int]
_OPERATIONS = {"sum": "sum", "prod": "product", "min": "min", "max": "max"}
_EXTREMES = ("min", "max")
_TOP = np.uint64(1 << 63)
_ndarray = np.ndarray
_reduce = _library.reduce


def _array(x: Any) -> NDArray[Any]:
    """`x` as an array of NumPy, without a copy where that can be."""
    if not isinstance(x, _ndarray):
        if hasattr(x, "__cuda_array_interface__"):
            raise TypeError("the array is in a GPU's memory, which these calls do not read: copy it to the host first")
        x = np.from_dlpack(x) if hasattr(x, "__dlpack__") else np.asarray(x)
    found: NDArray[Any] = x
    return found if found.dtype.isnative else found.astype(found.dtype.newbyteorder("="))


def _operation(op: str) -> str:
    if op not in _OPERATIONS:
        raise ValueError(f"op is {op!r}: give one of {', '.join(map(repr, _OPERATIONS))}")
    return _OPERATIONS[op]


def _is_number(dtype: np.dtype[Any]) -> bool:
    return dtype.kind in "biuf" and dtype.itemsize <= 8


def _require_numbers(x: NDArray[Any]) -> None:
    if not _is_number(x.dtype):
        raise TypeError(f"elements are {x.dtype}: give real numbers of at most 8 bytes")


def _widened(x: NDArray[Any], op: str) -> Tuple[NDArray[Any], np.dtype[Any]]:
    """`x` in row-major order, in a type that the library combines by `op`; and the type of results."""
    _require_numbers(x)
    if x.dtype.kind == "f":
        return x.astype(np.float32 if x.dtype.itemsize <= 4 else np.float64, order="C", copy=False), x.dtype
    if op in _EXTREMES:
        if x.dtype == np.uint64:  # the same order, 2^63 lower
            return np.ascontiguousarray(x ^ _TOP).view(np.int64), x.dtype
        return x.astype(np.int64, order="C", copy=False), x.dtype
    return x.astype(np.int64, order="C", copy=False), np.dtype(np.uint64 if x.dtype.kind == "u" else np.int64)


def _narrowed(results: NDArray[Any], dtype: np.dtype[Any], op: str) -> NDArray[Any]:
    if dtype == np.uint64 and op in _EXTREMES:
        return results.view(np.uint64) ^ _TOP
    return results.astype(dtype, copy=False)


def _given(out: Optional[NDArray[Any]], shape: Tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    """`out`, or a new array."""
    if out is None:
        return np.empty(shape, dtype)
    if not isinstance(out, _ndarray):
        raise TypeError(f"out is {type(out).__name__}: give an array of NumPy")
    if out.shape != shape or out.dtype != dtype or not out.flags.c_contiguous or not out.flags.writeable:
        raise ValueError(f"out is {out.dtype} of the shape {out.shape}: give {dtype} of the shape {shape}, in row-major order, "
                         "that may be written")
    return out


def _stored(results: NDArray[Any], out: Optional[NDArray[Any]]) -> Any:
    if out is None:
        return results if results.ndim else results[()]
    _given(out, results.shape, results.dtype)[...] = results
    return out


def _places(indices: ArrayLike) -> NDArray[np.int64]:
    found = _array(indices)
    if found.size == 0:
        return np.empty(found.shape, np.int64)
    if found.dtype.kind not in "iu":
        raise TypeError(f"indices are {found.dtype}: give integers")
    return found.astype(np.int64, order="C", copy=False)


def _axis(x: NDArray[Any], axis: int) -> int:
    if not -x.ndim <= axis < x.ndim:
        raise ValueError(f"axis is {axis}, of an array of {x.ndim} dimensions")
    return axis % x.ndim


def _reduced(op: str, x: ArrayLike, axis: Axis, dtype: Optional[DTypeLike], out: Optional[NDArray[Any]], keepdims: bool,
             place: str) -> Any:
    if type(x) is _ndarray and axis is None and dtype is None and out is None and not keepdims and x.size:
        found = _reduce(place, _OPERATIONS[op], x)  # most of the time of a small array would go to what follows
        if found is not None:
            return x.dtype.type(found)
    x = _array(x)
    if dtype is not None:
        x = x.astype(dtype, copy=False)
    if x.size == 0 and op in _EXTREMES and (axis is None or x.shape[_axis(x, axis)] == 0):
        raise ValueError(f"{op}: there are no elements")
    elements, kind = _widened(x, op)
    if axis is None:
        results = np.empty(1, elements.dtype)
        _library.reduce_segments(place, _OPERATIONS[op], elements, np.array([0, x.size], np.uint64), results)
        shape: Tuple[int, ...] = (1,) * x.ndim if keepdims else ()
    else:
        axis = _axis(x, axis)
        shape = x.shape[:axis] + ((1,) if keepdims else ()) + x.shape[axis + 1:]
        length = x.shape[axis]
        results = np.empty(shape, elements.dtype)
        if axis == 0 and x.ndim > 1 and x.size:
            _library.reduce_columns(place, _OPERATIONS[op], elements.reshape(length, -1), results.reshape(-1))
        elif results.size:
            rows = np.ascontiguousarray(np.moveaxis(elements, axis, -1))
            offsets = np.arange(results.size + 1, dtype=np.uint64) * np.uint64(length)
            _library.reduce_segments(place, _OPERATIONS[op], rows, offsets, results)
    return _stored(_narrowed(results, kind, op).reshape(shape), out)


def sum(x: ArrayLike, axis: Axis = None, dtype: Optional[DTypeLike] = None, out: Optional[NDArray[Any]] = None,
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


def prod(x: ArrayLike, axis: Axis = None, dtype: Optional[DTypeLike] = None, out: Optional[NDArray[Any]] = None,
         keepdims: bool = False, *, place: str = "cpu") -> Any:
    """The product of all elements, or of each row along `axis`; as `sum`.

    Examples
    --------
    >>> int(strider.prod([2, 3, 7]))
    42
    """
    return _reduced("prod", x, axis, dtype, out, keepdims, place)


def min(x: ArrayLike, axis: Axis = None, out: Optional[NDArray[Any]] = None, keepdims: bool = False, *,
        place: str = "cpu") -> Any:
    """The least of all elements, or of each row along `axis`; NaN where there is one. ValueError without elements.

    Examples
    --------
    >>> int(strider.min([3, 1, 2]))
    1
    """
    return _reduced("min", x, axis, None, out, keepdims, place)


def max(x: ArrayLike, axis: Axis = None, out: Optional[NDArray[Any]] = None, keepdims: bool = False, *,
        place: str = "cpu") -> Any:
    """The greatest of all elements, or of each row along `axis`; NaN where there is one. ValueError without elements.

    Examples
    --------
    >>> strider.max(np.array([[3, 1], [4, 2]], np.uint8), axis=0).tolist()
    [4, 2]
    """
    return _reduced("max", x, axis, None, out, keepdims, place)


def _extremes(x: ArrayLike, place: str, call: str) -> Tuple[int, int]:
    elements = np.ascontiguousarray(_array(x))
    _require_numbers(elements)
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


def mean(x: ArrayLike, axis: Axis = None, out: Optional[NDArray[Any]] = None, keepdims: bool = False, *,
         place: str = "cpu") -> Any:
    """The sum divided by the number of elements, in the type of the elements; of integers in f64.

    Examples
    --------
    >>> float(strider.mean([1, 2, 4, 5]))
    3.0
    """
    x = _array(x)
    count = x.size if axis is None else x.shape[_axis(x, axis)]
    if count == 0:
        raise ValueError("mean: there are no elements")
    kind = x.dtype if x.dtype.kind == "f" else np.dtype(np.float64)
    total = _reduced("sum", x, axis, np.float32 if kind == np.float16 else kind, None, keepdims, place)
    return _stored(np.asarray(total / total.dtype.type(count)).astype(kind, copy=False), out)


def dot(a: ArrayLike, b: ArrayLike, *, place: str = "cpu") -> Any:
    """The sum of the products of two vectors' elements, each product rounded before it is added.

    Examples
    --------
    >>> float(strider.dot([1.0, 2.0], [3.0, 4.0]))
    11.0
    """
    first, second = _array(a), _array(b)
    if first.ndim != 1 or first.shape != second.shape:
        raise ValueError(f"dot: the shapes are {first.shape} and {second.shape}: give two vectors of one length")
    kind = np.result_type(first, second)
    one, result_kind = _widened(first.astype(kind, copy=False), "sum")
    two, _ = _widened(second.astype(kind, copy=False), "sum")
    result = np.empty(1, one.dtype)
    _library.dot(place, one, two, result)
    return result.astype(result_kind, copy=False)[0]


def scan(x: ArrayLike, op: str = "sum", axis: Axis = None, out: Optional[NDArray[Any]] = None, *,
         exclusive: bool = False, place: str = "cpu") -> NDArray[Any]:
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
    operation = _operation(op)
    given = _array(x)
    if axis is None:
        given, axis = given.reshape(-1), 0
    axis = _axis(given, axis)
    elements, kind = _widened(given, op)
    if elements.dtype == np.float32 and op in _EXTREMES:
        elements = elements.astype(np.float64)  # nothing is rounded
    is_last = axis == given.ndim - 1
    if is_last and elements.dtype == kind:
        results = _given(out, given.shape, kind)
        if results is not elements:
            results[...] = elements
        _library.scan(place, operation, int(exclusive), results.reshape(-1, given.shape[-1]) if results.size else results)
        return results
    moved = np.array(np.moveaxis(elements, axis, -1), order="C")
    if moved.size:
        _library.scan(place, operation, int(exclusive), moved.reshape(-1, moved.shape[-1]))
    found: NDArray[Any] = _stored(np.ascontiguousarray(np.moveaxis(_narrowed(moved, kind, op), -1, axis)), out)
    return found


def cumsum(x: ArrayLike, axis: Axis = None, dtype: Optional[DTypeLike] = None, out: Optional[NDArray[Any]] = None, *,
           place: str = "cpu") -> NDArray[Any]:
    """The sums of elements 0 to i of each row: `scan(x, "sum")`.

    Examples
    --------
    >>> strider.cumsum([1, 2, 3]).tolist()
    [1, 3, 6]
    """
    given = _array(x)
    return scan(given if dtype is None else given.astype(dtype, copy=False), "sum", axis, out, place=place)


def segment_reduce(x: ArrayLike, offsets: ArrayLike, op: str = "sum", out: Optional[NDArray[Any]] = None, *,
                   place: str = "cpu") -> NDArray[Any]:
    """Result i combines the elements from offsets[i] up to, and without, offsets[i + 1].

    An empty segment gives the operator's identity. Each segment has the bits of the reduction of its elements alone.

    Examples
    --------
    >>> strider.segment_reduce([1, 2, 3, 4], [0, 1, 4], "max").tolist()
    [1, 4]
    """
    elements, kind = _widened(_array(x).reshape(-1), op)
    operation = _operation(op)
    ends = _places(offsets)
    if ends.ndim != 1 or ends.size == 0:
        raise ValueError("offsets: give a vector of at least one offset")
    if ends[0] < 0 or ends[-1] > elements.size or np.any(ends[1:] < ends[:-1]):
        raise ValueError(f"offsets: give numbers that ascend from 0 at least to {elements.size} at most")
    results = np.empty(ends.size - 1, elements.dtype)
    if results.size:
        _library.reduce_segments(place, operation, elements, ends.view(np.uint64), results)
    found: NDArray[Any] = _stored(_narrowed(results, kind, op), out)
    return found


def segment_sum(x: ArrayLike, offsets: ArrayLike, out: Optional[NDArray[Any]] = None, *,
                place: str = "cpu") -> NDArray[Any]:
    """The sum of each segment: `segment_reduce(x, offsets, "sum")`.

    Examples
    --------
    >>> strider.segment_sum([1.0, 2.0, 3.0], [0, 2, 2, 3]).tolist()
    [3.0, 0.0, 3.0]
    """
    return segment_reduce(x, offsets, "sum", out, place=place)


def compact(x: ArrayLike, mask: ArrayLike, *, place: str = "cpu") -> NDArray[Any]:
    """The elements whose mask is true, in their order.

    Examples
    --------
    >>> strider.compact([5, 6, 7], [True, False, True]).tolist()
    [5, 7]
    """
    values, marks = _array(x), _array(mask)
    if marks.dtype != np.bool_:
        raise TypeError(f"the mask is {marks.dtype}: give booleans")
    if marks.shape != values.shape:
        raise ValueError(f"the mask has the shape {marks.shape}, and the elements {values.shape}")
    places = np.empty(marks.size, np.int64)
    count = _library.places(place, np.ascontiguousarray(marks).view(np.uint8), places) if marks.size else 0
    return take(values, places[:count], place=place)


def take(x: ArrayLike, indices: ArrayLike, out: Optional[NDArray[Any]] = None, *, place: str = "cpu") -> NDArray[Any]:
    """x.flat[indices]; elements of 1, 2, 4 or 8 bytes.

    IndexError, before anything is written, where an index is negative or too large.

    Examples
    --------
    >>> strider.take([10.0, 20.0, 30.0], [2, 0]).tolist()
    [30.0, 10.0]
    """
    values, places = _array(x), _places(indices)
    results = _given(out, places.shape, values.dtype)
    word = f"u{values.dtype.itemsize}"
    if places.size:
        _library.gather(place, _words(values), places, results.view(word))
    return results


def _words(x: NDArray[Any]) -> NDArray[Any]:
    """The elements as unsigned integers of their size, in row-major order."""
    if x.dtype.itemsize not in (1, 2, 4, 8) or x.dtype.hasobject:
        raise TypeError(f"elements are {x.dtype}: give elements of 1, 2, 4 or 8 bytes")
    return np.ascontiguousarray(x).view(f"u{x.dtype.itemsize}")


def _changed(x: ArrayLike, out: Optional[NDArray[Any]]) -> NDArray[Any]:
    """A copy of `x` that may be changed, in `out` where that is given; none where it is `x` itself."""
    given = _array(x)
    results = _given(out, given.shape, given.dtype)
    if results is not given:
        results[...] = given
    return results


def put(x: ArrayLike, indices: ArrayLike, values: ArrayLike, out: Optional[NDArray[Any]] = None, *,
        place: str = "cpu") -> NDArray[Any]:
    """A copy of x, in which flat[indices[i]] is values[i]; with `out=x`, x itself.

    Indices should be distinct: of several values with one index, any may stay. IndexError as `take`.

    Examples
    --------
    >>> strider.put(np.zeros(3), [2, 0], [5.0, 6.0]).tolist()
    [6.0, 0.0, 5.0]
    """
    results, places = _changed(x, out), _places(indices)
    items = np.broadcast_to(_array(values).astype(results.dtype, copy=False), places.shape)
    _words(results)
    if places.size:
        _library.scatter(place, _words(items), places, results.view(f"u{results.dtype.itemsize}"))
    return results


def index_add(x: ArrayLike, indices: ArrayLike, values: ArrayLike, out: Optional[NDArray[Any]] = None, *,
              place: str = "cpu") -> NDArray[Any]:
    """A copy of x, in which flat[indices[i]] += values[i] for each i; with `out=x`, x itself.

    Values that have one index are added in the canonical order, so the bits are the same in every run. Elements are
    f32, f64 or 64-bit integers. IndexError as `take`.

    Examples
    --------
    >>> strider.index_add(np.zeros(3), [2, 0, 2], [1.0, 2.0, 4.0]).tolist()
    [2.0, 0.0, 5.0]
    """
    results, places = _changed(x, out), _places(indices)
    if results.dtype not in (np.float32, np.float64, np.int64, np.uint64):
        raise TypeError(f"elements are {results.dtype}: give float32, float64, int64 or uint64")
    added = np.broadcast_to(_array(values).astype(results.dtype, copy=False), places.shape)
    kind = np.int64 if results.dtype.kind in "iu" else results.dtype
    if places.size:
        _library.scatter_add(place, np.ascontiguousarray(added).view(kind), places, results.view(kind))
    return results


def _keys(x: NDArray[Any]) -> NDArray[Any]:
    """A copy of `x` in a type that the library sorts, in which the order is the same."""
    _require_numbers(x)
    kind = x.dtype
    if kind.kind == "f":
        kind = np.dtype(np.float32 if kind.itemsize <= 4 else np.float64)
    elif kind.itemsize < 4:
        kind = np.dtype(np.int32)
    elif kind == np.uint32:
        kind = np.dtype(np.int64)
    return x.astype(kind, order="C")


def _sorted(x: ArrayLike, axis: Axis, place: str, is_index: bool) -> NDArray[Any]:
    given = _array(x)
    if axis is None:
        given, axis = given.reshape(-1), 0
    axis = _axis(given, axis)
    keys = np.ascontiguousarray(np.moveaxis(_keys(given), axis, -1))
    places = np.empty(keys.shape, np.int64) if is_index else None
    if places is not None:
        places[...] = np.arange(keys.shape[-1])
    if keys.size:
        for row in np.ndindex(keys.shape[:-1]):
            _library.sort(place, keys[row], None if places is None else places[row])
    return np.moveaxis(keys.astype(given.dtype, copy=False) if places is None else places, -1, axis)


def sort(x: ArrayLike, axis: Axis = -1, *, place: str = "cpu") -> NDArray[Any]:
    """The elements of each row along `axis` in ascending order; of the flat array where `axis` is None.

    NaNs stand behind all numbers, or before them where their sign bit is set.

    Examples
    --------
    >>> strider.sort([3, 1, 2]).tolist()
    [1, 2, 3]
    """
    return _sorted(x, axis, place, False)


def argsort(x: ArrayLike, axis: Axis = -1, *, place: str = "cpu") -> NDArray[np.int64]:
    """The indices that sort each row along `axis`; equal elements keep their order.

    Examples
    --------
    >>> strider.argsort([3, 1, 2]).tolist()
    [1, 2, 0]
    """
    return _sorted(x, axis, place, True)


def unique(x: ArrayLike, *, place: str = "cpu") -> NDArray[Any]:
    """The distinct elements in ascending order; every NaN is one of its own.

    Examples
    --------
    >>> strider.unique([3, 1, 3, 2, 1]).tolist()
    [1, 2, 3]
    """
    ascending = sort(x, None, place=place)
    first = np.ones(ascending.size, np.bool_)
    np.not_equal(ascending[1:], ascending[:-1], out=first[1:])
    return compact(ascending, first, place=place)


def histogram(x: ArrayLike, bins: Union[int, ArrayLike] = 10, range: Optional[Sequence[float]] = None, *,
              place: str = "cpu") -> Tuple[NDArray[np.int64], NDArray[Any]]:
    """How many elements are in each bin, and the bins' edges; which, as in NumPy.

    Parameters
    ----------
    x : array_like
        Real numbers. NaN is in no bin.
    bins : int or array_like
        The number of even bins, at most 2^20, or their edges, which ascend. The last bin holds its upper edge.
    range : (low, high), optional
        The ends of even bins; without it the extremes of the elements.

    Examples
    --------
    >>> counts, edges = strider.histogram([1.0, 2.0, 2.5, 4.0], bins=3)
    >>> counts.tolist(), edges.tolist()
    ([1, 2, 1], [1.0, 2.0, 3.0, 4.0])
    """
    samples = _array(x).reshape(-1)
    _require_numbers(samples)
    if np.ndim(bins) == 0:
        if range is None and samples.size:
            ends = np.array([min(samples, place=place), max(samples, place=place)])
        else:
            ends = samples[:0]
        edges = np.histogram_bin_edges(ends, bins, range)  # type: ignore[arg-type]
    else:
        edges = _array(bins)
    kind = np.result_type(samples, edges)
    if kind.kind == "f":
        kind = np.dtype(np.float32 if kind.itemsize <= 4 else np.float64)
        limits = np.ascontiguousarray(edges, kind)
    else:
        kind = samples.dtype if samples.dtype.kind != "b" else np.dtype(np.uint8)
        limits = np.ascontiguousarray(edges, np.uint64 if kind == np.uint64 else np.int64)
    counts = np.empty(edges.size - 1, np.uint64)
    _library.histogram(place, samples.astype(kind, order="C", copy=False), counts, None, limits)
    return counts.view(np.int64), edges


def bincount(x: ArrayLike, weights: Optional[ArrayLike] = None, minlength: int = 0, *, place: str = "cpu") -> NDArray[Any]:
    """How often each number from 0 to max(x) occurs, or the sum of its weights in f64.

    Sums are in the canonical order, so their bits are the same in every run.

    Examples
    --------
    >>> strider.bincount([0, 2, 2, 3]).tolist()
    [1, 0, 2, 1]
    """
    samples = _array(x)
    if samples.ndim != 1:
        raise ValueError(f"bincount: the shape is {samples.shape}: give a vector")
    samples = _places(samples)
    if samples.size and samples.min() < 0:
        raise ValueError("bincount: there are negative numbers: give numbers from 0")
    length = int(samples.max()) + 1 if samples.size else 0
    length = minlength if minlength > length else length
    if weights is not None:
        return index_add(np.zeros(length), samples, np.asarray(weights, np.float64), place=place)
    if not 0 < length <= 1 << 20:  # more than a histogram takes
        return index_add(np.zeros(length, np.int64), samples, np.int64(1), place=place)
    counts = np.empty(length, np.uint64)
    _library.histogram(place, samples, counts, np.array([0, length], np.int64), None)
    return counts.view(np.int64)


def convolve(image: ArrayLike, mask: ArrayLike, boundary: str = "zero", out: Optional[NDArray[Any]] = None, *,
             place: str = "cpu") -> NDArray[Any]:
    """Each element becomes the sum of its neighbours times the mask, which lies centred on it and is not turned round.

    Parameters
    ----------
    image : array_like
        A vector or a matrix of u8, u16, f32 or f64.
    mask : array_like
        Weights, of as many dimensions.
    boundary : {"zero", "replicate", "symmetric", "wrap"}
        What lies outside of the image.

    Examples
    --------
    >>> strider.convolve(np.array([1.0, 2.0, 3.0]), [1, 0, 2]).tolist()
    [4.0, 7.0, 2.0]
    """
    pixels, weights = np.ascontiguousarray(_array(image)), np.ascontiguousarray(_array(mask), np.float64)
    if pixels.dtype not in (np.uint8, np.uint16, np.float32, np.float64):
        raise TypeError(f"the image is {pixels.dtype}: give uint8, uint16, float32 or float64")
    if pixels.ndim not in (1, 2) or weights.ndim != pixels.ndim:
        raise ValueError(f"the image has {pixels.ndim} dimensions, and the mask {weights.ndim}: give 1 or 2, the same of both")
    results = _given(out, pixels.shape, pixels.dtype)
    _library.convolve(place, pixels, weights, results, boundary)
    return results


def transpose(x: ArrayLike, out: Optional[NDArray[Any]] = None, *, place: str = "cpu") -> NDArray[Any]:
    """A matrix whose rows are the columns of x, in row-major order.

    Examples
    --------
    >>> strider.transpose([[1, 2, 3], [4, 5, 6]]).tolist()
    [[1, 4], [2, 5], [3, 6]]
    """
    matrix = np.ascontiguousarray(_array(x))
    if matrix.ndim != 2:
        raise ValueError(f"transpose: there are {matrix.ndim} dimensions: give a matrix")
    results = _given(out, matrix.shape[::-1], matrix.dtype)
    if matrix.size:
        _library.transpose(place, matrix, results)
    return results
