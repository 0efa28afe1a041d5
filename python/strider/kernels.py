"""Kernels without a `main`, called on NumPy arrays in the emulator, with CuPy's names: `RawKernel`, `RawModule`; and
functions of the host that launch their own kernels: `load`."""
from __future__ import annotations

import os
import re
import sys
import warnings
from typing import Any, Dict, List, Optional, Sequence, Tuple, Union

import numpy

from .arguments import Arguments
from .calling import Path, Program, program_of
from .lab import Check, Error, Finding, Record, _checked, _is_text

__all__ = ["Module", "RawKernel", "RawModule", "load"]


def _extents(given: Union[int, Sequence[int]]) -> List[int]:
    extents = [int(given)] if isinstance(given, (int, numpy.integer)) else [int(one) for one in given]
    if not 1 <= len(extents) <= 3:
        raise ValueError("a grid or a block has one to three extents")
    return extents + [1] * (3 - len(extents))


class _Callable:
    """A kernel, or a function of the host."""

    def __init__(self, module: "Module", name: str, called: str) -> None:
        self._module, self.name, self._called = module, name, called
        self.findings: Tuple[Finding, ...] = ()  #: of the last call
        self.counters: Dict[str, float] = {}  #: of the last call, where `count=True`
        self.last: Optional[Check] = None  #: all that came of the last call

    def _call(self, arguments: Sequence[Any], **shape: Any) -> None:
        program = self._module._start(self._called)
        index = next(i for i, one in enumerate(program.callables) if one["name"] == self.name)
        given = Arguments(program.callables[index], arguments)
        request = {"callable": index, "arrays": given.arrays, "arguments": given.values, **shape}
        checked = self.last = _checked(self._module._run(program, request, given))
        self.findings = checked.findings
        self.counters = next(iter(checked.counters.values()), {})
        if checked.output and not checked.failure:
            sys.stdout.write(checked.output)
        self._module._judge(checked)


class RawKernel(_Callable):
    """A kernel that runs in the emulator on NumPy's arrays and is checked, with the signature of CuPy's RawKernel.

    Parameters
    ----------
    code : str
        CUDA C++ that defines the kernel; other kernels and functions may stand beside it.
    name : str
        The kernel's name, with template arguments where it has them: "fill<float>".
    options : tuple of str
        As nvcc takes them, such as "-DN=64" or "-Iinclude".
    check : bool or str
        True: a finding is raised; "warn": it is a RuntimeWarning; "off": it is only in `findings`.
    count : bool
        Also count what the kernel costs: `counters`.

    `kernel(grid, block, args, shared_mem=0)` launches it: arrays are passed as pointers to their elements, each in an
    allocation of its own size, and numbers in the type that the kernel declares. A wrong number or type of arguments is
    a TypeError. What the kernel writes is in the arrays afterwards, also where something was found.

    Raises
    ------
    strider.Finding
        What the emulator found; its text is the whole report.
    strider.Error
        Where the code does not compile, or the launch fails.

    Examples
    --------
    >>> shift = strider.RawKernel('''
    ... extern "C" __global__ void shift(float* x, int n) {
    ...     int i = blockIdx.x * blockDim.x + threadIdx.x;
    ...     if (i < n) x[i] = x[i] + 1;
    ... }''', "shift")
    >>> x = numpy.zeros(1000, numpy.float32)
    >>> shift((4,), (256,), (x, 1000))
    >>> float(x.sum())
    1000.0
    """

    def __init__(self, code: Path, name: str, options: Sequence[str] = (), backend: str = "nvrtc",
                 translate_cucomplex: bool = False, *, enable_cooperative_groups: bool = False, jitify: bool = False,
                 check: Union[bool, str] = True, count: bool = False, module: "Optional[Module]" = None) -> None:
        of = module or RawModule(code=code, options=options, backend=backend, translate_cucomplex=translate_cucomplex,
                                 enable_cooperative_groups=enable_cooperative_groups, jitify=jitify, check=check, count=count)
        super().__init__(of, name, name)
        self.code, self.options, self.backend = of.code, of.options, backend
        self.max_dynamic_shared_size_bytes = 0  #: more than 48 KiB, where the kernel needs it
        of._add(name)

    def compile(self, log_stream: Any = None) -> None:
        """Compiles now, and not at the first call."""
        self._module._start(self._called)

    def __call__(self, grid: Union[int, Sequence[int]], block: Union[int, Sequence[int]], args: Sequence[Any], *,
                 shared_mem: int = 0, stream: Any = None) -> None:
        if not isinstance(args, (tuple, list)):
            raise TypeError(f"{self.name}(grid, block, args): args is a tuple, such as (x, 1000), not {type(args).__name__}")
        self._call(args, grid=_extents(grid), block=_extents(block), shared_bytes=int(shared_mem),
                   most_shared_bytes=self.max_dynamic_shared_size_bytes, cooperative=self._module.cooperative)


class _Function(_Callable):
    def __call__(self, *arguments: Any) -> None:
        self._call(arguments)


class Module:
    """A source whose functions of the host are attributes: see `load`."""

    def __init__(self, code: Path, options: Sequence[str] = (), check: Union[bool, str] = True, count: bool = False) -> None:
        if check not in (True, False, "warn", "off"):
            raise ValueError('check is True, "warn" or "off"')
        if isinstance(options, str):
            raise TypeError("options are a tuple of strings")
        self.code, self.options, self._check, self.cooperative = code, tuple(options), check, False
        self._options = (*(f"--compile={word}" for word in self.options), *(("--count",) if count else ()))
        self._names: List[str] = []
        self._program: Optional[Program] = None
        self._held: Dict[str, Any] = {}  # the variables that get_global has returned
        self._functions: Dict[str, _Function] = {}

    def _add(self, called: str) -> None:
        if called not in self._names:
            self._names.append(called)

    def _start(self, *called: str) -> Program:
        """The program that can call all names which were asked for so far. Variables keep their values."""
        for name in called:
            self._add(name)
        program = program_of(self.code, self._names, self._options) if self._must_start() else self._program
        assert program is not None
        if self._program is not None and program is not self._program:
            for name, value in self._program.variables.items():
                program.variables[name][:] = value
        self._program = program
        return program

    def _run(self, program: Program, request: Record, given: Arguments) -> List[Record]:
        """Runs the call with the values of variables which the caller holds from before another name was asked for."""
        elsewhere = [(held, program.variables[name]) for name, held in self._held.items()
                     if held is not program.variables[name]]
        for held, value in elsewhere:
            value[:] = held
        lines = program.call(request, given.ranges)
        for held, value in elsewhere:
            held[:] = value
        return lines

    def _must_start(self) -> bool:
        if self._program is None or self._program.process.poll() is not None or self._program.process_of != os.getpid():
            return True
        return len(self._names) != len(self._program.callables)

    def _judge(self, checked: Check) -> None:
        if checked.findings and self._check is True:
            raise checked.findings[0].of(checked)
        if checked.findings and self._check == "warn":
            warnings.warn(str(checked), RuntimeWarning, stacklevel=4)
        if checked.failure and not checked.findings:
            raise Error(f"{checked.failure}: {checked.output.strip()}" if checked.output else checked.failure)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or not re.search(rf"\b{re.escape(name)}\s*\(", _text(self.code)):
            raise AttributeError(f"the source has no function {name!r}")
        if re.search(rf"\b__global__\b[^;{{}}]*?\b{re.escape(name)}\s*\(", _text(self.code)):
            raise AttributeError(f"{name} is a kernel, which RawKernel(code, {name!r}) calls; load() is for functions that launch")
        if name not in self._functions:
            self._functions[name] = _Function(self, name, name + "()")
            self._add(name + "()")
        return self._functions[name]


class RawModule(Module):
    """Kernels and device variables of a source, with the signature of CuPy's RawModule; see RawKernel.

    `get_function(name)` is a kernel, `get_global(name)` the bytes of a `__device__` or `__constant__` variable, as an
    array that kernels see: `module.get_global("factor").view("f4")[0] = 2`.
    """

    def __init__(self, code: Optional[Path] = None, *, path: Optional[Path] = None, options: Sequence[str] = (),
                 backend: str = "nvrtc", translate_cucomplex: bool = False, enable_cooperative_groups: bool = False,
                 name_expressions: Optional[Sequence[str]] = None, jitify: bool = False, check: Union[bool, str] = True,
                 count: bool = False) -> None:
        if (code is None) == (path is None):
            raise TypeError("either code or path is given")
        source = path if code is None else code
        assert source is not None
        super().__init__(source, options, check, count)
        self.cooperative = enable_cooperative_groups
        if re.search(r'#\s*include\s*[<"]cupy/', _text(source)):
            raise Error("headers of CuPy, such as <cupy/complex.cuh>, are not here: use <cuComplex.h> or <thrust/complex.h>")
        self._kernels: Dict[str, RawKernel] = {}
        for name in name_expressions or ():
            self._add(name)

    def compile(self, log_stream: Any = None) -> None:
        """Compiles now, and not at the first call."""
        self._start()

    def get_function(self, name: str) -> RawKernel:
        plain = re.sub(r"<.*", "", name).split(":")[-1].strip()
        if not re.search(rf"\b{re.escape(plain)}\b", _text(self.code)):
            raise Error(f"the source has no kernel {name}")
        if name not in self._kernels:
            self._kernels[name] = RawKernel(self.code, name, module=self)
        return self._kernels[name]

    def get_global(self, name: str) -> Any:
        variables = self._start().variables
        if name not in variables:
            raise Error(f"the source has no __device__ or __constant__ variable {name}")
        return self._held.setdefault(name, variables[name])


def _text(source: Path) -> str:
    if _is_text(source):
        return os.fspath(source)
    with open(source, encoding="utf-8", errors="replace") as file:
        return file.read()


def load(source: Path, options: Sequence[str] = (), *, check: Union[bool, str] = True, count: bool = False) -> Module:
    """A source whose functions launch their own kernels, as contests have them: each is an attribute, called with arrays
    as device pointers and with numbers.

    `source` is a text or a path; the other arguments, errors and findings are those of `RawKernel`.

    Examples
    --------
    >>> double = strider.load('''
    ... __global__ void kernel(const float* in, float* out, int n) {
    ...     int i = blockIdx.x * blockDim.x + threadIdx.x;
    ...     if (i < n) out[i] = 2 * in[i];
    ... }
    ... void solve(const float* in, float* out, int n) { kernel<<<(n + 255) / 256, 256>>>(in, out, n); }''')
    >>> x = numpy.arange(5, dtype=numpy.float32)
    >>> out = numpy.empty_like(x)
    >>> double.solve(x, out, 5)
    >>> out.tolist()
    [0.0, 2.0, 4.0, 6.0, 8.0]
    """
    return Module(source, options, check, count)
# SPDX-License-Identifier: Apache-2.0
