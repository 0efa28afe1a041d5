"""Elements by masks and by indices; the transpose."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import calls
from .kinds import run

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def compact(x: ArrayLike, mask: ArrayLike, *, place: str = "cpu") -> Any:
    """The elements whose mask is true, in their order.

    Examples
    --------
    >>> strider.compact([5, 6, 7], [True, False, True]).tolist()
    [5, 7]
    """
    return run(calls.compact, place, x, mask)


def take(x: ArrayLike, indices: ArrayLike, out: Any = None, *, place: str = "cpu") -> Any:
    """x.flat[indices]; elements of 1, 2, 4 or 8 bytes.

    IndexError, before anything is written, where an index is negative or too large.

    Examples
    --------
    >>> strider.take([10.0, 20.0, 30.0], [2, 0]).tolist()
    [30.0, 10.0]
    """
    return run(calls.take, place, x, indices, out)


def put(x: ArrayLike, indices: ArrayLike, values: ArrayLike, out: Any = None, *,
        place: str = "cpu") -> Any:
    """A copy of x, in which flat[indices[i]] is values[i]; with `out=x`, x itself.

    Indices should be distinct: of several values with one index, any may stay. IndexError as `take`.

    Examples
    --------
    >>> strider.put(np.zeros(3), [2, 0], [5.0, 6.0]).tolist()
    [6.0, 0.0, 5.0]
    """
    return run(calls.put, place, x, indices, values, out)


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
    return run(calls.index_add, place, x, indices, values, out)


def transpose(x: ArrayLike, out: Any = None, *, place: str = "cpu") -> Any:
    """A matrix whose rows are the columns of x, in row-major order.

    Examples
    --------
    >>> strider.transpose([[1, 2, 3], [4, 5, 6]]).tolist()
    [[1, 4], [2, 5], [3, 6]]
    """
    return run(calls.transpose, place, x, out)
# SPDX-License-Identifier: Apache-2.0
