#!/usr/bin/env python3
"""Runs the example programs on small real data, and compares with what Python makes of it: examples_test.py FOLDER [TEST...]"""
import array
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = pathlib.Path(sys.argv.pop(1))
LICENCE = ROOT / "LICENSE"
HEADER = ROOT / "include/strider/scan.hpp"
NILE = ROOT / "examples/data/nile.txt"


def run(program, *arguments, given=None):
    result = subprocess.run([PROGRAMS / program, *map(str, arguments)], input=given, capture_output=True, check=True)
    return result.stdout.decode()


class Examples(unittest.TestCase):
    def test_polynomial(self):
        coefficients = [3, -7, 0, 2, 11, -5, 1, 8, -2, 4] * 5  # 50 of them: more than a warp, no power of two
        x = Fraction(3, 4)
        exact = sum(c * x**power for power, c in enumerate(coefficients))
        self.assertAlmostEqual(float(run("polynomial", 0.75, *coefficients)), float(exact), delta=1e-12)
        self.assertEqual(run("polynomial", 2, 1, 1, 1), "7\n")
        self.assertEqual(run("polynomial", 5, 42), "42\n")

    def test_linear_recurrence(self):
        flow = [float(value) for value in NILE.read_text().split()]
        self.assertAlmostEqual(sum(flow) / len(flow), 919.35)
        expected = [flow[0]]
        for value in flow[1:]:
            expected.append(expected[-1] + 0.25 * (value - expected[-1]))
        smoothed = [float(line) for line in run("linear_recurrence", 0.25, given=NILE.read_bytes()).split()]
        self.assertEqual(len(smoothed), len(expected))
        for got, right in zip(smoothed, expected):
            self.assertAlmostEqual(got, right, delta=1e-6)

    def test_string_comparison(self):
        text = LICENCE.read_bytes()
        with tempfile.TemporaryDirectory() as folder:
            other = pathlib.Path(folder) / "other"
            for at in (0, 1, 5000, len(text) - 1):
                for byte in (0, 255):
                    other.write_bytes(text[:at] + bytes([byte]) + b"\x80" + text[at + 2:])
                    sign = "<" if byte == 255 else ">"
                    self.assertEqual(run("string_comparison", LICENCE, other), f"A {sign} B at byte {at}\n")
            other.write_bytes(text[:7000])
            self.assertEqual(run("string_comparison", LICENCE, other), "A > B at byte 7000\n")
            self.assertEqual(run("string_comparison", other, LICENCE), "A < B at byte 7000\n")
            other.write_bytes(b"")
            self.assertEqual(run("string_comparison", other, other), "A = B\n")
        self.assertEqual(run("string_comparison", LICENCE, LICENCE), "A = B\n")

    def test_word_count(self):
        with tempfile.TemporaryDirectory() as folder:
            long = pathlib.Path(folder) / "long"
            long.write_bytes(LICENCE.read_bytes() * 30)
            empty = pathlib.Path(folder) / "empty"
            empty.write_bytes(b"")
            for path in (LICENCE, ROOT / "README.md", HEADER, long, empty):
                text = path.read_bytes()
                expected = "%d %d %d\n" % (text.count(b"\n"), len(text.split()), len(text))
                self.assertEqual(run("word_count", path), expected)

    def test_lexer(self):
        grammar = re.compile(r'(?P<comment>//[^\n]*)|(?P<string>"(?:\\.|[^"\\])*")|(?P<unfinished>"(?:\\.|[^"\\])*\\?\Z)'
                             r"|(?P<name>[A-Za-z_]\w*)|(?P<number>\d[A-Za-z0-9.]*)|(?P<symbol>\S)", re.DOTALL | re.ASCII)
        for path in (HEADER, ROOT / "lab/sizes.cpp", ROOT / "examples/lexer/lexer.cpp"):
            expected = [f"{found.lastgroup} {found.group()}" for found in grammar.finditer(path.read_text())]
            self.assertGreater(len(expected), 100)
            self.assertEqual(run("lexer", path), "\n".join(expected) + "\n")

    def test_radix_sort(self):
        text = LICENCE.read_bytes()
        values = list(array.array("I", text[:len(text) // 4 * 4])) + [0, 2**32 - 1, 2**31, 0]
        values = values * 5  # several tiles
        given = "\n".join(map(str, values)).encode()
        self.assertEqual([int(line) for line in run("radix_sort", given=given).split()], sorted(values))
        self.assertEqual(run("radix_sort", given=b""), "")


if __name__ == "__main__":
    unittest.main()
