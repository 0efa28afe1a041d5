"""Elements in order."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Tuple

from . import calls
from .arguments import Axis
from .kinds import run

if TYPE_CHECKING:
    from numpy.typing import ArrayLike


def sort(x: ArrayLike, axis: Axis = -1, *, place: str = "cpu") -> Any:
    """The elements of each row along `axis` in ascending order; of the flat array where `axis` is None.

    NaNs stand behind all numbers, or before them where their sign bit is set.

    Examples
    --------
    >>> strider.sort([3, 1, 2]).tolist()
    [1, 2, 3]
    """
    return run(calls.in_order, place, x, axis, False)


def argsort(x: ArrayLike, axis: Axis = -1, *, place: str = "cpu") -> Any:
    """The indices that sort each row along `axis`; equal elements keep their order.

    Examples
    --------
    >>> strider.argsort([3, 1, 2]).tolist()
    [1, 2, 0]
    """
    return run(calls.in_order, place, x, axis, True)


def unique(x: ArrayLike, *, place: str = "cpu") -> Any:
    """The distinct elements in ascending order; every NaN is one of its own.

    Examples
    --------
    >>> strider.unique([3, 1, 3, 2, 1]).tolist()
    [1, 2, 3]
    """
    return run(calls.unique, place, x)


def top_k(x: ArrayLike, k: int, axis: int = -1, *, place: str = "cpu") -> Tuple[Any, Any]:
    """The k greatest elements of each row along `axis`, the greatest first, and their indices.

    Of equal elements the first are taken, and stand in their order. NaNs stand as in `sort`, from its end.

    Examples
    --------
    >>> values, indices = strider.top_k([3, 5, 1, 5], 3)
    >>> values.tolist(), indices.tolist()
    ([5, 5, 3], [1, 3, 0])
    """
    found: Tuple[Any, Any] = run(calls.top_k, place, x, k, axis)
    return found
# SPDX-License-Identifier: Apache-2.0
