"""The files of golden/: their lines, inputs and bits. The head of golden/calls.txt says how they are made."""
import pathlib

import numpy as np

GOLDEN = pathlib.Path(__file__).resolve().parent / "golden"
LETTERS = {"f16": np.uint16, "bf16": np.uint16, "f32": np.uint32, "f64": np.uint64, "c64": np.uint32, "c128": np.uint64, "affine": np.uint32}
SHAPES = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52)}  # bits of the exponent and of the fraction
PARTS = {"c64": "f32", "c128": "f64", "affine": "f32"}  # the types of complex numbers' parts


def mixed(z):
    z = (z ^ z >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ z >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return z ^ z >> np.uint64(31)


def random(seed, n):
    return mixed((np.uint64(seed << 32) + np.arange(1, n + 1, dtype=np.uint64)) * np.uint64(0x9E3779B97F4A7C15))


def bits_of_input(type_name, kind, seed, n):
    exponent, fraction = SHAPES[type_name]
    one = (1 << exponent - 1) - 1
    h = random(seed, n)
    sign, u = h >> np.uint64(63), np.uint64
    if kind == "zeros":
        sign, biased, rest = u(1), u(0), h & u(0)
    elif kind == "factors":
        biased, rest = u(one), h & u((1 << fraction - 10) - 1)
    elif kind == "huge":  # every number is positive, and a sum does not fit
        sign, biased, rest = u(0), u(2 * one), h & u((1 << fraction) - 1)
    else:
        biased, rest = u(one - 4) + (h >> u(60) & u(7)), h & u((1 << fraction) - 1)
    bits = sign << u(exponent + fraction) | biased << u(fraction) | rest
    if kind == "nan":
        bits[n // 2] = (1 << exponent + fraction + 1) - 2  # negative, with a payload
    return bits.astype(LETTERS[type_name])


def values_of(bits, type_name):
    if type_name == "bf16":
        return (bits.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return bits.view({2: np.float16, 4: np.float32, 8: np.float64}[bits.itemsize])


def bits_of_results(values, type_name):
    """Rule 1: results are rounded to the type, once; NaN as rule 8 has it."""
    values = np.asarray(values)
    if type_name == "bf16":
        bits = values.astype(np.float32).view(np.uint32).astype(np.uint64)
        rounded = (bits + np.uint64(0x7FFF) + (bits >> np.uint64(16) & np.uint64(1))) >> np.uint64(16)
        return np.where(np.isnan(values), 0x7FFF, rounded).astype(np.uint16)
    part = PARTS.get(type_name, type_name)
    bits = values.astype({"f16": np.float16, "f32": np.float32, "f64": np.float64}[part]).view(LETTERS[type_name])
    exponent, fraction = SHAPES[part]
    nan = 0x7FFF if part == "f16" else ((1 << exponent + 1) - 1) << fraction - 1
    return np.where(np.isnan(values), LETTERS[type_name](nan), bits)


def text_of(bits):
    """The bits of one result, or a hash of those of an array."""
    if bits.size == 1:
        return f"{int(bits[0]):0{2 * bits.itemsize}x}"
    places = mixed(np.arange(1, bits.size + 1, dtype=np.uint64))
    return f"{int(mixed(bits.astype(np.uint64) ^ places).sum(dtype=np.uint64)):016x}"


def offsets_of(n):
    offsets, k = [0], 0
    while offsets[-1] < n:
        offsets.append(min(n, offsets[-1] + (k % 4 if k < 100 else k * k // 20)))
        k += 1
    return np.array(offsets)


def inputs_of(call, type_name, kind, n):
    """The values x[parts, n], and those of seed 2."""
    part, parts = PARTS.get(type_name, type_name), 2 if type_name in PARTS else 1
    wide = {"rows": 3, "columns": 5, "convolve": 67}.get(call, 1)
    x = values_of(bits_of_input(part, kind, 1, n * wide * parts), part)
    x = x.astype(np.float32 if part in ("f16", "bf16") else x.dtype).reshape(-1, parts).T
    return x, values_of(bits_of_input(part, kind, 2, max(n, 50)), part).astype(x.dtype)


def lines_of(path):
    return [line.split() for line in path.read_text().splitlines() if ":" in line and not line.startswith("#")]


def vectors_of(words):
    return [(int(n), right) for n, right in (word.split(":") for word in words[4:])]
# SPDX-License-Identifier: Apache-2.0
