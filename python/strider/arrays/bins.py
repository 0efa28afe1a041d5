"""Counts of bins, and convolutions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple, Union

import numpy as np

from .. import _library
from . import gpu
from .arguments import as_array, as_places, output, require_numbers
from .kinds import kind_of
from .moves import index_add
from .reductions import max, min

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def histogram(x: ArrayLike, bins: Union[int, ArrayLike] = 10, range: Optional[Sequence[float]] = None, *,
              place: str = "cpu") -> Tuple[Any, Any]:
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
    if kind_of(x) is not None:
        found: Tuple[Any, Any] = gpu.histogram(x, bins, range)
        return found
    samples = as_array(x).reshape(-1)
    require_numbers(samples)
    if np.ndim(bins) == 0:
        if range is None and samples.size:
            ends = np.array([min(samples, place=place), max(samples, place=place)])
        else:
            ends = samples[:0]
        edges = np.histogram_bin_edges(ends, bins, range)  # type: ignore[arg-type]
    else:
        edges = as_array(bins)
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


def bincount(x: ArrayLike, weights: Optional[ArrayLike] = None, minlength: int = 0, *, place: str = "cpu") -> Any:
    """How often each number from 0 to max(x) occurs, or the sum of its weights in f64.

    Sums are in the canonical order, so their bits are the same in every run.

    Examples
    --------
    >>> strider.bincount([0, 2, 2, 3]).tolist()
    [1, 0, 2, 1]
    """
    if kind_of(x) is not None:
        return gpu.bincount(x, weights, minlength)
    samples = as_array(x)
    if samples.ndim != 1:
        raise ValueError(f"bincount: the shape is {samples.shape}: give a vector")
    samples = as_places(samples)
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


def convolve(image: ArrayLike, mask: ArrayLike, boundary: str = "zero", out: Any = None, *,
             place: str = "cpu") -> Any:
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
    if kind_of(image) is not None:
        return gpu.convolve(image, mask, boundary, out)
    pixels, weights = np.ascontiguousarray(as_array(image)), np.ascontiguousarray(as_array(mask), np.float64)
    if pixels.dtype not in (np.uint8, np.uint16, np.float32, np.float64):
        raise TypeError(f"the image is {pixels.dtype}: give uint8, uint16, float32 or float64")
    if pixels.ndim not in (1, 2) or weights.ndim != pixels.ndim:
        raise ValueError(f"the image has {pixels.ndim} dimensions, and the mask {weights.ndim}: give 1 or 2, the same of both")
    results = output(out, pixels.shape, pixels.dtype)
    _library.convolve(place, pixels, weights, results, boundary)
    return results
# SPDX-License-Identifier: Apache-2.0
