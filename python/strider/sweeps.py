"""Shapes that are never tried: a kernel over many sizes, with findings and mismatches by size."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterable, List, Optional, Tuple

import numpy

from .lab import Error, Finding

__all__ = ["Sweep", "sweep"]


@dataclass(frozen=True)
class Sweep:
    """How the sizes went. It is true where all were right."""

    wrong: Tuple[Tuple[int, str], ...]  #: sizes, and what was wrong with each
    sizes: Tuple[int, ...]

    def __bool__(self) -> bool:
        return not self.wrong

    def __str__(self) -> str:
        if not self.wrong:
            return f"right for all {len(self.sizes)} sizes"
        wrong = dict(self.wrong)
        first = min(wrong)
        behind = [size for size in self.sizes if size >= first]
        lines = []
        if all(size in wrong for size in behind) and len(behind) > 1:
            lines.append(f"wrong from {first} on")
        else:
            lines.append(f"wrong for {', '.join(map(str, sorted(wrong)))}")
        said = ""
        for size in sorted(wrong):
            if wrong[size] != said:  # one line for each kind of mistake
                lines.append(f"{size}: {wrong[size]}")
            said = wrong[size]
        return "\n".join(lines)


def sweep(run: Callable[[int], Any], sizes: Iterable[int], *, rtol: float = 1e-5, atol: float = 0.0) -> Sweep:
    """Runs `run(size)` for each size: most first kernels are wrong where the size is no multiple of the block.

    `run` makes the arrays, calls kernels, and may return a pair: the array that was computed, and the one expected.
    Integers have to be equal, other numbers within `rtol` and `atol` as in numpy.isclose.

    Examples
    --------
    >>> kernel = strider.RawKernel('''
    ... extern "C" __global__ void twice(float* x) { x[blockIdx.x * blockDim.x + threadIdx.x] *= 2; }''', "twice")
    >>> def run(n):
    ...     x = numpy.ones(n, numpy.float32)
    ...     kernel((n // 32,), (32,), (x,)) if n >= 32 else None
    ...     return x, numpy.full(n, 2, numpy.float32)
    >>> print(strider.sweep(run, [32, 33, 64]))
    wrong for 33
    33: 1 of 33 elements differs, first element 32: 1.0, expected 2.0
    """
    tried = tuple(sizes)
    wrong: List[Tuple[int, str]] = []
    for size in tried:
        try:
            said = _difference(run(size), rtol, atol)
        except Finding as found:
            said = str(found).splitlines()[0] if found.check is None else _first(found)
        except Error as error:
            said = str(error)
        if said:
            wrong.append((size, said))
    return Sweep(tuple(wrong), tried)


def _first(found: Finding) -> str:
    place = f" at {found.file}:{found.line}" if found.file else ""
    return f"{found.kind}{place}: {found.message}"


def _difference(pair: Optional[Tuple[Any, Any]], rtol: float, atol: float) -> str:
    if pair is None:
        return ""
    got, expected = (numpy.asarray(one) for one in pair)
    if got.shape != expected.shape:
        return f"the result has the shape {got.shape}, expected {expected.shape}"
    exact = got.dtype.kind in "biuSV" or expected.dtype.kind in "biuSV"
    same = got == expected if exact else numpy.isclose(got, expected, rtol=rtol, atol=atol, equal_nan=True)
    if same.all():
        return ""
    place = tuple(int(one) for one in numpy.argwhere(~same)[0])
    count = int((~same).sum())
    index = place[0] if len(place) == 1 else place
    return (f"{count} of {got.size} elements {'differs' if count == 1 else 'differ'}, first element {index}: "
            f"{got[place]}, expected {expected[place]}")
# SPDX-License-Identifier: Apache-2.0
