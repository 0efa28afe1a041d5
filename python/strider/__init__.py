"""Strider from Python: deterministic parallel algorithms on arrays, and a checker of CUDA programs that needs no GPU.

    strider.sum(x), strider.cumsum(x), strider.sort(x), ...     calls on arrays: strider.arrays
    strider.check("kernel.cu")                                  races, bad accesses and more: strider.lab
    strider.ladder("reduce")                                    kernels from the naive one up, each verified and measured
    %load_ext strider, then %%strider                           the checker in a notebook: strider.notebook
"""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from . import _library

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_library.open([os.path.join(_FOLDER, "bin"), os.path.join(_FOLDER, "lib", "strider")])

from .arrays import (argmax, argmin, argsort, bincount, compact, convolve, cumsum, dot, histogram, index_add,  # noqa: E402
                     max, mean, min, prod, put, scan, segment_reduce, segment_sum, sort, sum, take, transpose, unique)

if TYPE_CHECKING:
    from .lab import Check, Error, Finding, check, ladder

__all__ = ["Check", "Error", "Finding", "argmax", "argmin", "argsort", "bincount", "check", "compact", "convolve", "cumsum",
           "dot", "histogram", "index_add", "ladder", "max", "mean", "min", "prod", "put", "scan", "segment_reduce",
           "segment_sum", "sort", "sum", "take", "transpose", "unique"]


def load_ipython_extension(ipython: Any) -> None:
    """`%load_ext strider`."""
    from . import notebook
    ipython.register_magic_function(notebook.strider, "cell")


def __getattr__(name: str) -> Any:
    # What starts the command line takes longer to import than all the rest, and few programs need it.
    if name in ("Check", "Error", "Finding", "check", "ladder"):
        from . import lab
        return getattr(lab, name)
    raise AttributeError(f"module 'strider' has no attribute {name!r}")
