#!/usr/bin/env python3
"""Commands that several processes share give the bytes that one gives: ranks_test.py STRIDER MPIRUN [TEST...]
MPIRUN is Open MPI's: exit status 77 where it is another one."""
import array
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import unittest

STRIDER = os.path.abspath(sys.argv.pop(1))
MPIRUN = sys.argv.pop(1)
QUICK = os.environ.get("STRIDER_TEST_ALL") == "OFF"  # one number of processes for each command

ENVIRONMENT = {**os.environ, "OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
               "OMPI_MCA_mpi_yield_when_idle": "1", "OMPI_MCA_rmaps_base_oversubscribe": "1"}
# A region of the canonical order of scans is 60 MiB: ranks share files that have several.
REGION = 60 * 1024 * 1024


def npy(descr, shape, data, fortran=False):
    header = "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }" % (descr, fortran, tuple(shape))
    header += " " * (-(len(header) + 11) % 64) + "\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data


def numbers(code, count, seed=1):
    """Numbers around 0, whose sums have to be rounded."""
    source = random.Random(seed)
    block = array.array(code, (source.uniform(-0.3, 0.7) for _ in range(min(count, 300_007)))).tobytes()
    size = count * array.array(code).itemsize
    return (block * (size // max(1, len(block)) + 1))[:size]


def any_bytes(count, seed=1):
    return random.Random(seed).randbytes(count)


def alone(*words, **options):
    return subprocess.run([STRIDER, *map(str, words)], capture_output=True, text=True, **options)


def launch(*words, **options):
    """mpirun says in many lines that a process has failed, but with --quiet."""
    return subprocess.run([MPIRUN, "--quiet", "--bind-to", "none", *map(str, words)], capture_output=True, text=True,
                          env=ENVIRONMENT, timeout=300, **options)


class Ranks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, data):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
        return path

    def same(self, *words, output=None, counts=(3,)):
        """The report and the output of the words are those of one process."""
        into = self.folder / output if output else None
        words = [*words, *(["-o", into] if into else []), "--format", "jsonl"]
        first = alone(*words)
        self.assertEqual((first.returncode, first.stderr), (0, ""), words)
        wanted = into and into.read_bytes()
        for ranks in counts[-1:] if QUICK else counts:
            if into:
                into.unlink()
            ran = launch("-n", ranks, STRIDER, *words)
            self.assertEqual((ran.returncode, ran.stderr, ran.stdout), (0, "", first.stdout), (ranks, words))
            if into:
                self.assertTrue(into.read_bytes() == wanted, (ranks, words))
            self.assertEqual([name for name in os.listdir(self.folder) if name.endswith(".part")], [])

    def refused(self, message, *words, status=2, **options):
        before = sorted(self.folder.rglob("*"))
        ran = launch(*words, **options)
        self.assertRegex(ran.stderr, "^strider: " + message + "\n$")
        self.assertEqual((ran.returncode, ran.stdout), (status, ""))
        self.assertEqual(sorted(self.folder.rglob("*")), before)

    def test_reduce(self):
        reals = self.file("f.npy", npy("<f4", [1_000_003], numbers("f", 1_000_003)))
        self.same("reduce", reals, counts=(1, 2, 5))
        self.assertEqual(launch("-n", 2, STRIDER, "reduce", reals).stdout, alone("reduce", reals).stdout)
        self.same("reduce", self.file("i.npy", npy("<i2", [300_001], any_bytes(600_002))))
        self.same("reduce", self.file("u.npy", npy(">u8", [100_001], any_bytes(800_008))))
        self.same("reduce", self.file("d.raw", numbers("d", 200_001)), "--type", "f64")
        self.same("reduce", self.file("b.npy", npy("|b1", [7, 5], bytes([0, 1, 1, 0, 1] * 7))))
        self.same("reduce", self.file("t.txt", b"3 1 2 -5 4\n"))
        for count in (0, 1, 4097):
            self.same("reduce", self.file("few.npy", npy("<f8", [count], numbers("d", count))))
        # Equal extremes: the first in C order counts, which is not the first in the file.
        self.same("reduce", self.file("F.npy", npy("<i2", [300, 701], any_bytes(2 * 300 * 701), fortran=True)))

    def test_reduce_on_the_executor(self):
        self.same("reduce", self.file("f.npy", npy("<f4", [30_001], numbers("f", 30_001))), "--device", "simt")

    def test_rows_columns_and_segments(self):
        for fortran in (False, True):
            matrix = self.file("m.npy", npy("<f4", [401, 307], numbers("f", 401 * 307), fortran))
            for part in ("--rows", "--columns"):
                if not QUICK or fortran:
                    self.same("reduce", matrix, part)
                self.same("reduce", matrix, part, "--operator", "max", output="o.npy")
        cuts = sorted(random.Random(3).sample(range(401 * 307), 50))
        offsets = self.file("offsets.npy", npy("<i8", [53], array.array("q", [0, 0, *cuts, 401 * 307]).tobytes()))
        flat = self.file("flat.raw", numbers("d", 401 * 307))
        self.same("reduce", flat, "--type", "f64", "--segments", offsets, output="o.txt")
        self.same("reduce", self.file("none.npy", npy("<f4", [0, 3], b"")), "--rows", counts=(2,))

    def test_scan_of_several_regions(self):
        count = 5 * REGION // 16  # 2.5 regions of f64 and of i64
        reals = self.file("d.npy", npy("<f8", [count], numbers("d", count)))
        self.same("scan", reals, output="o.npy")
        if not QUICK:
            self.same("scan", reals, "--exclusive", output="o.raw", counts=(2,))
        self.same("scan", self.file("b.npy", npy("|i1", [count], any_bytes(count))), output="o.npy")

    def test_scan_of_few(self):
        for count in (0, 1, 10_001):
            self.same("scan", self.file("f.npy", npy("<f4", [count], numbers("f", count))), output="o.npy")
        halves = self.file("h.npy", npy("<f2", [1001], struct.pack("1001e", *(n / 7 for n in range(1001)))))
        self.same("scan", halves, "--operator", "max", output="o.npy", counts=(2,))

    def test_scan_on_the_executor(self):
        integers = self.file("i.npy", npy("<i4", [30_001], any_bytes(4 * 30_001)))
        self.same("scan", integers, "--device", "simt", output="o.npy")
        reals = self.file("f.npy", npy("<f4", [30_001], numbers("f", 30_001)))
        self.same("scan", reals, "--device", "simt", "--exclusive", output="o.npy", counts=(2,))

    def test_histogram(self):
        reals = self.file("f.npy", npy("<f4", [300_001], numbers("f", 300_001)))
        self.same("histogram", reals, counts=(1, 2, 5))
        self.same("histogram", reals, "--range", "0,0.5", "--bins", "7")
        self.same("histogram", reals, "--edges", "0,0.1,0.4")
        self.same("histogram", self.file("any", any_bytes(100_001)))
        self.same("histogram", self.file("q.npy", npy("<i8", [5], array.array("q", [4, -9, 7, 7, 2]).tobytes())))
        self.same("histogram", self.file("nan.npy", npy("<f8", [3], struct.pack("3d", *[float("nan")] * 3))))
        self.same("histogram", self.file("none.npy", npy("<f8", [0], b"")))
        drawn = [self.folder / "alone.svg", self.folder / "shared.svg"]
        self.assertEqual(alone("histogram", reals, "--svg", drawn[0]).returncode, 0)
        self.assertEqual(launch("-n", 3, STRIDER, "histogram", reals, "--svg", drawn[1]).returncode, 0)
        self.assertEqual(drawn[0].read_bytes(), drawn[1].read_bytes())

    def test_compact(self):
        reals = self.file("f.npy", npy("<f4", [3_000_001], numbers("f", 3_000_001)))
        self.same("compact", reals, "--where", "x > 0.1 && i % 3 != 0", output="o.npy", counts=(1, 2, 5))
        self.same("compact", reals, "--where", "i < 10", output="o.raw")
        self.same("compact", reals, "--where", "x > 2", output="o.npy")
        self.same("compact", self.file("u.npy", npy("|u1", [7], bytes(range(7)))), "--where", "x >= 0", output="o.npy")
        self.same("compact", self.file("h.npy", npy("<f2", [9], struct.pack("9e", *range(9)))), "--where", "x > 3",
                  output="o.npy")

    def test_output_that_is_there_is_replaced_when_it_is_whole(self):
        reals = self.file("f.npy", npy("<f4", [1001], numbers("f", 1001)))
        into = self.file("o.npy", b"old")
        into.chmod(0o640)
        self.assertEqual(launch("-n", 3, STRIDER, "scan", reals, "-o", into).returncode, 0)
        shared = into.read_bytes()
        self.assertEqual(into.stat().st_mode & 0o777, 0o640)
        self.assertEqual(alone("scan", reals, "-o", into).returncode, 0)
        self.assertEqual(into.read_bytes(), shared)

    def test_report_goes_to_its_file_once(self):
        reals = self.file("f.npy", npy("<f4", [1001], numbers("f", 1001)))
        report = self.folder / "r.json"
        ran = launch("-n", 3, STRIDER, "reduce", reals, "--format", "jsonl", "--report", report)
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "", ""))
        self.assertEqual(report.read_text(), alone("reduce", reals, "--format", "jsonl").stdout)

    def test_errors_of_all_ranks_are_one_line(self):
        words = npy("<f4", [1001], numbers("f", 1001))
        cut_off = self.file("cut.npy", words[:-1])
        self.refused(".*cut.npy: .*", "-n", 3, STRIDER, "reduce", cut_off)
        self.refused(".*none.npy: cannot be read .*", "-n", 3, STRIDER, "reduce", self.folder / "none.npy")
        self.refused(".*--help", "-n", 3, STRIDER, "reduce")
        reals = self.file("f.npy", words)
        self.refused(".*cannot be written.*", "-n", 3, STRIDER, "scan", reals, "-o", self.folder / "none" / "o.npy")
        self.refused(".*--force", "-n", 3, STRIDER, "scan", reals, "-o", reals)

    def test_what_ranks_cannot_share_is_refused(self):
        reals = self.file("f.npy", npy("<f4", [1001], numbers("f", 1001)))
        self.refused("standard input: several processes .*", "-n", 2, STRIDER, "reduce", "-")
        os.mkfifo(self.folder / "pipe")
        self.refused(".*pipe: several processes .*", "-n", 2, STRIDER, "reduce", self.folder / "pipe")
        self.refused("-o .*o.txt: several processes cannot write one text, .*", "-n", 2, STRIDER, "scan", reals, "-o", self.folder / "o.txt")
        self.refused("-o -: is not a file.*", "-n", 2, STRIDER, "scan", reals, "-o", "-", "--output-format", "raw")
        self.refused("list runs in one process.*", "-n", 2, STRIDER, "list")
        image = self.file("i.pgm", b"P5 2 2 255 abcd")
        self.refused(".*i.pgm: is an image.*", "-n", 2, STRIDER, "histogram", image)
        self.refused("transpose runs in one process, .*; leave out the launcher",
                     "-n", 2, STRIDER, "transpose", image, "-o", self.folder / "o.pgm")

    def test_ranks_with_different_arguments(self):
        reals = self.file("f.npy", npy("<f4", [1001], numbers("f", 1001)))
        other = self.file("g.npy", npy("<f4", [1001], numbers("f", 1001)))
        self.refused("rank 1: was started with other arguments than rank 0; .*",
                     "-n", 1, STRIDER, "reduce", reals, ":", "-n", 1, STRIDER, "reduce", other)

    def test_ranks_with_different_files(self):
        here, there = (self.file(name, npy("<f4", [count], numbers("f", count))).parent
                       for name, count in (("here/f.npy", 1001), ("there/f.npy", 1002)))
        nowhere = self.folder / "nowhere"
        nowhere.mkdir()
        words = [STRIDER, "scan", "f.npy", "-o", "o.npy"]
        for last, message in ((there, "rank 2: f.npy: is not the file .*"),
                              (nowhere, "rank 2: f.npy: cannot be read .*")):
            self.refused(message, "-n", 2, "--wdir", here, *words, ":", "-n", 1, "--wdir", last, *words)

    def test_rank_that_fails_in_its_work_ends_all_with_its_line(self):
        def on_rank(rank, what):
            return ["sh", "-c", 'if [ "$OMPI_COMM_WORLD_RANK" = %d ]; then %s; fi; exec "$0" "$@"' % (rank, what)]
        reals = self.file("f.npy", npy("<f4", [300_001], numbers("f", 300_001)))
        old = self.file("o.npy", b"old")
        self.refused("rank 2: no temporary file can be made in /nonexistent .*", "-n", 3,
                     *on_rank(2, "export TMPDIR=/nonexistent"), STRIDER, "compact", reals, "--where", "x > 0", "-o", old)
        count = 2 * REGION // 8
        regions = self.file("b.npy", npy("|i1", [count], any_bytes(count)))
        self.refused("rank 1: writing .*o.npy: File too large", "-n", 2, *on_rank(1, "ulimit -f 8"), STRIDER, "scan",
                     regions, "-o", old, status=1)
        self.refused("writing .*o.npy: File too large", "-n", 3, *on_rank(0, "ulimit -f 8"), STRIDER, "scan", reals,
                     "-o", old, status=1)
        self.assertEqual(old.read_bytes(), b"old")

    def test_rank_that_is_killed_ends_all_and_leaves_nothing(self):
        count = 3 * REGION // 8
        reals = self.file("d.npy", npy("<f8", [count], numbers("d", count)))
        before = sorted(os.listdir(self.folder))
        script = 'if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then (sleep 0.5; kill -9 $$) & fi; exec "$0" "$@"'
        ran = launch("-n", 3, "sh", "-c", script, STRIDER, "scan", reals, "-o", self.folder / "o.npy")
        self.assertNotEqual(ran.returncode, 0)
        self.assertEqual(sorted(os.listdir(self.folder)), before)

    def test_help_and_version_are_said_once(self):
        for words in (["--version"], ["reduce", "--help"]):
            self.assertEqual(launch("-n", 3, STRIDER, *words).stdout, alone(*words).stdout)

    def test_without_the_module_one_line_says_what_to_install(self):
        reals = self.file("f.npy", npy("<f4", [1001], numbers("f", 1001)))
        self.refused("a launcher started several processes, .*apt-get install libopenmpi-dev openmpi-bin.*",
                     "-x", "STRIDER_MODULES=/nonexistent", "-n", 3, STRIDER, "reduce", reals)


if __name__ == "__main__":
    said = subprocess.run([MPIRUN, "--version"], capture_output=True, text=True).stdout
    if not any(name in said for name in ("Open MPI", "OpenRTE", "PRRTE", "prterun")):  # mpirun's, and mpiexec's
        sys.exit(77)
    unittest.main()
# SPDX-License-Identifier: Apache-2.0
