"""Counts of bins, and convolutions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple, Union

from . import calls
from .kinds import run

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


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
    found: Tuple[Any, Any] = run(calls.histogram, place, x, bins, range)
    return found


def bincount(x: ArrayLike, weights: Optional[ArrayLike] = None, minlength: int = 0, *, place: str = "cpu") -> Any:
    """How often each number from 0 to max(x) occurs, or the sum of its weights in f64.

    Sums are in the canonical order, so their bits are the same in every run.

    Examples
    --------
    >>> strider.bincount([0, 2, 2, 3]).tolist()
    [1, 0, 2, 1]
    """
    return run(calls.bincount, place, x, weights, minlength)


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
    return run(calls.convolve, place, image, mask, boundary, out)
# SPDX-License-Identifier: Apache-2.0
