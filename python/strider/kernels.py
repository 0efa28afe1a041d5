"""Kernels without a `main`, called on NumPy arrays in the emulator, with CuPy's names: `RawKernel`, `RawModule`; and
functions of the host that launch their own kernels: `load`."""
from __future__ import annotations

import atexit
import collections
import contextlib
import ctypes
import json
import mmap
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
import weakref
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

import numpy

from .__main__ import COMMAND
from .lab import Check, Error, Finding, Record, _checked, _is_text, _without_folder

__all__ = ["Module", "RawKernel", "RawModule", "load"]

_Path = Union[str, "os.PathLike[str]"]


class _Program:
    """A compiled source and the process that answers calls of its kernels and functions."""

    def __init__(self, source: _Path, names: Sequence[str], options: Sequence[str]) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="strider-")
        self.lock, self.process_of, self.owes_answer = threading.Lock(), os.getpid(), False
        file = os.fspath(source)
        if _is_text(source):
            file = os.path.join(self.folder.name, "source.cu")
            with open(file, "w", encoding="utf-8") as out:
                # NVRTC has no such types, and code for it defines them.
                out.write(re.sub(r"\btypedef\b[^;{}\n]*\bu?int(8|16|32|64)_t\s*;", "", os.fspath(source)))
        command = [COMMAND, "check", file, *(f"--call={name}" for name in names or ["()"]), *options]
        with open(os.path.join(self.folder.name, "errors"), "w+", encoding="utf-8", errors="replace") as errors:
            # Its own session: an interrupt reaches it through this process alone.
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8",
                errors="replace", start_new_session=True,
                env={**os.environ, "STRIDER_CALLER": f"{os.getpid()}:{self.folder.name}"})
            self.end = weakref.finalize(self, _end, self.process, self.folder)
            told = self._line()
            if not told:
                self.process.wait()
                errors.seek(0)
                said = _without_folder(errors.read(), self.folder.name).strip()
                self.end()
                raise Error(said.removeprefix("strider: ") or "the kernels could not be compiled")
        described = json.loads(told)
        self.callables: List[Record] = described["callables"]
        self.variables = self._map_variables(described)
        self.memory, self.shared = os.memfd_create("strider"), mmap.mmap(-1, 1)
        weakref.finalize(self, os.close, self.memory)

    @staticmethod
    def _map_variables(described: Record) -> Dict[str, Any]:
        bytes_in_all = sum(one["bytes"] for one in described["variables"])
        if bytes_in_all == 0:
            return {}
        with open(described["file"], "r+b") as file:
            shared = numpy.frombuffer(mmap.mmap(file.fileno(), bytes_in_all), numpy.uint8)
        return {one["name"]: shared[one["offset"]:one["offset"] + one["bytes"]] for one in described["variables"]}

    def _line(self) -> str:
        """A line of the process; it ends what runs where this process is interrupted, and answers for it."""
        assert self.process.stdout is not None
        try:
            line = self.process.stdout.readline()
        except KeyboardInterrupt:
            self.process.send_signal(signal.SIGINT)
            self.process.stdout.readline()
            self.owes_answer = False
            raise
        self.owes_answer = False
        return line

    def call(self, request: Record, ranges: Sequence[Tuple[int, int]]) -> List[Record]:
        """Runs it on the memory between these addresses, which it changes as `request` says."""
        with self.lock:
            placed = self._place(request, ranges)
            assert self.process.stdin is not None
            self.owes_answer = True
            try:
                self.process.stdin.write(json.dumps(request) + "\n")
                self.process.stdin.flush()
                answer = self._line()
            finally:
                if self.owes_answer:  # a second interrupt: the next call must not read this one's
                    self.end()
            if not answer:
                raise Error("the process that answers calls has ended")
            for array, view in zip(request["arrays"], placed):
                if array["written"]:
                    view[:] = self.shared[array["offset"]:array["offset"] + array["bytes"]]
            return list(json.loads(_without_folder(answer, self.folder.name)))

    def _place(self, request: Record, ranges: Sequence[Tuple[int, int]]) -> List[memoryview]:
        """Copies the memory into the file that both processes map."""
        end = 0
        for array, (begin, behind) in zip(request["arrays"], ranges):
            array["offset"], array["bytes"] = end, behind - begin
            end += (behind - begin + 255) // 256 * 256
        if end > len(self.shared):
            os.ftruncate(self.memory, end)
            self.shared = mmap.mmap(self.memory, end)
        request["file"], request["file_bytes"] = f"/proc/{os.getpid()}/fd/{self.memory}", end
        views = [memoryview((ctypes.c_char * (behind - begin)).from_address(begin)).cast("B") for begin, behind in ranges]
        for array, view in zip(request["arrays"], views):
            self.shared[array["offset"]:array["offset"] + array["bytes"]] = view
        return views


def _end(process: "subprocess.Popen[str]", folder: "tempfile.TemporaryDirectory[str]") -> None:
    process.kill()  # its supervisor ends what it has started
    process.wait()
    for end in (process.stdin, process.stdout):
        if end is not None:
            with contextlib.suppress(OSError):
                end.close()
    folder.cleanup()


_programs: "collections.OrderedDict[Any, _Program]" = collections.OrderedDict()
_MOST_PROGRAMS = 16
atexit.register(_programs.clear)


def _program(source: _Path, names: Iterable[str], options: Tuple[str, ...]) -> _Program:
    """The program of this text or file; the same one as before where nothing has changed."""
    changed = None if _is_text(source) else os.stat(source).st_mtime_ns
    key = (os.getpid(), os.fspath(source), changed, tuple(sorted(names)), options)
    if key not in _programs or _programs[key].process.poll() is not None:
        _programs[key] = _Program(source, key[3], options)
        if len(_programs) > _MOST_PROGRAMS:
            _programs.popitem(last=False)
    _programs.move_to_end(key)
    return _programs[key]


def _type_name(parameter: Record) -> str:
    kind, size = parameter["kind"], parameter["bytes"]
    names = {"b": "bool", "i": f"int{8 * size}", "u": f"uint{8 * size}", "f": f"float{8 * size}", "c": f"complex{8 * size}"}
    return names.get(kind, {0: "void", 1: "char"}.get(size, f"{size}-byte elements"))


class _Arguments:
    """Arguments in the types that a callable declares."""

    def __init__(self, callable_: Record, given: Sequence[Any]) -> None:
        self.of, self.parameters = callable_, callable_["parameters"]
        declared = callable_.get("declared", [])
        if len(declared) != len(self.parameters):
            declared = [{"type": ("const " if one["const"] else "") + _type_name(one) + "*" * one["pointer"], "name": ""}
                        for one in self.parameters]
        self.names = [one["name"] or f"argument {i + 1}" for i, one in enumerate(declared)]
        types = ", ".join(f"{one['type']} {one['name']}".strip() for one in declared)
        self.signature = f"{callable_['name']}({types})"
        if len(given) != len(self.parameters):
            raise TypeError(f"{self.signature} takes {len(self.parameters)} argument{'s' * (len(self.parameters) != 1)}, "
                            f"and {len(given)} {'was' if len(given) == 1 else 'were'} given")
        self.arrays: List[Record] = []
        self.ranges: List[Tuple[int, int]] = []
        self.kept: List[Any] = []
        pointers = {i: self._array(i, value) for i, value in enumerate(given)
                    if self.parameters[i]["pointer"] and value is not None}
        self._allocate(pointers)
        self.values = [self._pointer(pointers[i]) if i in pointers else {"bytes": list(self._scalar(i, value))}
                       for i, value in enumerate(given)]

    def _wrong(self, i: int, needs: str, value: Any) -> TypeError:
        what = f"an array of {value.dtype}" if isinstance(value, numpy.ndarray) else type(value).__name__
        return TypeError(f"{self.signature}: {self.names[i]} needs {needs}, not {what}")

    def _array(self, i: int, value: Any) -> Any:
        parameter = self.parameters[i]
        if hasattr(value, "__cuda_array_interface__"):
            raise TypeError(f"{self.signature}: {self.names[i]} lies on a GPU; the emulator takes NumPy's arrays")
        if not isinstance(value, (numpy.ndarray, numpy.generic)) and (hasattr(value, "__array_interface__") or hasattr(value, "__dlpack__")):
            value = numpy.asarray(value) if hasattr(value, "__array_interface__") else value.numpy()  # share their memory
        kind, size = parameter["kind"], parameter["bytes"]
        needs = "an array" if size == 0 else f"an array of {_type_name(parameter)}"
        if kind == "O":
            raise TypeError(f"{self.signature}: {self.names[i]} points to pointers or objects, which no array can hold: "
                            "write a function that fills them and launches the kernel, for strider.load")
        if not isinstance(value, numpy.ndarray) or value.dtype.hasobject or not value.dtype.isnative:
            raise self._wrong(i, needs, value)
        plain = value.dtype.kind == kind and value.dtype.itemsize == size
        blocks = kind == "V" and (size <= 1 or size % value.dtype.itemsize == 0)
        if not plain and not blocks and not (kind == "V" and value.dtype.itemsize == size):
            raise self._wrong(i, needs, value)
        if not parameter["const"] and not value.flags.writeable:
            raise ValueError(f"{self.signature}: {self.names[i]} may be written, and the array is read-only")
        self.kept.append(value)
        return value, i

    def _allocate(self, pointers: Dict[int, Any]) -> None:
        """One allocation for each array, and for arrays that share memory."""
        bounds = getattr(numpy.lib, "array_utils", numpy).byte_bounds
        for value, i in sorted(pointers.values(), key=lambda one: bounds(one[0])):
            begin, behind = bounds(value)
            written = not self.parameters[i]["const"]
            if self.ranges and begin < self.ranges[-1][1]:
                self.ranges[-1] = (self.ranges[-1][0], max(behind, self.ranges[-1][1]))
                self.arrays[-1]["written"] |= written
                continue
            self.ranges.append((begin, behind))
            self.arrays.append({"name": self.names[i], "element_bytes": max(1, value.dtype.itemsize), "written": written})

    def _pointer(self, pointer: Tuple[Any, int]) -> Record:
        address = pointer[0].__array_interface__["data"][0]
        for array, (begin, behind) in enumerate(self.ranges):
            if begin <= address < behind or begin == behind == address:
                return {"array": array, "offset": address - begin}
        return {"array": 0, "offset": 0}  # of no bytes

    def _scalar(self, i: int, value: Any) -> bytes:
        parameter = self.parameters[i]
        kind, size = ("i" if parameter["pointer"] else parameter["kind"]), parameter["bytes"]
        if parameter["pointer"]:  # null
            return bytes(8)
        needs = f"a value of type {_type_name(parameter)}"
        if isinstance(value, numpy.ndarray) and value.size == 1:
            value = value.reshape(())[()]
        if kind == "V":
            if isinstance(value, complex) and size in (8, 16):  # float2, cuDoubleComplex
                value = numpy.array(value).astype(f"c{size}")[()]
            if isinstance(value, numpy.generic) and value.dtype.itemsize == size:
                return value.tobytes()
            if isinstance(value, (bytes, bytearray)) and len(value) == size:
                return bytes(value)
            if size != 1:
                raise self._wrong(i, f"{size} bytes (a structured array of one element, or bytes)", value)
            kind = "i" if isinstance(value, int) and value < 0 else "u"  # a char
        accepted = {"b": (bool, numpy.bool_), "i": (int, numpy.integer, numpy.bool_), "u": (int, numpy.integer, numpy.bool_),
                    "f": (int, float, numpy.integer, numpy.floating), "c": (int, float, complex, numpy.number)}
        if not isinstance(value, accepted.get(kind, ())):
            raise self._wrong(i, needs, value)
        dtype = numpy.dtype(f"{kind}{size}")
        if kind in "iu" and not numpy.iinfo(dtype).min <= int(value) <= numpy.iinfo(dtype).max:
            raise OverflowError(f"{self.signature}: {value} does not fit {self.names[i]}")
        return bytes(numpy.array(value).astype(dtype).tobytes())


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
        given = _Arguments(program.callables[index], arguments)
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

    def __init__(self, code: _Path, name: str, options: Sequence[str] = (), backend: str = "nvrtc",
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

    def __init__(self, code: _Path, options: Sequence[str] = (), check: Union[bool, str] = True, count: bool = False) -> None:
        if check not in (True, False, "warn", "off"):
            raise ValueError('check is True, "warn" or "off"')
        if isinstance(options, str):
            raise TypeError("options are a tuple of strings")
        self.code, self.options, self._check, self.cooperative = code, tuple(options), check, False
        self._options = (*(f"--compile={word}" for word in self.options), *(("--count",) if count else ()))
        self._names: List[str] = []
        self._program: Optional[_Program] = None
        self._held: Dict[str, Any] = {}  # the variables that get_global has returned
        self._functions: Dict[str, _Function] = {}

    def _add(self, called: str) -> None:
        if called not in self._names:
            self._names.append(called)

    def _start(self, *called: str) -> _Program:
        """The program that can call all names which were asked for so far. Variables keep their values."""
        for name in called:
            self._add(name)
        program = _program(self.code, self._names, self._options) if self._must_start() else self._program
        assert program is not None
        if self._program is not None and program is not self._program:
            for name, value in self._program.variables.items():
                program.variables[name][:] = value
        self._program = program
        return program

    def _run(self, program: _Program, request: Record, given: _Arguments) -> List[Record]:
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

    def __init__(self, code: Optional[_Path] = None, *, path: Optional[_Path] = None, options: Sequence[str] = (),
                 backend: str = "nvrtc", translate_cucomplex: bool = False, enable_cooperative_groups: bool = False,
                 name_expressions: Optional[Sequence[str]] = None, jitify: bool = False, check: Union[bool, str] = True,
                 count: bool = False) -> None:
        if (code is None) == (path is None):
            raise TypeError("either code or path is given")
        source = path if code is None else code
        assert source is not None
        super().__init__(source, options, check, count)
        self.cooperative = enable_cooperative_groups
        if "cupy/" in _text(source):
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


def _text(source: _Path) -> str:
    if _is_text(source):
        return os.fspath(source)
    with open(source, encoding="utf-8", errors="replace") as file:
        return file.read()


def load(source: _Path, options: Sequence[str] = (), *, check: Union[bool, str] = True, count: bool = False) -> Module:
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
