#!/usr/bin/env python3
"""The commands on files write the same bytes on every device: devices_test.py STRIDER DEVICE [TEST...]
Exit status 77 where there is no such device."""
import array
import itertools
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest

STRIDER = pathlib.Path(sys.argv.pop(1))
DEVICE = sys.argv.pop(1)
QUICK = os.environ.get("STRIDER_TEST_ALL") == "OFF"  # each type and each operator, but not each pair

INTEGERS = {"|i1": "b", "|u1": "B", "<i2": "h", "<u2": "H", "<i4": "i", "<u4": "I", "<i8": "q", "<u8": "Q"}
REALS = {"<f4": "f", "<f8": "d"}
TYPES = {**INTEGERS, **REALS}


def npy(descr, shape, data):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, tuple(shape))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def values(descr, count, seed=1, scale=1.0):
    """Any integers of the type; numbers around 0 that sums have to round."""
    source = random.Random(seed)
    if descr in INTEGERS:
        return source.randbytes(count * array.array(INTEGERS[descr]).itemsize)
    return array.array(REALS[descr], (source.uniform(-0.3, 0.7) * scale for _ in range(count))).tobytes()


def strider(*words, given=""):
    return subprocess.run([STRIDER, *map(str, words)], input=given, capture_output=True, text=True)


class Devices(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, data):
        path = self.folder / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def result(self, device, output, words):
        """The record, without what names the device and the output, and the bytes that were written."""
        into = self.folder / output if output else None
        ran = strider(*words, "--device", device, "--format", "jsonl", *(["-o", into] if into else []))
        self.assertEqual((ran.returncode, ran.stderr), (0, ""))
        records = [json.loads(line) for line in ran.stdout.splitlines()]
        for record in records:
            self.assertEqual(record.pop("device"), device)
            record.pop("output", None)
        return records, into.read_bytes() if into else b""

    def same(self, *words, output="o.npy"):
        with self.subTest(words=[str(word) for word in words[2:]]):
            expected, found = self.result("cpu", output, words), self.result(DEVICE, output, words)
            self.assertEqual(expected[0], found[0])
            self.assertTrue(expected[1] == found[1], "other bytes than on cpu")

    def test_scan(self):
        operators = ["sum", "min", "max", "product"]
        for descr in TYPES:
            file = self.file("a.npy", npy(descr, [50_021], values(descr, 50_021, scale=4)))
            for operator, kind in itertools.product(operators, [[], ["--exclusive"]]):
                if QUICK and descr not in ("<i4", "<f4") and (operator, kind) not in (("sum", []), ("max", ["--exclusive"])):
                    continue
                self.same("scan", file, "--operator", operator, *kind)
        special = self.file("s.npy", npy("<f8", [6], struct.pack("<6d", 1, -0.0, 0.0, float("inf"), float("nan"), 2)))
        for operator in operators:
            self.same("scan", special, "--operator", operator, output="o.txt")
        self.same("scan", self.file("e.npy", npy("<f4", [0], b"")))
        self.same("scan", self.file("1.npy", npy("<i8", [1], bytes(8))), "--exclusive")

    def test_scan_of_several_pieces(self):
        for descr in ["<f8"] if QUICK else ["<i8", "<f8"]:
            file = self.file("a.npy", npy(descr, [2_300_000], values(descr, 2_300_000)))
            self.same("scan", file)
            self.same("scan", file, "--exclusive", "--operator", "max")
            self.same("scan", file, "--exclusive")

    def test_reduce(self):
        for descr in TYPES:
            file = self.file("a.npy", npy(descr, [30_011], values(descr, 30_011)))
            self.same("reduce", file, output=None)

    def test_reduce_parts(self):
        rows, columns = 57, 801
        offsets = self.file("offsets.txt", "3 3 4 1000 1000 30000 45657 45657 45657")
        for descr in TYPES:
            file = self.file("a.npy", npy(descr, [rows, columns], values(descr, rows * columns)))
            for operator in ["sum", "min", "max", "product"] if descr in ("<i4", "<f4") or not QUICK else ["sum"]:
                for part in ["--rows"], ["--columns"], ["--segments", offsets]:
                    self.same("reduce", file, *part, "--operator", operator)
        for shape in [0, 5], [5, 0]:
            nothing = self.file("e.npy", npy("<i2", shape, b""))
            for part, operator in itertools.product(["--rows", "--columns"], ["sum", "min"]):
                self.same("reduce", nothing, part, "--operator", operator)
        ones = self.file("ones.txt", "7")
        self.same("reduce", ones, "--segments", self.file("many.txt", "0 " * 999 + "1"))
        self.same("reduce", ones, "--segments", self.file("one.txt", "0"))

    def test_transpose(self):
        for descr, size in [("|u1", 1), ("<i2", 2), ("|S3", 3), (">f4", 4), ("|V6", 6), ("<c8", 8), ("<U3", 12),
                            ("<c16", 16)]:
            for rows, columns in (71, 133), (1, 50), (50, 1):
                data = random.Random(2).randbytes(rows * columns * size)
                self.same("transpose", self.file("a.npy", npy(descr, [rows, columns], data)))
        colours = random.Random(3).randbytes(45 * 31 * 3)
        self.same("transpose", self.file("a.ppm", b"P6 45 31 255\n" + colours), output="o.ppm")

    def test_compact(self):
        for descr in TYPES:
            file = self.file("a.npy", npy(descr, [20_011], values(descr, 20_011)))
            for where in "x > 0 || i % 7 == 2", "x != x", "i >= 0":
                self.same("compact", file, "--where", where)
        file = self.file("b.bin", values("<u2", 1_100_000))
        self.same("compact", file, "--type", "u16", "--where", "x % 3 == 1", output="o.bin")
        self.same("compact", self.file("e.txt", ""), "--where", "x > 0")

    def test_histogram(self):
        for descr in TYPES:
            data = values(descr, 20_011, scale=100)
            if descr in REALS:
                data += struct.pack("<6" + REALS[descr], 0.0, -0.0, *map(float, ["inf", "-inf", "nan", "nan"]))
            file = self.file("a.npy", npy(descr, [len(data) // array.array(TYPES[descr]).itemsize], data))
            for bins in ([], ["--bins", "1000"], ["--range", "1,64"], ["--bins", "7", "--range=-50,60"],
                         ["--edges=0,0.5,10,100"], ["--bins", "70000", "--range", "0,100"]):
                self.same("histogram", file, *bins, output=None)
        self.same("histogram", self.file("any", values("|u1", 9_999)), output=None)
        self.same("histogram", self.file("nothing", b""), output=None)
        colours = self.file("a.ppm", b"P6 45 31 255\n" + random.Random(3).randbytes(45 * 31 * 3))
        self.same("histogram", colours, "--bins", "13", output=None)

    def test_convolve(self):
        images = [(self.file("a.ppm", b"P6 45 31 255\n" + random.Random(3).randbytes(45 * 31 * 3)), "o.ppm"),
                  (self.file("b.pgm", b"P5 31 45 1000\n" + b"".join(struct.pack(">H", random.Random(4).randrange(1000))
                                                                   for _ in range(31 * 45))), "o.pgm")]
        for descr in REALS:
            images.append((self.file(descr + ".npy", npy(descr, [29, 67], values(descr, 29 * 67))), "o.npy"))
        wide = self.file("wide.txt", "0.1 0.2 -3 4\n0.5 6 7.25 0.8\n")
        for image, output in images:
            for mask in "gauss5", "sobel-x", wide:
                self.same("convolve", image, "--mask", mask, output=output)
            for boundary in "replicate", "symmetric", "reflect", "wrap":
                self.same("convolve", image, "--mask", wide, "--boundary", boundary, output=output)
            self.same("convolve", image, "--mask", wide, "--boundary", "constant", "--fill", "9", "--flip",
                      "--anchor", "0,3", output=output)


if __name__ == "__main__":
    asked = strider("reduce", "-", "--device", DEVICE, given="1")
    if f"no {DEVICE} here" in asked.stderr:
        print(asked.stderr, end="")
        sys.exit(77)
    unittest.main()
# SPDX-License-Identifier: Apache-2.0
