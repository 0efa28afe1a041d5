#!/usr/bin/env python3
"""The order again, written from docs/order.md and not from the library: reference.py [--most N] [--write]

Computes each golden vector of at most N elements (4,194,304), and compares the bits. --write computes all, and renews the files.
The numbers in comments are the rules of docs/order.md.
"""
import argparse
import re
import sys
from fractions import Fraction

import numpy as np
from golden import GOLDEN, bits_of_results, inputs_of, lines_of, offsets_of, random, text_of, vectors_of

# Operators on arrays whose first axis is that of a value's parts.

def plus(a, b):
    return a + b


def multiplies(a, b):
    if a.shape[0] == 1:
        return a * b
    return np.stack([a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]])  # 1


def within_segments(a, b):  # 13: a value's last part is its head
    return np.concatenate([np.where(b[-1:] != 0, b[:-1], a[:-1] + b[:-1]), np.maximum(a[-1:], b[-1:])])


def composition(a, b):  # of x * scale + shift, each operation rounded
    return np.stack([b[0] * a[0], b[0] * a[1] + b[1]])


OPERATORS = {"composition": composition, "plus": plus, "function": plus, "multiplies": multiplies}


def vector(size):  # 2
    return max(v for v in (1, 2, 4, 8, 16) if v == 1 or v * size <= 16)


# Reductions.

def chunk_bits(n):  # 3
    if n <= 1 << 13:
        return 13
    if n < 1 << 27:
        return min(max(n.bit_length() - 1 - 8, 12), 16)
    c = 17
    while 1 << c < n >> 14:
        c += 1
    return c


def chunk_total(x, full, op, commutes, size):
    n = x.shape[1]
    if commutes:  # 4
        width = 512 * vector(size)
        accumulators = x[:, :width].copy()
        for first in range(width, n, width):
            row = x[:, first:first + width]
            accumulators[:, :row.shape[1]] = op(accumulators[:, :row.shape[1]], row)
    else:  # 5
        r = -(-full // 512)
        accumulators = x[:, ::r].copy()
        for step in range(1, r):
            row = x[:, step::r]
            accumulators[:, :row.shape[1]] = op(accumulators[:, :row.shape[1]], row)
    while accumulators.shape[1] > 1:  # 6
        last = accumulators[:, accumulators.shape[1] // 2 * 2:]
        pairs = op(accumulators[:, :-1:2], accumulators[:, 1::2])
        accumulators = np.concatenate([pairs, last], axis=1)
    return accumulators


def reduced(x, op, commutes, size=None):
    """The total of values x[parts, n], n >= 1."""
    n, size = x.shape[1], size or x.itemsize * x.shape[0]
    chunk = 1 << chunk_bits(n)
    totals = np.concatenate([chunk_total(x[:, i:i + chunk], chunk, op, commutes, size) for i in range(0, n, chunk)], axis=1)
    return chunk_total(totals, totals.shape[1], op, commutes, size)  # 7


def mean(x, type_name):
    """Rules 9 and 16."""
    n, total = x.shape[1], reduced(x, plus, True)
    if np.isfinite(total).all():
        return (x.dtype.type(0) + total) / x.dtype.type(n)
    if type_name != "f64":
        return ((0.0 + reduced(x.astype(np.float64), plus, True)) / np.float64(n)).astype(np.float32)
    k = n.bit_length()
    return (0.0 + reduced(x * 2.0 ** -k, plus, True)) / np.float64(n) * 2.0 ** k


# Scans.

def joined(op, a, b):
    """Of (value, whether it is there) pairs."""
    there = a[1] & b[1]
    return np.where(there, op(*np.broadcast_arrays(a[0], b[0])), np.where(a[1], a[0], b[0])), a[1] | b[1]


def before(scanned):
    """Those of the parts to the left along the last axis; the first one is missing."""
    there = np.ones(scanned.shape[-1], bool)
    there[0] = False
    return np.concatenate([scanned[..., :1], scanned[..., :-1]], axis=-1), there


def kogge_stone(op, x):  # 11
    x = x.copy()
    for d in (1, 2, 4, 8, 16):
        if d < x.shape[-1]:
            x[..., d:] = op(x[..., :-d], x[..., d:].copy())
    return x


def folded(op, x):
    x = x.copy()
    for i in range(1, x.shape[-1]):
        x[..., i] = op(x[..., i - 1], x[..., i])
    return x


def scanned(x, op, exclusive=False, init=None, size=None):
    """The scan of values x[parts, n]. Incomplete parts are filled up: what is added stands to the right of all results."""
    parts, n = x.shape
    size = size or x.itemsize * parts
    v = vector(size)
    w = 32 * v
    rows = min(n // (384 * 8 * w) + 1, 61440 // (8 * w * size))  # 10
    regions = -(-n // (32 * 32 * 8 * rows * w))
    full = np.zeros((parts, regions * 32 * 32 * 8 * rows * w), x.dtype)
    full[:, :n] = x
    folds = folded(op, full.reshape(parts, regions, 32, 32, 8, rows, 32, v))
    runs = kogge_stone(op, folds[..., -1])
    strips = folded(op, runs[..., -1])
    tiles = kogge_stone(op, strips[..., -1])
    groups = kogge_stone(op, tiles[..., -1])
    scan_of_groups = kogge_stone(op, groups[..., -1])
    region_totals = scan_of_groups[..., -1]
    first = np.zeros((parts, 1), x.dtype) if init is None else np.asarray(init, x.dtype).reshape(parts, 1)
    region, here = np.concatenate([first, region_totals[:, :-1]], axis=1), np.ones(regions, bool)
    here[0] = init is not None
    for i in range(1 + (init is None), regions):
        region[:, i] = op(region[:, i - 1], region[:, i])
    spread = lambda pair, axes: (pair[0].reshape(pair[0].shape + (1,) * axes), pair[1].reshape(pair[1].shape + (1,) * axes))
    base = joined(op, spread((region, here), 1), before(scan_of_groups))  # 12
    base = joined(op, spread(base, 1), before(groups))
    base = joined(op, spread(base, 1), before(tiles))
    in_row = joined(op, spread(before(strips), 1), before(runs))
    fold = before(folds) if exclusive else (folds, np.ones(v, bool))
    results, _ = joined(op, spread(base, 3), joined(op, spread(in_row, 1), fold))
    return results.reshape(parts, -1)[:, :n]


def segment_scanned(x, offsets, exclusive):  # 13
    heads = np.zeros((1, x.shape[1]), x.dtype)
    heads[0, offsets[offsets < x.shape[1]]] = 1
    size = x.itemsize * (x.shape[0] + 1)
    if not exclusive:
        return scanned(np.concatenate([x, heads]), within_segments, size=size)[:-1]
    started = np.where(heads != 0, 0 + x, x)
    init = [0] * x.shape[0] + [0]
    results = scanned(np.concatenate([started, heads]), within_segments, True, init, size)[:-1]
    return np.where(heads != 0, x.dtype.type(0), results)


# Convolutions and weights.

def rounded(exact, dtype):
    """The nearest number of the type, halves to even."""
    if exact == 0 or dtype == np.float64:
        return dtype(float(exact))
    magnitude = abs(exact)
    e = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    e -= Fraction(2) ** e > magnitude
    unit = Fraction(2) ** (e - 23)
    return dtype(float(round(exact / unit) * unit))


def convolved(x, rows, mask):  # 14
    image, weights = x.reshape(rows, -1), mask.reshape(3, 5)
    padded, out = np.pad(image, ((1, 1), (2, 2))), np.empty_like(image)
    for place in np.ndindex(*image.shape):
        total = x.dtype.type(0)
        for k in range(3):
            for j in range(5):
                weight, pixel = weights[k, j], padded[place[0] + k, place[1] + j]
                total = rounded(Fraction(float(weight)) * Fraction(float(pixel)) + Fraction(float(total)), x.dtype.type)
        out[place] = total
    return out.reshape(1, -1)


def weighted(x, bins):  # 15
    n, greatest = x.shape[1], float(np.abs(x).max())
    e = np.frexp(greatest)[1]
    quanta = np.rint(x[0].astype(np.float64) * 2.0 ** (62 - int(e) - n.bit_length())).astype(np.int64)
    sums = [int(quanta[bins == b].sum()) for b in range(50)]
    return np.array([[np.float64(total) * 2.0 ** (int(e) + n.bit_length() - 62) for total in sums]]).astype(x.dtype)


# Golden vectors.

def expected(call, type_name, operator, kind, n):
    """The results' bits."""
    x, second = inputs_of(call, type_name, kind, n)
    parts = len(x)
    op, commutes = OPERATORS[operator], operator in ("plus", "multiplies")
    total = lambda values: reduced(values, op, commutes)
    offsets = offsets_of(n)
    if call == "reduce":  # 8
        found = total(x) if operator != "composition" else op(np.array([[1], [0]], x.dtype), total(x))
    elif call == "dot":
        found = total(x * second[:n])
    elif call == "mean":
        found = mean(x, type_name)
    elif call == "rows":
        found = np.concatenate([total(x[:, r * n:r * n + n]) for r in range(3)], axis=1)
    elif call == "columns":
        found = np.concatenate([total(x[:, c::5]) for c in range(5)], axis=1)
    elif call in ("segments", "by_key"):
        cuts = [(a, b) for a, b in zip(offsets, offsets[1:]) if call == "segments" or a < b]
        found = np.concatenate([total(x[:, a:b]) if a < b else np.zeros((parts, 1), x.dtype) for a, b in cuts], axis=1)
    elif call == "scatter_reduce":
        index = random(3, n) % np.uint64(50)
        there = [(second[i].reshape(1, 1), x[:, index == i]) for i in range(50)]
        found = np.concatenate([op(old, total(new)) if new.size else old for old, new in there], axis=1)
    elif call in ("inclusive_scan", "exclusive_scan"):
        init = None if call == "inclusive_scan" and operator != "composition" else [operator != "plus", 0][:parts]
        found = scanned(x, op, call == "exclusive_scan", init)
    elif call in ("segmented_inclusive_scan", "segmented_exclusive_scan"):
        found = segment_scanned(x, offsets, "exclusive" in call)
    elif call == "convolve":
        found = convolved(x, n, second[:15])
    else:
        found = weighted(x, random(3, n) % np.uint64(50))
    return bits_of_results(np.ascontiguousarray(found.T).reshape(-1), type_name)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--most", type=int, default=1 << 22)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    np.seterr(all="ignore")
    checked, wrong = 0, []
    for path in sorted(GOLDEN.glob("*.txt")):
        text = path.read_text()
        for words in lines_of(path):
            for n, right in vectors_of(words):
                if n > given.most and not given.write:
                    continue
                found = text_of(expected(*words[:4], n))
                checked += 1
                if found != right:
                    wrong.append(f"{path.name}: {' '.join(words[:4])} {n}: {found}, golden {right}")
                    words = [f"{n}:{found}" if word == f"{n}:{right}" else word for word in words]
            text = re.sub(rf"^{re.escape(' '.join(words[:4]))} .*", " ".join(words), text, flags=re.M)
        if given.write:
            path.write_text(text)
    print("\n".join(wrong[:20]), f"{checked} vectors, {len(wrong)} differ", sep="\n")
    sys.exit(bool(wrong) and not given.write)


if __name__ == "__main__":
    main()
# SPDX-License-Identifier: Apache-2.0
