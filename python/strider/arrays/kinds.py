"""What the calls ask of arrays: of NumPy, and in a GPU's memory of CuPy, of PyTorch, and of others, which either reads without a copy."""
from __future__ import annotations

import functools
import importlib
import importlib.util
import math
import sys
from typing import Any, Callable, cast, Dict, Optional, Tuple, TypeVar

import numpy as np

from .. import _library
from .arguments import as_array, EXTREMES, read_by, require_real

DType = np.dtype[Any]
Result = TypeVar("Result")
_COMBINED = {"l": 8, "f": 4, "d": 8}  # the formats of what the library combines as it is, and the bytes of each
direct: Dict[type, Callable[..., Any]] = {}  # by the type of an array: what reduces it at once, or gives None


class Numpy:
    """Arrays in the host's memory, and what others have as NumPy has it."""

    on_host = True
    output = "an array of NumPy"
    numpy: Any = np

    def __init__(self, where: str) -> None:
        self.where = where

    def array(self, x: Any) -> Any:
        """An array of this kind, as it is or without a copy."""
        return as_array(x)

    def taken(self, x: Any, like: Any) -> Any:
        """Another argument as an array where `like` is."""
        return as_array(x)

    def given_back(self, x: Any) -> Any:
        """A result, as the caller's arrays are."""
        return x if x.ndim else x[()]

    def described(self, x: Any, columns: Optional[int] = None) -> Any:
        """What strider._library takes, of an array in row-major order; of rows of so many columns. It keeps the array."""
        if x.dtype.hasobject:
            raise TypeError(f"elements are {x.dtype}: give numbers")
        if x.dtype.kind in "mM":  # times, of which only the bytes count
            x = x.view(np.int64)
        if columns is None:
            return x if x.ndim == 1 else x.reshape(-1)
        return x.reshape(x.size // columns if columns else 0, columns)

    def backend(self, x: Any) -> Any: return self.where
    def dtype(self, x: Any) -> Any: return x.dtype
    def size(self, x: Any) -> int: return int(x.size)
    def empty(self, shape: Tuple[int, ...], dtype: DType, like: Any) -> Any: return np.empty(shape, dtype)
    def address(self, x: Any) -> int: return int(x.__array_interface__["data"][0])
    def in_order(self, x: Any) -> Any: return x if self.is_in_order(x) else self.copied(x)
    def copied(self, x: Any) -> Any: return x.copy()
    def may_be_output(self, x: Any) -> bool: return bool(x.flags.writeable) and self.is_in_order(x)
    def moved(self, x: Any, axis: int, to: int) -> Any: return self.numpy.moveaxis(x, axis, to)
    def viewed(self, x: Any, dtype: DType) -> Any: return x.view(dtype)
    def spread(self, x: Any, shape: Tuple[int, ...]) -> Any: return self.numpy.broadcast_to(x, shape)
    def divided(self, x: Any, count: int) -> Any: return x / x.dtype.type(count)
    def root(self, x: Any) -> Any: return self.numpy.sqrt(x)
    def counted(self, count: int, like: Any) -> Any: return self.numpy.arange(count, dtype=np.int64)
    def to_host(self, x: Any) -> Any: return x
    def is_array(self, x: Any) -> bool: return isinstance(x, self.numpy.ndarray)

    def cast(self, x: Any, dtype: Any) -> Any:
        if x.dtype == dtype:
            return x
        require_real(x.dtype, dtype)
        return x.astype(dtype)

    def is_in_order(self, x: Any) -> bool:
        """Row-major, and where words of the elements' size may be read: NumPy asks less of complex numbers and bytes."""
        return bool(x.flags.c_contiguous) and self.address(x) % (math.gcd(x.itemsize, 8)) == 0

    def one_nan(self, x: Any) -> Any:
        """A new result, with every NaN as the library has it: arithmetic of a GPU gives another one."""
        return x


class OnGpu(Numpy):
    """Arrays in a GPU's memory, described by numbers."""

    on_host = False
    output = "an array of the kind of the argument, on the GPU"

    def holds(self, x: Any) -> bool: return True
    def array(self, x: Any) -> Any: return x
    def given_back(self, x: Any) -> Any: return x
    def from_host(self, x: Any, like: Any) -> Any: raise NotImplementedError
    def wait(self) -> None: raise NotImplementedError

    def taken(self, x: Any, like: Any) -> Any:
        return x if self.is_array(x) else self.from_host(x, like)

    def described(self, x: Any, columns: Optional[int] = None) -> Any:
        kind, size = self.dtype(x), self.size(x)
        rows = 1 if columns is None else size // columns if columns else 0
        return self.address(x), kind.char, kind.itemsize, rows, size if columns is None else columns, x

    # The inclusive scan of a vector, elements by indices, and reduced segments, where that takes what is given as it is; else None.
    def scanned(self, operation: str, x: Any) -> Any: return None
    def gathered(self, x: Any, indices: Any) -> Any: return None
    def segments(self, operation: str, x: Any, offsets: Any) -> Any: return None


class Cupy(OnGpu):
    def __init__(self) -> None:
        self.numpy = importlib.import_module("cupy")
        self.stream = self.numpy.cuda.get_current_stream
        self.empty_array = self.numpy.ndarray
        self.from_dlpack, self.from_interface = self.numpy.from_dlpack, self.numpy.asarray
        direct[self.numpy.ndarray] = self.reduced

    def address(self, x: Any) -> int: return int(x.data.ptr)
    def backend(self, x: Any) -> Any: return x.data.device_id, self.stream().ptr
    def empty(self, shape: Tuple[int, ...], dtype: DType, like: Any) -> Any: return self.empty_array(shape, dtype)
    def may_be_output(self, x: Any) -> bool: return self.is_in_order(x)
    def one_nan(self, x: Any) -> Any: return self.numpy.where(x != x, x.dtype.type(np.nan), x)
    def from_host(self, x: Any, like: Any) -> Any: return self.numpy.asarray(x)
    def to_host(self, x: Any) -> Any: return self.numpy.asnumpy(x)
    def wait(self) -> None: self.stream().synchronize()

    def reduced(self, operation: str, x: Any, axis: Any, where: Any) -> Any:
        """The reduction of all elements, or along an axis, where that is one launch; else None."""
        direct = self.direct(x)
        if direct is None:
            return None
        backend, given = direct
        if axis is None:
            result = self.empty((), x.dtype, x)
            _library.reduce_to(backend, operation, given, (self.address(result), *given[1:3], 1, 1))
            return result
        last, shape = x.ndim - 1, x.shape
        axis = axis + last + 1 if axis < 0 else axis
        if last < 0 or axis not in (0, last):
            return None
        length, count = shape[axis], given[4] // shape[axis]
        results = self.empty(shape[:axis] + shape[axis + 1:], x.dtype, x)
        to = (self.address(results), *given[1:3], 1, count)
        if axis == last:
            _library.reduce_rows(backend, operation, (*given[:3], count, length), to)
        else:
            _library.reduce_columns(backend, operation, (*given[:3], length, count), to)
        return results

    def scanned(self, operation: str, x: Any) -> Any:
        direct = self.direct(x)
        if direct is None or x.ndim != 1 or (direct[1][1] == "f" and operation in EXTREMES):
            return None
        backend, given = direct
        results = self.empty(x.shape, x.dtype, x)
        _library.scan(backend, operation, 0, given, (self.address(results), *given[1:]))
        return results

    def direct(self, x: Any) -> Any:
        """The backend, and the description of an array that the library takes as it is and that has elements; else None."""
        code = x.dtype.char
        if code not in _COMBINED or not x.flags.c_contiguous or not x.size:
            return None
        data = x.data
        return (data.device_id, self.stream().ptr), (data.ptr, code, _COMBINED[code], 1, x.size)


class Torch(OnGpu):
    def __init__(self) -> None:
        torch = self.torch = importlib.import_module("torch")
        self.from_dlpack, self.from_interface = torch.from_dlpack, functools.partial(torch.as_tensor, device="cuda")
        self.stream: Any = getattr(torch._C, "_cuda_getCurrentRawStream", None)  # not where PyTorch is for the host alone
        names = "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 complex64".split()
        self.types = {np.dtype(name): getattr(torch, name) for name in names if hasattr(torch, name)}
        self.dtypes = {found: kind for kind, found in self.types.items()}
        self.known: Any = None  # the type of tensors that the library describes by itself
        if _library.tensors(torch.Tensor, torch.empty_like):
            self.known = torch.Tensor
            direct[torch.Tensor] = _library.reduce_tensor
            self.scanned, self.gathered = _library.scan_tensor, _library.take_tensor  # type: ignore
            self.segments = _library.reduce_segments_tensor  # type: ignore

    def holds(self, x: Any) -> bool:
        return bool(x.is_cuda)

    def array(self, x: Any) -> Any:
        if x.requires_grad:
            raise TypeError("the tensor records gradients: give x.detach(), or call strider.torch")
        return x

    def dtype(self, x: Any) -> DType:
        found = self.dtypes.get(x.dtype)
        if found is None:
            raise TypeError(f"elements are {x.dtype}: give elements of a type that NumPy has")
        return found

    def size(self, x: Any) -> int: return int(x.numel())
    def address(self, x: Any) -> int: return int(x.data_ptr())
    def empty(self, shape: Tuple[int, ...], dtype: DType, like: Any) -> Any: return like.new_empty(shape, dtype=self.types.get(dtype, dtype))
    def in_order(self, x: Any) -> Any: return x.contiguous()
    def copied(self, x: Any) -> Any: return x.clone()
    def may_be_output(self, x: Any) -> bool: return bool(x.is_contiguous())
    def moved(self, x: Any, axis: int, to: int) -> Any: return x.movedim(axis, to)
    def viewed(self, x: Any, dtype: DType) -> Any: return x.view(self.types[dtype])
    def spread(self, x: Any, shape: Tuple[int, ...]) -> Any: return x.expand(shape)
    def root(self, x: Any) -> Any: return x.sqrt()
    def one_nan(self, x: Any) -> Any: return x.nan_to_num_(np.nan, np.inf, -np.inf)
    def counted(self, count: int, like: Any) -> Any: return self.torch.arange(count, device=like.device)
    def from_host(self, x: Any, like: Any) -> Any: return self.torch.as_tensor(as_array(x), device=like.device)
    def to_host(self, x: Any) -> Any: return x.cpu().numpy()
    def is_array(self, x: Any) -> bool: return isinstance(x, self.torch.Tensor) and bool(x.is_cuda)
    def wait(self) -> None: self.torch.cuda.current_stream().synchronize()

    def cast(self, x: Any, dtype: Any) -> Any:
        to = self.types.get(dtype) or (dtype if dtype in self.dtypes else self.types[np.dtype(dtype)])
        if x.dtype is to:
            return x
        if x.is_complex():  # others may be of a type that NumPy has not
            require_real(self.dtype(x), self.dtypes[to])
        return x.to(to)

    def backend(self, x: Any) -> Any:
        if type(x) is self.known:
            return x
        device = x.get_device()
        return device, self.stream(device)

    def described(self, x: Any, columns: Optional[int] = None) -> Any:
        is_plain = columns is None or (x.ndim <= 2 and columns == x.shape[-1])
        return x if is_plain and type(x) is self.known else super().described(x, columns)

    def divided(self, x: Any, count: int) -> Any:  # by a number of the host it would multiply by the reciprocal
        return x / self.torch.full_like(x, count)


class Others(OnGpu):
    """Arrays that another library reads: its kind does the work."""

    def __init__(self, is_jax: bool) -> None:
        module = next((name for name in ("cupy", "torch") if name in sys.modules), None)
        if module is None:
            module = next((name for name in ("cupy", "torch") if importlib.util.find_spec(name)), None)
        if module is None:
            raise TypeError("this gives no array in the host's memory: neither CuPy nor PyTorch is installed, whose "
                            "results a GPU would write: copy it to the host first")
        self.by, self.is_jax = _made(module), is_jax

    def holds(self, x: Any) -> bool:
        return _is_on_gpu(x)

    def array(self, x: Any) -> Any:
        if self.by.is_array(x) or not (hasattr(x, "__dlpack__") or hasattr(x, "__cuda_array_interface__")):
            return x
        return read_by(self.by.from_dlpack if hasattr(x, "__dlpack__") else self.by.from_interface, x)

    def given_back(self, x: Any) -> Any:
        if not self.is_jax or not self.by.is_array(x):
            return x
        return importlib.import_module("jax").dlpack.from_dlpack(x)


def _is_of_jax(of: type) -> bool:
    return of.__module__.partition(".")[0].startswith("jax")


def _is_read_only(x: Any) -> bool:
    return _is_of_jax(type(x)) or bool(getattr(x, "__cuda_array_interface__", {}).get("data", (0, False))[1])


def _is_on_gpu(x: Any) -> bool:
    if hasattr(x, "__dlpack_device__"):
        return bool(read_by(lambda given: given.__dlpack_device__()[0], x) == 2)
    return hasattr(x, "__cuda_array_interface__")


@functools.lru_cache(None)
def _made(module: str) -> Any:
    return Cupy() if module == "cupy" else Torch()


_hosts = {where: Numpy(where) for where in ("cpu", "serial")}
_found: Dict[type, Any] = {np.ndarray: None}


def _first_found(x: Any) -> Any:
    of = type(x)
    for base in of.__mro__:
        root = base.__module__.partition(".")[0]
        if (root, base.__name__) in (("cupy", "ndarray"), ("torch", "Tensor")):
            return _made(root)
    if issubclass(of, np.ndarray) or not (hasattr(x, "__dlpack__") or hasattr(x, "__cuda_array_interface__")):
        return None
    return of


def kind_of(x: Any) -> Any:
    """What handles arrays like `x` in a GPU's memory; None where `x` is not there."""
    of = type(x)
    try:
        found = _found[of]
    except KeyError:
        found = _found[of] = _first_found(x)
    if found is None:
        return None
    if isinstance(found, type):  # of another library: asked for once one is on a GPU
        if not _is_on_gpu(x):
            return None
        found = _found[of] = Others(_is_of_jax(of))
    return found if found.holds(x) else None


def run(call: Callable[..., Result], backend: str, x: Any, *given: Any) -> Result:
    """A call of the kind of `x`: arrays of others come and go by way of another kind. `backend` is for the host's arrays."""
    kind = kind_of(x)
    if kind is None:
        kind = _hosts.get(backend) if isinstance(backend, str) else None
        if kind is None:
            raise ValueError(f"backend is {backend!r}: give 'cpu' or 'serial'")
    if not isinstance(kind, Others):
        return call(kind, kind.array(x), *given)
    names = call.__code__.co_varnames[2:call.__code__.co_argcount]
    if any(name == "out" and _is_read_only(one) for name, one in zip(names, given)):
        raise ValueError("out may not be written: give another array")
    found = call(kind.by, kind.array(x), *map(kind.array, given))
    kind.by.wait()  # the other library does not know how long its memory is read
    return cast(Result, tuple(map(kind.given_back, found)) if isinstance(found, tuple) else kind.given_back(found))
# SPDX-License-Identifier: Apache-2.0
