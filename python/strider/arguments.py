"""Arguments of kernels in the types that these declare."""
from __future__ import annotations

from typing import Any, Dict, List, Sequence, Tuple

import numpy

from .lab import Record


def _type_name(parameter: Record) -> str:
    kind, size = parameter["kind"], parameter["bytes"]
    names = {"b": "bool", "i": f"int{8 * size}", "u": f"uint{8 * size}", "f": f"float{8 * size}", "c": f"complex{8 * size}"}
    return names.get(kind, {0: "void", 1: "char"}.get(size, f"{size}-byte elements"))


class Arguments:
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
        if not isinstance(value, (numpy.ndarray, numpy.generic)):  # what shares its memory with an array
            if hasattr(value, "__array_interface__"):
                value = numpy.asarray(value)
            elif hasattr(value, "__dlpack__"):
                value = value.numpy()
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
# SPDX-License-Identifier: Apache-2.0
