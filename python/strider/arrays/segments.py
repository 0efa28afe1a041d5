"""Reductions of neighbours: between offsets, or of equal keys."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Tuple

import numpy as np

from .. import _library
from . import gpu
from .arguments import as_array, as_places, narrowed, operation_of, stored, widened
from .kinds import kind_of
from .moves import gathered, starts

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray


def segment_reduce(x: ArrayLike, offsets: ArrayLike, op: str = "sum", out: Any = None, *,
                   place: str = "cpu") -> Any:
    """Result i combines the elements from offsets[i] up to, and without, offsets[i + 1].

    An empty segment gives the operator's identity. Each segment has the bits of the reduction of its elements alone.

    Examples
    --------
    >>> strider.segment_reduce([1, 2, 3, 4], [0, 1, 4], "max").tolist()
    [1, 4]
    """
    if kind_of(x) is not None:
        return gpu.segment_reduce(x, offsets, op, out)
    elements, kind = widened(as_array(x).reshape(-1), op)
    operation = operation_of(op)
    ends = as_places(offsets)
    if ends.ndim != 1 or ends.size == 0:
        raise ValueError("offsets: give a vector of at least one offset")
    if ends[0] < 0 or ends[-1] > elements.size or np.any(ends[1:] < ends[:-1]):
        raise ValueError(f"offsets: give numbers that ascend from 0 at least to {elements.size} at most")
    results = np.empty(ends.size - 1, elements.dtype)
    if results.size:
        _library.reduce_segments(place, operation, elements, ends.view(np.uint64), results)
    return stored(narrowed(results, kind, op), out)


def segment_sum(x: ArrayLike, offsets: ArrayLike, out: Any = None, *,
                place: str = "cpu") -> Any:
    """The sum of each segment: `segment_reduce(x, offsets, "sum")`.

    Examples
    --------
    >>> strider.segment_sum([1.0, 2.0, 3.0], [0, 2, 2, 3]).tolist()
    [3.0, 0.0, 3.0]
    """
    return segment_reduce(x, offsets, "sum", out, place=place)


def reduce_by_key(keys: ArrayLike, values: ArrayLike, op: str = "sum", *,
                  place: str = "cpu") -> Tuple[Any, Any]:
    """The first key of each run of equal neighbours, and the run's values combined.

    Equal keys that stand apart are several runs: sort by key first. Every NaN is a run, and -0 equals +0. Each run has
    the bits of the reduction of its values alone.

    Examples
    --------
    >>> keys, totals = strider.reduce_by_key([7, 7, 3, 7], [1, 2, 4, 8])
    >>> keys.tolist(), totals.tolist()
    ([7, 3, 7], [3, 4, 8])
    """
    if kind_of(keys) is not None:
        of_runs: Tuple[Any, Any] = gpu.reduce_by_key(keys, values, op)
        return of_runs
    runs_of, added = as_array(keys), as_array(values)
    if runs_of.ndim != 1 or runs_of.shape != added.shape:
        raise ValueError(f"reduce_by_key: the shapes are {runs_of.shape} and {added.shape}: give two vectors of one length")
    first = starts(np.ascontiguousarray(runs_of), place)
    return gathered(runs_of, first, None, place, True), segment_reduce(added, np.append(first, runs_of.size), op, place=place)
# SPDX-License-Identifier: Apache-2.0
