"""Arrays in a GPU's memory: of CuPy, of PyTorch, and of others, which either of the two reads without a copy."""
from __future__ import annotations

import functools
import importlib
import importlib.util
import sys
from typing import Any, Callable, Dict, Optional, Tuple

import numpy as np

from .. import _library
from .arguments import EXTREMES

DType = np.dtype[Any]
_COMBINED = {"l": 8, "f": 4, "d": 8}  # the formats of what the library combines as it is, and the bytes of each
direct: Dict[type, Callable[..., Any]] = {}  # by the type of an array: its `Kind.reduced`


class Kind:
    """What arrays of one library are asked for; arrays of NumPy's types alone."""

    def holds(self, x: Any) -> bool:
        return True

    def array(self, x: Any) -> Any:
        """An array of this kind, as it is or without a copy."""
        return x

    def reduced(self, operation: str, x: Any, axis: Any) -> Any:
        """The reduction of all elements, or along an axis, where that is one launch; else None."""
        direct = self.direct(x)
        if direct is None:
            return None
        place, given = direct
        if axis is None:
            result = self.empty((), x.dtype, x)
            _library.reduce_to(place, operation, given, (self.address(result), *given[1:3], 1, 1))
            return result
        last, shape = x.ndim - 1, x.shape
        axis = axis + last + 1 if axis < 0 else axis
        if last < 0 or axis not in (0, last):
            return None
        length, count = shape[axis], given[4] // shape[axis]
        results = self.empty(shape[:axis] + shape[axis + 1:], x.dtype, x)
        to = (self.address(results), *given[1:3], 1, count)
        if axis == last:
            _library.reduce_rows(place, operation, (*given[:3], count, length), to)
        else:
            _library.reduce_columns(place, operation, (*given[:3], length, count), to)
        return results

    def scanned(self, operation: str, x: Any) -> Any:
        """The same of the inclusive scan of a vector."""
        direct = self.direct(x)
        if direct is None or x.ndim != 1 or (direct[1][1] == "f" and operation in EXTREMES):
            return None
        place, given = direct
        results = self.empty(x.shape, x.dtype, x)
        _library.scan_to(place, operation, 0, given, (self.address(results), *given[1:]))
        return results

    def direct(self, x: Any) -> Any:
        """The place, and the description of an array that the library takes as it is and that has elements; else None."""
        return None

    def given_back(self, x: Any) -> Any:
        """A result, as the caller's arrays are."""
        return x

    def described(self, x: Any, columns: Optional[int] = None) -> Tuple[Any, ...]:
        """What strider._library takes, of an array in row-major order; of rows of so many columns. It keeps the array."""
        kind, size = self.dtype(x), self.size(x)
        rows = 1 if columns is None else size // columns if columns else 0
        return self.address(x), kind.char, kind.itemsize, rows, size if columns is None else columns, x

    # What CuPy and PyTorch name differently.
    def dtype(self, x: Any) -> DType: raise NotImplementedError
    def size(self, x: Any) -> int: raise NotImplementedError
    def address(self, x: Any) -> int: raise NotImplementedError
    def place(self, x: Any) -> Tuple[int, int]: raise NotImplementedError
    def empty(self, shape: Tuple[int, ...], dtype: DType, like: Any) -> Any: raise NotImplementedError
    def cast(self, x: Any, dtype: DType) -> Any: raise NotImplementedError
    def in_order(self, x: Any) -> Any: raise NotImplementedError
    def is_in_order(self, x: Any) -> bool: raise NotImplementedError
    def moved(self, x: Any, axis: int, to: int) -> Any: raise NotImplementedError
    def viewed(self, x: Any, dtype: DType) -> Any: raise NotImplementedError
    def spread(self, x: Any, shape: Tuple[int, ...]) -> Any: raise NotImplementedError
    def divided(self, x: Any, count: int) -> Any: raise NotImplementedError
    def root(self, x: Any) -> Any: raise NotImplementedError
    def counted(self, count: int, like: Any) -> Any: raise NotImplementedError
    def from_host(self, x: Any, like: Any) -> Any: raise NotImplementedError
    def to_host(self, x: Any) -> Any: raise NotImplementedError
    def is_array(self, x: Any) -> bool: raise NotImplementedError
    def wait(self) -> None: raise NotImplementedError


class Cupy(Kind):
    def __init__(self) -> None:
        self.cupy = importlib.import_module("cupy")
        self.stream = self.cupy.cuda.get_current_stream
        self.empty_array = self.cupy.ndarray
        direct[self.cupy.ndarray] = self.reduced

    def dtype(self, x: Any) -> DType: return np.dtype(x.dtype)
    def size(self, x: Any) -> int: return int(x.size)
    def address(self, x: Any) -> int: return int(x.data.ptr)
    def place(self, x: Any) -> Tuple[int, int]: return x.data.device_id, self.stream().ptr
    def empty(self, shape: Tuple[int, ...], dtype: DType, like: Any) -> Any: return self.empty_array(shape, dtype)
    def cast(self, x: Any, dtype: DType) -> Any: return x.astype(dtype, copy=False)
    def in_order(self, x: Any) -> Any: return self.cupy.ascontiguousarray(x).reshape(x.shape)
    def is_in_order(self, x: Any) -> bool: return bool(x.flags.c_contiguous)
    def moved(self, x: Any, axis: int, to: int) -> Any: return self.cupy.moveaxis(x, axis, to)
    def viewed(self, x: Any, dtype: DType) -> Any: return x.view(dtype)
    def spread(self, x: Any, shape: Tuple[int, ...]) -> Any: return self.cupy.broadcast_to(x, shape)
    def divided(self, x: Any, count: int) -> Any: return x / x.dtype.type(count)
    def root(self, x: Any) -> Any: return self.cupy.sqrt(x)
    def counted(self, count: int, like: Any) -> Any: return self.cupy.arange(count, dtype=np.int64)
    def from_host(self, x: Any, like: Any) -> Any: return self.cupy.asarray(x)
    def to_host(self, x: Any) -> Any: return self.cupy.asnumpy(x)
    def is_array(self, x: Any) -> bool: return isinstance(x, self.cupy.ndarray)
    def wait(self) -> None: self.stream().synchronize()

    def direct(self, x: Any) -> Any:
        code = x.dtype.char
        if code not in _COMBINED or not x.flags.c_contiguous or not x.size:
            return None
        data = x.data
        return (data.device_id, self.stream().ptr), (data.ptr, code, _COMBINED[code], 1, x.size)


class Torch(Kind):
    def __init__(self) -> None:
        torch = self.torch = importlib.import_module("torch")
        self.stream: Any = getattr(torch._C, "_cuda_getCurrentRawStream", None)  # not where PyTorch is for the host alone
        names = "bool int8 uint8 int16 uint16 int32 uint32 int64 uint64 float16 float32 float64 complex64".split()
        self.types = {np.dtype(name): getattr(torch, name) for name in names if hasattr(torch, name)}
        self.dtypes = {found: kind for kind, found in self.types.items()}
        self.codes = {torch.int64: ("l", 8), torch.float32: ("f", 4), torch.float64: ("d", 8)}
        if _library.tensors(torch.Tensor, torch.empty_like):  # PyTorch describes its tensors itself
            direct[torch.Tensor] = _library.reduce_tensor
            self.scanned = _library.scan_tensor  # type: ignore
        else:
            direct[torch.Tensor] = lambda operation, x, axis: self.reduced(operation, x, axis) if x.is_cuda else None

    def holds(self, x: Any) -> bool:
        return bool(x.is_cuda)

    def array(self, x: Any) -> Any:
        if x.requires_grad:
            raise TypeError("the tensor records gradients: give x.detach(), or call strider.torch")
        return x

    def dtype(self, x: Any) -> DType:
        if x.dtype not in self.dtypes:
            raise TypeError(f"elements are {x.dtype}: give elements of a type that NumPy has")
        return self.dtypes[x.dtype]

    def size(self, x: Any) -> int: return int(x.numel())
    def address(self, x: Any) -> int: return int(x.data_ptr())
    def empty(self, shape: Tuple[int, ...], dtype: DType, like: Any) -> Any: return like.new_empty(shape, dtype=self.types.get(dtype, dtype))
    def cast(self, x: Any, dtype: Any) -> Any: return x.to(dtype if dtype in self.dtypes else self.types[np.dtype(dtype)])
    def in_order(self, x: Any) -> Any: return x.contiguous()
    def is_in_order(self, x: Any) -> bool: return bool(x.is_contiguous())
    def moved(self, x: Any, axis: int, to: int) -> Any: return x.movedim(axis, to)
    def viewed(self, x: Any, dtype: DType) -> Any: return x.view(self.types[np.dtype(dtype)])
    def spread(self, x: Any, shape: Tuple[int, ...]) -> Any: return x.expand(shape)
    def root(self, x: Any) -> Any: return x.sqrt()
    def counted(self, count: int, like: Any) -> Any: return self.torch.arange(count, device=like.device)
    def from_host(self, x: Any, like: Any) -> Any: return self.torch.as_tensor(np.asarray(x), device=like.device)
    def to_host(self, x: Any) -> Any: return x.cpu().numpy()
    def is_array(self, x: Any) -> bool: return isinstance(x, self.torch.Tensor) and bool(x.is_cuda)
    def wait(self) -> None: self.torch.cuda.current_stream().synchronize()

    def place(self, x: Any) -> Tuple[int, int]:
        device = x.get_device()
        return device, self.stream(device)

    def divided(self, x: Any, count: int) -> Any:  # by a number of the host it would multiply by the reciprocal
        return x / self.torch.full_like(x, count)

    def direct(self, x: Any) -> Any:
        code, count = self.codes.get(x.dtype), x.numel()
        if code is None or x.requires_grad or not x.is_contiguous() or not count:
            return None
        device = x.get_device()
        return (device, self.stream(device)), (x.data_ptr(), *code, 1, count)


class Others(Kind):
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
        if isinstance(self.by, Cupy):
            return self.by.cupy.from_dlpack(x) if hasattr(x, "__dlpack__") else self.by.cupy.asarray(x)
        torch = self.by.torch
        return torch.from_dlpack(x) if hasattr(x, "__dlpack__") else torch.as_tensor(x, device="cuda")

    def given_back(self, x: Any) -> Any:
        if not self.is_jax or not self.by.is_array(x):
            return x
        return importlib.import_module("jax").dlpack.from_dlpack(x)


def _is_on_gpu(x: Any) -> bool:
    if hasattr(x, "__dlpack_device__"):
        return bool(x.__dlpack_device__()[0] == 2)
    return hasattr(x, "__cuda_array_interface__")


@functools.lru_cache(None)
def _made(module: str) -> Any:
    return Cupy() if module == "cupy" else Torch()


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
        found = _found[of] = Others(of.__module__.partition(".")[0].startswith("jax"))
    return found if found.holds(x) else None


def on_gpu(call: Callable[..., Any]) -> Callable[..., Any]:
    """A call whose first argument says the kind: arrays of others come and go by way of it."""

    @functools.wraps(call)
    def of_kind(x: Any, *given: Any) -> Any:
        kind = kind_of(x)
        if not isinstance(kind, Others):
            return call(kind, kind.array(x), *given)
        found = call(kind.by, kind.array(x), *map(kind.array, given))
        kind.by.wait()  # the other library does not know how long its memory is read
        return tuple(map(kind.given_back, found)) if isinstance(found, tuple) else kind.given_back(found)

    return of_kind
# SPDX-License-Identifier: Apache-2.0
