"""Reductions of neighbours: between offsets, or of equal keys."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Tuple

from . import calls
from .kinds import run

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def segment_reduce(x: ArrayLike, offsets: ArrayLike, op: str = "sum", out: Any = None, *,
                   place: str = "cpu") -> Any:
    """Result i combines the elements from offsets[i] up to, and without, offsets[i + 1].

    An empty segment gives the operator's identity. Each segment has the bits of the reduction of its elements alone.

    Examples
    --------
    >>> strider.segment_reduce([1, 2, 3, 4], [0, 1, 4], "max").tolist()
    [1, 4]
    """
    return run(calls.segment_reduce, place, x, offsets, op, out)


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
    found: Tuple[Any, Any] = run(calls.reduce_by_key, place, keys, values, op)
    return found
# SPDX-License-Identifier: Apache-2.0
