"""The calls that count elements in bins, and convolutions, on arrays of any kind."""
from __future__ import annotations

from typing import Any, Tuple

import numpy as np

from .. import _library
from .arguments import as_array, EXTREMES, integer, require_kind
from .calls import common, compact, flattened, index_add, output_of, places_of, reduced

_I4, _I8, _F4, _F8 = np.dtype(np.int32), np.dtype(np.int64), np.dtype(np.float32), np.dtype(np.float64)
_BOOL, _U1, _U8 = np.dtype(np.bool_), np.dtype(np.uint8), np.dtype(np.uint64)
_BOUNDARIES = ("zero", "replicate", "symmetric", "wrap")


def _to_host(kind: Any, x: Any) -> Any:
    return kind.to_host(x) if kind.is_array(x) else as_array(x)


def histogram(kind: Any, x: Any, bins: Any, range: Any) -> Tuple[Any, Any]:
    samples, given = flattened(x), kind.dtype(x)
    require_kind(given)
    if given == _BOOL:
        samples, given = kind.viewed(samples, _U1), _U1
    if isinstance(bins, str):
        raise TypeError(f"bins is {bins!r}: give their number, or their edges")
    if np.ndim(bins) == 0:
        ends = np.empty(0, given)
        if range is None and kind.size(samples):
            ends = np.stack([kind.to_host(reduced(kind, samples, op, None, None, None, False)) for op in EXTREMES])
        edges = np.histogram_bin_edges(ends, bins, range)
    else:
        edges = _to_host(kind, bins)
    require_kind(edges.dtype, "edges")
    if edges.ndim != 1 or edges.size < 2 or np.any(~(edges[:-1] <= edges[1:])):
        raise ValueError("histogram: edges do not ascend, or are fewer than 2: sort them")
    both: Any = common(given, edges.dtype)
    if both.kind == "f":
        both = _F4 if both.itemsize <= 4 else _F8
        limits: Any = np.ascontiguousarray(edges, both)
    elif _U8 in (given, edges.dtype):  # numbers below 0 are beside the numbers of one of both
        if given.kind == "i":
            samples = compact(kind, samples, samples >= 0)
        limits, both = np.ascontiguousarray(edges * (edges > 0), _U8), _U8
    else:
        limits = np.ascontiguousarray(edges, _I8)
        both = given if kind.on_host or given.itemsize == 8 or given == _U1 else _I8 if given == np.uint32 else _I4
    counts = kind.empty((limits.size - 1,), _I8, x)
    there = kind.taken(limits, x)
    _library.histogram(kind.backend(x), kind.described(kind.in_order(kind.cast(samples, both))), kind.described(counts), None,
                       kind.described(there))
    if edges[-1] < 0 and both == _U8:
        counts[...] = 0
    return counts, kind.taken(edges, x)


def bincount(kind: Any, x: Any, weights: Any, minlength: int) -> Any:
    if x.ndim != 1:
        raise ValueError(f"bincount: the shape is {tuple(x.shape)}: give a vector")
    samples, length = places_of(kind, x, x, "elements"), integer("minlength", minlength)
    if length < 0:
        raise ValueError(f"bincount: minlength is {length}: give a number from 0")
    if kind.size(samples):
        if int(reduced(kind, samples, "min", None, None, None, False)) < 0:
            raise ValueError("bincount: there are negative numbers: give numbers from 0")
        length = max(length, int(reduced(kind, samples, "max", None, None, None, False)) + 1)
    if weights is not None:
        weights = kind.taken(weights, x)
        if tuple(weights.shape) != tuple(x.shape):
            raise ValueError(f"bincount: weights have the shape {tuple(weights.shape)}, and elements {tuple(x.shape)}: give one weight "
                             "for each element")
    counts = kind.empty((length,), _I8 if weights is None else _F8, x)
    if weights is not None or not 0 < length <= 1 << 20:  # more than a histogram takes
        counts[...] = 0
        return index_add(kind, counts, samples, np.int64(1) if weights is None else weights, counts)
    _library.histogram(kind.backend(x), kind.described(samples), kind.described(counts), np.array([0, length], np.int64), None)
    return counts


def convolve(kind: Any, x: Any, mask: Any, boundary: str, out: Any) -> Any:
    if boundary not in _BOUNDARIES:
        raise ValueError(f"boundary is {boundary!r}: give one of {', '.join(map(repr, _BOUNDARIES))}")
    given, weights = kind.dtype(x), _to_host(kind, mask)
    require_kind(weights.dtype, "weights")
    weights = np.ascontiguousarray(weights, _F8)
    if given not in (_U1, np.uint16, _F4, _F8):
        raise TypeError(f"the image is {given}: give uint8, uint16, float32 or float64")
    if x.ndim not in (1, 2) or weights.ndim != x.ndim:
        raise ValueError(f"the image has {x.ndim} dimensions, and the mask {weights.ndim}: give 1 or 2, the same of both")
    pixels = kind.in_order(x)
    results = output_of(kind, out, x.shape, given, x)
    columns = x.shape[-1]
    _library.convolve(kind.backend(x), kind.described(pixels, columns), weights, kind.described(results, columns), _BOUNDARIES.index(boundary))
    return results
# SPDX-License-Identifier: Apache-2.0
