#!/usr/bin/env python3
"""Runs the example programs on small real data, and compares with what Python makes of it: examples_test.py FOLDER [TEST...]"""
import json
import math
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import unittest
from fractions import Fraction

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PROGRAMS = pathlib.Path(sys.argv.pop(1))
STRIDER = PROGRAMS.parent / "bin/strider"
LICENCE = ROOT / "LICENSE"
HEADER = ROOT / "include/strider/scan.hpp"
NILE = ROOT / "examples/data/nile.txt"


def run(program, *arguments, given=None):
    result = subprocess.run([PROGRAMS / program, *map(str, arguments)], input=given, capture_output=True, check=True)
    return result.stdout.decode()


def run_processes(count, program, *arguments):
    """The same of processes that mpirun starts, also as root and on few cores; None where they were not built."""
    if not (PROGRAMS / f"{program}_mpi").exists() or not shutil.which("mpirun"):
        return None
    environment = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       OMPI_MCA_rmaps_base_oversubscribe="1", PRTE_ALLOW_RUN_AS_ROOT="1", PRTE_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                       PRTE_MCA_rmaps_default_mapping_policy=":oversubscribe")
    result = subprocess.run(["mpirun", "-n", str(count), PROGRAMS / f"{program}_mpi", *map(str, arguments)],
                            env=environment, capture_output=True, check=True)
    return result.stdout.decode()


def scene(rows, columns):
    """A bright disc on a dark slope, with noise: rows of pixels, and the bytes of the image's file."""
    noise = random.Random(1)
    pixels = [[min(255, max(0, round((170 if (r - rows / 2)**2 + (c - columns / 3)**2 < (rows / 3)**2 else 40 + c / 4)
                                     + noise.gauss(0, 12)))) for c in range(columns)] for r in range(rows)]
    return pixels, b"P5\n# a comment\n%d %d\n255\n" % (columns, rows) + bytes(sum(pixels, []))


class Examples(unittest.TestCase):
    def images(self, program, image, outputs):
        """What the program prints, and the pixels of the images that it writes."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder) / str(i) for i in range(outputs + 1)]
            paths[0].write_bytes(image)
            printed = run(program, *paths)
            written = [path.read_bytes() for path in paths[1:]]
        header = b"P5\n%d %d\n255\n" % (self.columns, self.rows)
        for one in written:
            self.assertTrue(one.startswith(header))
        return printed, [list(one[len(header):]) for one in written]

    def setUp(self):
        self.rows, self.columns = 67, 101
        self.pixels, self.image = scene(self.rows, self.columns)
        self.flat = sum(self.pixels, [])

    def test_page_rank(self):
        links, pages = [(0, 1), (1, 2), (2, 0), (3, 0), (4, 0), (4, 5), (5, 2), (1, 6), (7, 0)], 8
        found = [line.split() for line in run("page_rank", given="".join(f"{a} {b}\n" for a, b in links).encode()).splitlines()]
        self.assertEqual([int(page) for page, _ in found], list(range(pages)))
        ranks = [1 / pages] * pages
        for _ in range(200):
            out = [sum(a == page for a, _ in links) for page in range(pages)]
            final = sum(rank for rank, links_from in zip(ranks, out) if links_from == 0)
            ranks = [(0.15 + 0.85 * final) / pages + 0.85 * sum(ranks[a] / out[a] for a, b in links if b == page) for page in range(pages)]
        for (_, rank), right in zip(found, ranks):
            self.assertAlmostEqual(float(rank), right, places=8)

    def test_otsu(self):
        def apart(threshold):
            low = [pixel for pixel in self.flat if pixel <= threshold]
            high = [pixel for pixel in self.flat if pixel > threshold]
            if not low or not high:
                return Fraction(0)
            return len(low) * len(high) * (Fraction(sum(low), len(low)) - Fraction(sum(high), len(high)))**2
        expected = max(range(256), key=apart)  # the first of equals
        printed, (written,) = self.images("otsu", self.image, 1)
        self.assertEqual(int(printed), expected)
        self.assertEqual(written, [255 if pixel > expected else 0 for pixel in self.flat])

    def test_conjugate_gradient(self):
        for side in (2, 3, 37):
            printed = run("conjugate_gradient", side)
            for ranks in (2, 3, 4, 5):
                self.assertEqual(run("conjugate_gradient", side, ranks), printed)
            self.assertIn(run_processes(3, "conjugate_gradient", side), (None, printed))
        *steps, last = [line.split() for line in printed.splitlines()]
        hashes = {line[2] for line in steps}
        self.assertEqual(len(hashes), len(steps), "every iterate is another")
        self.assertLess(float(steps[-1][1]), 1e-10 * float(steps[0][1]))
        self.assertAlmostEqual(float(last[1]), 0.0736713, delta=1e-4)  # of the equation itself, by its series

    def test_edges(self):
        def at(image, r, c):  # the border goes on
            return image[min(max(r, 0), self.rows - 1)][min(max(c, 0), self.columns - 1)]

        def convolved(image, column, row):
            return [[sum(down * across * at(image, r + i - len(column) // 2, c + j - len(row) // 2)
                         for i, down in enumerate(column) for j, across in enumerate(row))
                     for c in range(self.columns)] for r in range(self.rows)]
        binomial = [1, 4, 6, 4, 1]
        blurred = [[round(Fraction(pixel, 256)) for pixel in line] for line in convolved(self.pixels, binomial, binomial)]
        across = sum(convolved(blurred, [1, 2, 1], [-1, 0, 1]), [])
        down = sum(convolved(blurred, [-1, 0, 1], [1, 2, 1]), [])
        edges = [min(255, round(math.sqrt(x * x + y * y))) for x, y in zip(across, down)]
        self.assertGreater(max(edges), 100)
        _, written = self.images("edges", self.image, 2)
        self.assertEqual(written, [sum(blurred, []), edges])

    def test_bad_images_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            bad, out = pathlib.Path(folder) / "bad", pathlib.Path(folder) / "out"
            for image in (b"", b"P6 1 1 255\n123", b"P5 3 2 255\n12345", b"P5 99999999 99999999 255\n1", b"P5 0 0 255\n"):
                bad.write_bytes(image)
                result = subprocess.run([PROGRAMS / "otsu", bad, out], capture_output=True)
                self.assertEqual((result.returncode, out.exists()), (2, False))

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

    def test_own_rungs(self):
        words = ["ladder", "reduce", "--device", "emulator", "--elements", "10000", "--rungs", "4", "--format", "jsonl"]
        for file, number in ("sum.cu", 50), ("block_sum.cu", 51):
            ran = subprocess.run([STRIDER, *words, "--with", ROOT / "examples/own_rung" / file], capture_output=True, check=True)
            ours, own = [json.loads(line) for line in ran.stdout.splitlines()]
            self.assertEqual((own["kind"], own["rung"], own["verified"], own["findings"]), ("own", number, True, []))
            self.assertEqual(own["counters"]["launches"], 2)
            self.assertLess(own["counters"]["barriers"], ours["counters"]["barriers"])  # which takes several passes

    def test_check(self):
        programs = {"race": ["race-shared"], "race_fixed": [], "out_of_bounds": ["out-of-bounds"], "barrier_under_if": ["barrier-divergence"]}
        self.assertEqual(set(programs), {file.stem for file in (ROOT / "examples/check").glob("*.cu")})
        for name, findings in programs.items():
            ran = subprocess.run([STRIDER, "check", ROOT / f"examples/check/{name}.cu", "--format", "jsonl"], capture_output=True)
            records = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith(b"{")]
            self.assertEqual([one["finding"] for one in records if "finding" in one], findings, name)
            self.assertEqual(ran.returncode, 1 if findings else 0, name)


if __name__ == "__main__":
    unittest.main()
# SPDX-License-Identifier: Apache-2.0
