"""Elements by masks and by indices; the transpose."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

import numpy as np

from .. import _library
from . import gpu
from .arguments import as_array, as_places, output
from .kinds import kind_of

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def compact(x: ArrayLike, mask: ArrayLike, *, place: str = "cpu") -> Any:
    """The elements whose mask is true, in their order.

    Examples
    --------
    >>> strider.compact([5, 6, 7], [True, False, True]).tolist()
    [5, 7]
    """
    if kind_of(x) is not None:
        return gpu.compact(x, mask)
    values, marks = as_array(x), as_array(mask)
    if marks.dtype != np.bool_:
        raise TypeError(f"the mask is {marks.dtype}: give booleans")
    if marks.shape != values.shape:
        raise ValueError(f"the mask has the shape {marks.shape}, and the elements {values.shape}")
    return gathered(values, marked(marks, place), None, place, True)


def marked(marks: NDArray[Any], place: str) -> NDArray[np.int64]:
    """Where booleans are true, in the flat array."""
    places = np.empty(marks.size, np.int64)
    count = _library.places(place, np.ascontiguousarray(marks).view(np.uint8), places) if marks.size else 0
    return places[:count]


def starts(x: NDArray[Any], place: str) -> NDArray[np.int64]:
    """Where the runs of equal neighbours of a vector begin."""
    first = np.ones(x.size, np.bool_)
    np.not_equal(x[1:], x[:-1], out=first[1:])
    return marked(first, place)


def take(x: ArrayLike, indices: ArrayLike, out: Any = None, *, place: str = "cpu") -> Any:
    """x.flat[indices]; elements of 1, 2, 4 or 8 bytes.

    IndexError, before anything is written, where an index is negative or too large.

    Examples
    --------
    >>> strider.take([10.0, 20.0, 30.0], [2, 0]).tolist()
    [30.0, 10.0]
    """
    if kind_of(x) is not None:
        return gpu.take(x, indices, out)
    return gathered(as_array(x), as_places(indices), out, place, False)


def gathered(values: NDArray[Any], places: NDArray[np.int64], out: Any, place: str, known: bool) -> NDArray[Any]:
    """values.flat[places]; places that are not known to be there are looked at first."""
    results = output(out, places.shape, values.dtype)
    if places.size:
        _library.gather(place, _words(values), places, results.view(f"u{values.dtype.itemsize}"), known)
    return results


def _words(x: NDArray[Any]) -> NDArray[Any]:
    """The elements as unsigned integers of their size, in row-major order."""
    if x.dtype.itemsize not in (1, 2, 4, 8) or x.dtype.hasobject:
        raise TypeError(f"elements are {x.dtype}: give elements of 1, 2, 4 or 8 bytes")
    return np.ascontiguousarray(x).view(f"u{x.dtype.itemsize}")


def _changed(x: ArrayLike, out: Optional[NDArray[Any]]) -> NDArray[Any]:
    """A copy of `x` that may be changed, in `out` where that is given; none where it is `x` itself."""
    given = as_array(x)
    results = output(out, given.shape, given.dtype)
    if results is not given:
        results[...] = given
    return results


def put(x: ArrayLike, indices: ArrayLike, values: ArrayLike, out: Any = None, *,
        place: str = "cpu") -> Any:
    """A copy of x, in which flat[indices[i]] is values[i]; with `out=x`, x itself.

    Indices should be distinct: of several values with one index, any may stay. IndexError as `take`.

    Examples
    --------
    >>> strider.put(np.zeros(3), [2, 0], [5.0, 6.0]).tolist()
    [6.0, 0.0, 5.0]
    """
    if kind_of(x) is not None:
        return gpu.put(x, indices, values, out)
    results, places = _changed(x, out), as_places(indices)
    items = np.broadcast_to(as_array(values).astype(results.dtype, copy=False), places.shape)
    _words(results)
    if places.size:
        _library.scatter(place, _words(items), places, results.view(f"u{results.dtype.itemsize}"))
    return results


def index_add(x: ArrayLike, indices: ArrayLike, values: ArrayLike, out: Any = None, *,
              place: str = "cpu") -> Any:
    """A copy of x, in which flat[indices[i]] += values[i] for each i; with `out=x`, x itself.

    Values that have one index are added in the canonical order, so the bits are the same in every run. Elements are
    f32, f64 or 64-bit integers. IndexError as `take`.

    Examples
    --------
    >>> strider.index_add(np.zeros(3), [2, 0, 2], [1.0, 2.0, 4.0]).tolist()
    [2.0, 0.0, 5.0]
    """
    if kind_of(x) is not None:
        return gpu.index_add(x, indices, values, out)
    results, places = _changed(x, out), as_places(indices)
    if results.dtype not in (np.float32, np.float64, np.int64, np.uint64):
        raise TypeError(f"elements are {results.dtype}: give float32, float64, int64 or uint64")
    added = np.broadcast_to(as_array(values).astype(results.dtype, copy=False), places.shape)
    kind = np.int64 if results.dtype.kind in "iu" else results.dtype
    if places.size:
        _library.scatter_add(place, np.ascontiguousarray(added).view(kind), places, results.view(kind))
    return results


def transpose(x: ArrayLike, out: Any = None, *, place: str = "cpu") -> Any:
    """A matrix whose rows are the columns of x, in row-major order.

    Examples
    --------
    >>> strider.transpose([[1, 2, 3], [4, 5, 6]]).tolist()
    [[1, 4], [2, 5], [3, 6]]
    """
    if kind_of(x) is not None:
        return gpu.transpose(x, out)
    matrix = np.ascontiguousarray(as_array(x))
    if matrix.ndim != 2:
        raise ValueError(f"transpose: there are {matrix.ndim} dimensions: give a matrix")
    results = output(out, matrix.shape[::-1], matrix.dtype)
    if matrix.size:
        _library.transpose(place, matrix, results)
    return results
# SPDX-License-Identifier: Apache-2.0
