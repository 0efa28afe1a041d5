"""Elements by masks, by indices and in order; the transpose, counts of bins, and convolutions."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional, Sequence, Tuple, Union

from . import bins as bins_calls, calls, order
from .arguments import Axis
from .kinds import run

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def compact(x: ArrayLike, mask: ArrayLike, *, backend: str = "cpu") -> Any:
    """The elements whose mask is true, in their order.

    Examples
    --------
    >>> strider.compact([5, 6, 7], [True, False, True]).tolist()
    [5, 7]
    """
    return run(calls.compact, backend, x, mask)


def take(x: ArrayLike, indices: ArrayLike, axis: Axis = None, out: Any = None, *, backend: str = "cpu") -> Any:
    """x.flat[indices], or the slices with these indices along `axis`; elements of 1, 2, 4 or 8 bytes.

    IndexError, before anything is written, where an index is negative or too large.

    Examples
    --------
    >>> strider.take([10.0, 20.0, 30.0], [2, 0]).tolist()
    [30.0, 10.0]
    """
    return run(calls.take, backend, x, indices, axis, out)


def put(x: ArrayLike, indices: ArrayLike, values: ArrayLike, out: Any = None, *,
        backend: str = "cpu") -> Any:
    """A copy of x, in which flat[indices[i]] is values[i]; with `out=x`, x itself.

    Indices should be distinct: of several values with one index, any may stay. IndexError as `take`.

    Examples
    --------
    >>> strider.put(np.zeros(3), [2, 0], [5.0, 6.0]).tolist()
    [6.0, 0.0, 5.0]
    """
    return run(calls.put, backend, x, indices, values, out)


def index_add(x: ArrayLike, indices: ArrayLike, values: ArrayLike, out: Any = None, *,
              backend: str = "cpu") -> Any:
    """A copy of x, in which flat[indices[i]] += values[i] for each i; with `out=x`, x itself.

    Values that have one index are added in the canonical order, so the bits are the same in every run. Elements are
    f32, f64 or 64-bit integers. IndexError as `take`.

    Examples
    --------
    >>> strider.index_add(np.zeros(3), [2, 0, 2], [1.0, 2.0, 4.0]).tolist()
    [2.0, 0.0, 5.0]
    """
    return run(calls.index_add, backend, x, indices, values, out)


def transpose(x: ArrayLike, out: Any = None, *, backend: str = "cpu") -> Any:
    """A matrix whose rows are the columns of x, in row-major order.

    Examples
    --------
    >>> strider.transpose([[1, 2, 3], [4, 5, 6]]).tolist()
    [[1, 4], [2, 5], [3, 6]]
    """
    return run(calls.transpose, backend, x, out)


def sort(x: ArrayLike, axis: Axis = -1, *, backend: str = "cpu") -> Any:
    """The elements of each row along `axis` in ascending order; of the flat array where `axis` is None.

    NaNs stand behind all numbers, or before them where their sign bit is set.

    Examples
    --------
    >>> strider.sort([3, 1, 2]).tolist()
    [1, 2, 3]
    """
    return run(order.in_order, backend, x, axis, False)


def argsort(x: ArrayLike, axis: Axis = -1, *, backend: str = "cpu") -> Any:
    """The indices that sort each row along `axis`; equal elements keep their order.

    Examples
    --------
    >>> strider.argsort([3, 1, 2]).tolist()
    [1, 2, 0]
    """
    return run(order.in_order, backend, x, axis, True)


def unique(x: ArrayLike, return_counts: bool = False, *, backend: str = "cpu") -> Any:
    """The distinct elements in ascending order, and how often each occurs; every NaN is one of its own.

    Examples
    --------
    >>> strider.unique([3, 1, 3, 2, 1]).tolist()
    [1, 2, 3]
    """
    return run(order.unique, backend, x, return_counts)


def top_k(x: ArrayLike, k: int, axis: int = -1, *, backend: str = "cpu") -> Tuple[Any, Any]:
    """The k greatest elements of each row along `axis`, the greatest first, and their indices.

    Of equal elements the first are taken, and stand in their order. NaNs stand as in `sort`, from its end.

    Examples
    --------
    >>> values, indices = strider.top_k([3, 5, 1, 5], 3)
    >>> values.tolist(), indices.tolist()
    ([5, 5, 3], [1, 3, 0])
    """
    return run(order.top_k, backend, x, k, axis)


def histogram(x: ArrayLike, bins: Union[int, ArrayLike] = 10, range: Optional[Sequence[float]] = None, *,
              backend: str = "cpu") -> Tuple[Any, Any]:
    """How many elements are in each bin, and the bins' edges; which, as in NumPy.

    Parameters
    ----------
    x : array_like
        Real numbers. NaN is in no bin. Integers are compared exactly with edges that are integers.
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
    return run(bins_calls.histogram, backend, x, bins, range)


def bincount(x: ArrayLike, weights: Optional[ArrayLike] = None, minlength: int = 0, *, backend: str = "cpu") -> Any:
    """How often each number from 0 to max(x) occurs, or the sum of its weights in f64, of which there is one for each.

    Sums are in the canonical order, so their bits are the same in every run.

    Examples
    --------
    >>> strider.bincount([0, 2, 2, 3]).tolist()
    [1, 0, 2, 1]
    """
    return run(bins_calls.bincount, backend, x, weights, minlength)


def convolve(image: ArrayLike, mask: ArrayLike, boundary: str = "zero", out: Any = None, *,
             backend: str = "cpu") -> Any:
    """Each element becomes the sum of its neighbours times the mask, which lies centred on it and is not turned round.

    Parameters
    ----------
    image : array_like
        A vector or a matrix of u8, u16, f32 or f64.
    mask : array_like
        Weights, of as many dimensions. An even mask reaches one element further left and up: its center is element
        n // 2 of n.
    boundary : {"zero", "replicate", "symmetric", "wrap"}
        What lies outside of the image.

    Examples
    --------
    >>> strider.convolve(np.array([1.0, 2.0, 3.0]), [1, 0, 2]).tolist()
    [4.0, 7.0, 2.0]
    """
    return run(bins_calls.convolve, backend, image, mask, boundary, out)
# SPDX-License-Identifier: Apache-2.0
