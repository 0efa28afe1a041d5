"""Sums, products and extremes so far."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Optional

from . import calls
from .arguments import Axis, operation_of
from .kinds import kind_of, run

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, DTypeLike


def scan(x: ArrayLike, op: str = "sum", axis: Axis = None, out: Any = None, *,
         exclusive: bool = False, place: str = "cpu") -> Any:
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
    kind = kind_of(x) if axis is None and out is None and not exclusive else None
    found = None if kind is None else kind.scanned(operation_of(op), x)
    return run(calls.scan, place, x, op, axis, None, out, exclusive) if found is None else found


def cumsum(x: ArrayLike, axis: Axis = None, dtype: Optional[DTypeLike] = None, out: Any = None, *,
           place: str = "cpu") -> Any:
    """The sums of elements 0 to i of each row: `scan(x, "sum")`.

    Examples
    --------
    >>> strider.cumsum([1, 2, 3]).tolist()
    [1, 3, 6]
    """
    return scan(x, "sum", axis, out, place=place) if dtype is None else run(calls.scan, place, x, "sum", axis, dtype, out, False)
# SPDX-License-Identifier: Apache-2.0
