#!/usr/bin/env python3
"""Ladders on numbers of the caller's own: input_test.py STRIDER DEVICE [TEST...]"""
import array
import json
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest

STRIDER, DEVICE = pathlib.Path(sys.argv.pop(1)).resolve(), sys.argv.pop(1)
CODES = {"|u1": "B", "<u2": "H", "<i4": "i", "<u4": "I", "<u8": "Q", "<i8": "q", "<f4": "f", "<f8": "d"}
REALS = ("<f4", "<f8")
FEW = {"scatter": "90", "softmax": "1-2", "stencil": "1-2"}
SHARED = {"segmented-reduce": "--offsets", "gather": "--indices", "scatter": "--indices"}
TYPES = {
    "reduce": ["<i4", "<f4", "<f8", "<i8"], "segmented-reduce": ["<i4", "<f4", "<f8"], "softmax": ["<f4"], "map": ["<i4", "<f4", "<f8"],
    "gather": ["<i4", "<f4", "<f8"], "scatter": ["<i4", "<f4", "<f8"], "transpose": ["<f4", "|u1", "<u2", "<f8"],
    "convolve": ["<f4", "|u1"], "stencil": ["<f4"], "scan": ["<i4", "<f4", "<f8"], "compact": ["<u4", "<f4", "<f8"],
    "histogram": ["|u1", "<i4", "<f4"], "sort": ["<u4"], "critical-section": ["<i4", "<f8"],
}


def npy(descr, shape, data, fortran=False, version=1):
    header = f"{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {tuple(shape)}, }}"
    header += " " * (-(len(header) + 11 + (version > 1) * 2) % 64) + "\n"
    length = struct.pack("<H" if version == 1 else "<I", len(header))
    return b"\x93NUMPY" + bytes([version, 0]) + length + header.encode() + array.array(CODES.get(descr, "B"), data).tobytes()


def numbers(descr, count, seed=1):
    """Any integers of the type; numbers around 0 whose sums are rounded."""
    source = random.Random(seed)
    if descr in REALS:
        return [source.uniform(-3, 7) for _ in range(count)]
    return array.array(CODES[descr], source.randbytes(count * array.array(CODES[descr]).itemsize))


class Files(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, data):
        (self.folder / name).write_bytes(data)
        return name

    def strider(self, *words):
        return subprocess.run([STRIDER, *map(str, words)], cwd=self.folder, capture_output=True, text=True)

    def refused(self, *words, says):
        """One line and exit status 2; nothing on standard output."""
        ran = self.strider(*words)
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr.count("\n")), (2, "", 1), ran.stderr)
        self.assertIn(says, ran.stderr)

    def ladder(self, pattern, *words, device=DEVICE):
        """The records: every rung is right, and says what it ran on."""
        few = ["--samples", "1", "--time-limit", "0.001"] if device != "emulator" else []
        ran = self.strider("ladder", pattern, "--device", device, "--format", "jsonl", *few, *words)
        self.assertEqual(ran.returncode, 0, ran.stderr + ran.stdout)
        records = [json.loads(line) for line in ran.stdout.splitlines()]
        self.assertGreater(len(records), 0)
        for record in records:
            self.assertTrue(record["verified"])
            self.assertRegex(record["input"], r"^(values|nan)\.npy( with (offsets|indices)\.npy)?$")
        return records

    def files(self, pattern, descr, shape):
        count = 1
        for extent in shape:
            count *= extent
        words = ["--input", self.file("values.npy", npy(descr, shape, numbers(descr, count)))]
        if pattern == "segmented-reduce":  # every other segment is empty, and the last one
            ends = sorted([min(at * 37, count) for at in range(count // 37 + 2)] * 2)
            words += ["--offsets", self.file("offsets.npy", npy("<u4", [len(ends)], ends))]
        elif pattern in SHARED:
            places = numbers("<u8", count, 2)
            words += ["--indices", self.file("indices.npy", npy("<u8", [count], [at % count for at in places]))]
        return words


class Input(Files):
    def check_ladder(self, pattern):
        shape = [7, 13, 17] if pattern == "stencil" else [1021]
        few = ["--rungs", FEW.get(pattern, "1,90")]
        for descr in TYPES[pattern] if DEVICE == "emulator" else TYPES[pattern][:1]:  # which is quick
            words = self.files(pattern, descr, shape)
            records = self.ladder(pattern, *words, *(few if descr != TYPES[pattern][0] else []))
            self.assertGreaterEqual(records[0].get("ladder_elements", records[0]["elements"]), 1021)
        moves = pattern in ("gather", "transpose", "compact", "histogram", "map")
        if descr in REALS:
            self.assertEqual("tolerance" in records[-1], not moves or pattern == "map")
            nan = self.file("nan.npy", npy(descr, shape, [1.0] * (shape[0] * (221 if len(shape) > 1 else 1) - 1) + [float("nan")]))
            if moves:
                self.ladder(pattern, *few, "--input", nan, *words[2:])
            else:
                self.refused("ladder", pattern, "--device", DEVICE, "--input", nan, *words[2:], says="is nan, so no result")
        if DEVICE == "cpu" and pattern != "segmented-reduce":
            return
        for other in [[1], [0], [23, 37]][:2 if pattern == "stencil" else 3]:
            self.ladder(pattern, *few, *self.files(pattern, TYPES[pattern][0], other))

    def test_files_that_cannot_be_taken(self):
        whole = npy("<f4", [5], [1.0] * 5)
        for name, data, says in [
                ("type", npy("<i8", [3], [1, 2, 3]), "it holds int64, not uint8, int32, float32; convert it: numpy.save('type', "
                 "numpy.load('type').astype(numpy.uint8))"),
                ("big", npy(">f4", [3], b"\0" * 12), "it holds big-endian float32, not"),
                ("words", npy("<U2", [1], b"\0" * 8), "it holds <U2, not"),
                ("fortran", npy("<f4", [2, 2], [0.0] * 4, fortran=True), "numpy.save('fortran', numpy.ascontiguousarray("),
                ("cube", npy("<f4", [2, 1, 2], [0.0] * 4), "it has 3 dimensions, and the histogram ladder takes 1 or 2; flatten it: numpy.save("),
                ("scalar", npy("<f4", [], [0.0]), "it has 0 dimensions"),
                ("cut", whole[:-1], "19 bytes follow its header, which says 5 elements of float32: it is cut off"),
                ("long", whole + b"x", "it is too long"),
                ("zero", npy("<f4", [0], [0.0]), "4 bytes follow its header, which says 0 elements of float32: it is too long"),
                ("hostile", npy("<f4", [2**62], [0.0]), "it is cut off"),
                ("wraps", npy("<f4", [2**33, 2**33], [0.0]), "promises more elements than 64 bits count"),
                ("header", whole[:40], "it is cut off within its header"),
                ("version", whole[:6] + b"\x09" + whole[7:], "its version of .npy is not known"),
                ("text", b"1,2,3\n", "it is not a .npy file"),
                ("empty", b"", "it is not a .npy file"),
                ("keys", whole.replace(b"shape", b"shade"), "its header is not that of a .npy file with an array of numbers")]:
            with self.subTest(name):
                self.refused("ladder", "histogram", "--device", DEVICE, "--input", self.file(name, data), says=says)
        self.refused("ladder", "histogram", "--device", DEVICE, "--input", "absent", says="absent: it cannot be read")
        self.refused("ladder", "histogram", "--device", DEVICE, "--input", ".", says=".: it cannot be read")
        for version in (2, 3):
            self.file("values.npy", npy("<f4", [3], [1.0] * 3, version=version))
            self.ladder("histogram", "--input", "values.npy")

    def test_numbers_that_do_not_fit_the_ladder(self):
        ones = self.file("ones.npy", npy("<f4", [10], [1.0] * 10))
        huge = self.file("huge.npy", npy("<f4", [10], [3e38] * 10))
        flat = self.file("flat.npy", npy("<f4", [2, 5], [1.0] * 10))
        matrix = self.file("bytes.npy", npy("|u1", [2, 5], [1] * 10))

        def offsets(*ends):
            return self.file(f"offsets{ends}.npy".replace(" ", ""), npy("<u4", [len(ends)], ends))

        def indices(*places, descr="<u8"):
            return self.file(f"indices{len(places)}{descr[1:]}.npy", npy(descr, [len(places)], places))

        for words, says in [
                (["reduce", "--input", huge], "the sum of its magnitudes is 3e+39, more than f32 holds"),
                (["reduce", "--input", ones, "--elements", "10"], "leave out --elements"),
                (["reduce", "--input", ones, "--type", "f64"], "it holds float32, not float64; convert it: numpy.save("),
                (["reduce", "--input", ones, "--gpus", "1"], "leave out --rungs, --whole-program, --with and --input"),
                (["reduce", "--input", ones, "--offsets", ones], "--offsets: the reduce ladder does not take it"),
                (["reduce", "--offsets", ones], "with --input"),
                (["merge", "--input", ones], "the merge ladder takes two arrays"),
                (["matrix-product", "--input", ones], "the matrix-product ladder takes two arrays"),
                (["histogram", "--input", ones, "--set", "samples=skewed"], "--set samples: the files of --input decide it"),
                (["transpose", "--input", flat, "--set", "columns=5"], "--set columns: the files of --input decide it"),
                (["transpose", "--input", matrix, "--set", "packed=4"], "its rows are not whole items of 4 elements"),
                (["stencil", "--input", flat], "it has 2 dimensions, and the stencil ladder takes 1 or 3"),
                (["softmax", "--input", ones, "--set", "columns=4"], "the softmax ladder cannot take 10 elements with these parameters"),
                (["stencil", "--input", ones], "the stencil ladder cannot take 10 elements with these parameters"),
                (["segmented-reduce", "--input", ones], "with --offsets; give it too"),
                (["segmented-reduce", "--input", ones, "--offsets", ones], "ones.npy: it holds float32, not uint32"),
                (["segmented-reduce", "--input", ones, "--offsets", offsets(0, 5, 9)], "from 0 to the number of elements, 10"),
                (["segmented-reduce", "--input", ones, "--offsets", offsets(0, 7, 5, 10)], "ascending numbers"),
                (["gather", "--input", ones], "with --indices; give it too"),
                (["gather", "--input", ones, "--indices", indices(1, 2)], "it has 2 indices for 10 elements"),
                (["scatter", "--input", ones, "--indices", indices(*range(1, 11))], "index 9 is 10, and there are 10 elements"),
                (["scatter", "--input", ones, "--indices", indices(*range(10), descr="<i8")], "it holds int64, not uint32, uint64")]:
            with self.subTest(words=words):
                self.refused("ladder", *words, "--device", DEVICE, says=says)

    def test_tables_name_the_file(self):
        words = self.files("reduce", "<f4", [1000])
        ran = self.strider("ladder", "reduce", "--device", DEVICE, "--rungs", "1,90", *words)
        self.assertIn("reduce: sum of 1,000 f32 of values.npy, ", ran.stdout)
        self.assertIn("a right result is within", ran.stdout)
        self.assertIn("2^-24", ran.stdout)
        ran = self.strider("ladder", "reduce", "--device", DEVICE, "--rungs", "90", "--format", "csv", *words)
        self.assertIn(",values.npy,", ran.stdout)


for pattern in TYPES:
    setattr(Input, "test_" + pattern.replace("-", "_"), lambda self, pattern=pattern: self.check_ladder(pattern))

if DEVICE == "emulator":  # which counts, and is quick
    class Counted(Files):
        def test_operators_and_choices(self):
            self.ladder("reduce", "--operator", "max", *self.files("reduce", "<f4", [999]))
            self.ladder("scan", "--set", "kind=exclusive", *self.files("scan", "<f4", [999]))
            self.ladder("map", "--set", "function=clamp", *self.files("map", "<f8", [999]))
            self.ladder("transpose", "--set", "packed=4", *self.files("transpose", "<f8", [10, 12]))
            self.ladder("compact", "--set", "order=input", *self.files("compact", "<u4", [999]))
            self.ladder("histogram", "--set", "edges=given", "--set", "bins=100", *self.files("histogram", "<f4", [999]))
            self.ladder("convolve", "--set", "mask=9", "--set", "boundary=wrap", *self.files("convolve", "<f4", [20, 31]))
            self.ladder("softmax", "--set", "columns=37", *self.files("softmax", "<f4", [37 * 5]))
            self.ladder("stencil", "--set", "columns=10", "--set", "rows=5", *self.files("stencil", "<f4", [200]))

        def test_indices_that_permute_take_the_rungs_that_only_store(self):
            places = random.Random(1).sample(range(500), 500)
            words = ["--input", self.file("values.npy", npy("<f4", [500], numbers("<f4", 500)))]
            stored = self.ladder("scatter", *words, "--indices", self.file("indices.npy", npy("<u4", [500], places)))
            added = self.ladder("scatter", *self.files("scatter", "<f4", [500]))
            self.assertGreater(len(stored), len(added))

        def test_equal_bytes_meet_where_others_do_not(self):
            contention = []
            for data in (range(256), [7] * 256):
                self.file("values.npy", npy("|u1", [16, 256], list(data) * 16))
                contention.append(self.ladder("histogram", "--input", "values.npy", "--rungs", "2")[0]["counters"]["atomic_max_contention"])
            self.assertEqual(contention[1], 32)
            self.assertLess(contention[0], 4)

        def test_explain_and_report(self):
            words = self.files("histogram", "|u1", [64, 64])
            ran = self.strider("explain", "histogram", "--device", "emulator", "--rungs", "2-3", *words, "--format", "jsonl")
            for record in map(json.loads, ran.stdout.splitlines()):
                self.assertEqual((record["verified"], record["input"], "samples" in record["parameters"]), (True, "values.npy", False))
            ran = self.strider("explain", "histogram", "--device", "emulator", "--rungs", "2", *words)
            self.assertIn("histogram: 2^12 elements of values.npy, u8", ran.stdout)
            self.assertNotIn("times:", ran.stdout)  # those that are recorded are of other numbers
            self.strider("report", "histogram", *words, "-o", "page.html")
            page = (self.folder / "page.html").read_text()
            self.assertIn("u8 of values.npy, 2^12 elements", page)
            self.assertIn('"timed":[]', page)
            self.refused("report", "run.jsonl", *words, "-o", "page.html", says="leave out the files of records")

if DEVICE == "cpu":  # whose compiler is quick
    class Own(Files):
        def test_an_own_rung_is_judged_by_the_numbers_of_the_file(self):
            rung = """#include <ladders/reduce/problem.hpp>
                #include <ladders/harness/rung.hpp>
                using namespace strider::ladders;
                float sum(const arguments& with, std::uint64_t to) {
                    float total = 0;
                    for (std::uint64_t i = 0; i < to; ++i) total += static_cast<const float*>(with.input)[i];
                    return total;
                }
                template <int how> void run(const arguments& with) {
                    *static_cast<float*>(with.output) = how == 1 ? sum(with, with.elements - 1) : sum(with, with.elements) + 0.0625f * (how == 2);
                }
                static const registration a{{.pattern = "reduce", .number = 50, .name = "right", .run = run<0>}};
                static const registration b{{.pattern = "reduce", .number = 51, .name = "leaves one out", .run = run<1>}};
                static const registration c{{.pattern = "reduce", .number = 52, .name = "a little off", .run = run<2>}};"""
            (self.folder / "mine.cpp").write_text(rung)
            self.file("values.npy", npy("<f4", [1000], [float(one) for one in range(1, 1001)]))
            ran = self.strider("ladder", "reduce", "--device", "cpu", "--with", "mine.cpp", "--rungs", "50-52", "--input", "values.npy",
                               "--samples", "1", "--time-limit", "0.001", "--whole-program", "--format", "jsonl")
            self.assertEqual(ran.returncode, 1, ran.stderr)
            right, lacks, off = map(json.loads, ran.stdout.splitlines())
            self.assertTrue(right["verified"] and "whole_program_us" in right["time"])
            self.assertEqual(lacks["wrong"], {"index": 0, "got": 499500, "expected": 500500})
            self.assertIn("later-call", off["findings"][0])  # generated numbers show what a tolerance hides


if __name__ == "__main__":
    unittest.main()
# SPDX-License-Identifier: Apache-2.0
