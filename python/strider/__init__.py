"""Strider from Python: deterministic parallel algorithms on arrays, and a checker of CUDA programs that needs no GPU.

    strider.sum(x), strider.cumsum(x), strider.sort(x), ...     calls on arrays: strider.arrays
    strider.RawKernel(code, "name")(grid, block, args)          a kernel on NumPy's arrays, checked: strider.kernels
    strider.check("program.cu")                                 races, bad accesses and more: strider.lab
    strider.grade("assignment", "kernel.cu")                    the points of a student's kernel
    strider.ladder("reduce"), strider.explain("reduce")          kernels from the naive one up, each verified and measured
    strider.torch                                               operators of PyTorch with gradients
    %load_ext strider, then %%strider                           the checker in a notebook: strider.notebook
"""
from __future__ import annotations

import importlib
import os
from typing import TYPE_CHECKING, Any

from . import _library

if TYPE_CHECKING:
    from .arrays import *
    from .kernels import *
    from .lab import *
    from .sweeps import *

__all__ = ["Check", "Error", "Finding", "Grade", "Module", "RawKernel", "RawModule", "Records", "Score", "Sweep", "argmax", "argmin", "argsort", "bincount", "check",
           "compact", "convolve", "cumsum", "dot", "explain", "grade", "histogram", "index_add", "ladder", "load", "max", "mean", "min",
           "prod", "put", "reduce_by_key", "scan", "segment_reduce", "segment_sum", "sort", "std", "sum", "sweep", "take", "top_k",
           "transpose", "unique", "var"]

__version__: str = _library.version
_FOLDER = os.path.dirname(os.path.abspath(__file__))
_library.open([os.path.join(_FOLDER, "bin"), os.path.join(_FOLDER, "lib", "strider")])


def load_ipython_extension(ipython: Any) -> None:
    """`%load_ext strider`."""
    from . import notebook
    ipython.register_magic_function(notebook.magic(ipython.user_ns), "cell")


def __getattr__(name: str) -> Any:
    # NumPy takes longer to import than all the rest, and the checker does not need it.
    if name in ("arrays", "kernels", "lab", "notebook", "sweeps", "torch"):
        return importlib.import_module("." + name, __name__)
    if name not in __all__:
        raise AttributeError(f"module 'strider' has no attribute {name!r}")
    from . import lab
    homes = {"Module": "kernels", "RawKernel": "kernels", "RawModule": "kernels", "load": "kernels", "Sweep": "sweeps",
             "sweep": "sweeps"}
    module = lab if name in lab.__all__ else importlib.import_module("." + homes.get(name, "arrays"), __name__)
    globals().update((each, getattr(module, each)) for each in module.__all__)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
# SPDX-License-Identifier: Apache-2.0
