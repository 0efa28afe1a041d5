#!/usr/bin/env python3
"""Submissions to two assignments are graded as a fair teacher would: the points of each, and a word of the reason.

    course_test.py STRIDER ASSIGNMENTS
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

STRIDER, COURSE = sys.argv[1], pathlib.Path(sys.argv[2])
HERE = pathlib.Path(__file__).resolve().parent

# Of 10 points each. Transposition: a kernel; right 4, no race 1, no other finding 1, sectors 2, wavefronts 2.
TRANSPOSE = {
    "right.cu": (10, ""),
    "uncoalesced.cu": (8, "6912 beside 1536"),
    "bank_conflicts.cu": (8, "6336 beside 384"),
    "racy.cu": (0, "race-shared"),
    "out_of_bounds.cu": (3, "1 of 2 tests"),
    "wrong_at_odd_sizes.cu": (4, "odd sizes: out["),
    "hard_coded.cu": (0, "0 of 2 tests"),
    "deadlock.cu": (0, "deadlock.cu:"),
    "compile_error.cu": (0, "does not compile: compile_error.cu:2:"),
    "empty.cu": (0, "has no kernel transpose(const float* in, float* out, int rows, int columns)"),
}
# A sum: a function of the host, which may call anything here, so that the kernel alone confines it.
# Right 4, no finding 2, sectors 2, lanes 2.
REDUCE = {
    "slow.cu": (6, "of 32 on average"),
    "reads_hidden_files.cu": (0, "out[0] is 2000000"),
    "includes_hidden_files.cu": (0, "cannot be read"),
    "writes_outside.cu": (0, "out[0] is 0"),
    "opens_a_socket.cu": (0, "opened a socket"),
    "endless.cu": (0, "does not end"),
    "crashes.cu": (0, "Segmentation fault), at crashes.cu:7"),
    "takes_all_memory.cu": (0, "nobody caught: std::bad_alloc, at takes_all_memory.cu:7"),
    "works_on_the_host.cu": (0, "the host reads what is the device's"),
    "reads_what_nobody_wrote.cu": (0, "uninitialised-read"),
    "prints_a_report.cu": (0, "ended before its work was done"),
}
# Prefix sums: right 5, no race 1, no other finding 1, sectors 1, longest path 2.
SCAN = {
    "one_thread.cu": (8, "beside"),
    "endless.cu": (0, "does not end: it was stopped after 8 million accesses of memory, or as much other work, in block 0 of kernel spin, "
                      "launched at endless.cu:10"),
    "endless_host.cu": (0, "does not end"),
    "takes_all_memory.cu": (0, "takes_all_memory.cu:5: refused-call: cudaMalloc() returns cudaErrorMemoryAllocation"),
    "gives_up.cu": (0, "gives_up.cu:7: refused-call: cudaMalloc() returns cudaErrorMemoryAllocation"),
    "throws.cu": (0, "nobody caught: std::out_of_range, at throws.cu:5"),
    "unknown_instruction.cu": (0, "does not compile: unknown_instruction.cu:2: Error: no such instruction: `no_such_instruction'"),
}
# The same assignment as it is: what a submission calls decides, before it runs.
REFUSED = {
    "tampers_with_the_report.cu": (0, "tampers_with_the_report.cu:3 calls fstream"),
    "calls_a_library.cu": (0, "calls Thrust or CUB"),
}


def strider(*words):
    return subprocess.run([STRIDER, *map(str, words)], capture_output=True, text=True, timeout=300)


class Course(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory(prefix="strider-course-")
        cls.folder = pathlib.Path(cls.scratch.name)
        cls.addClassCleanup(cls.scratch.cleanup)

    def grade(self, assignment, expected, more=""):
        """Grades all submissions of a copy of the assignment; the text `more` goes to the end of its file."""
        copy, submissions = self.folder / assignment, self.folder / "submissions"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.rmtree(submissions, ignore_errors=True)
        shutil.copytree(COURSE / assignment, copy)
        with open(copy / "assignment.toml", "a") as toml:
            toml.write(more)
        submissions.mkdir()
        for name in expected:
            (submissions / name).write_text((HERE / assignment / name).read_text().replace("FOLDER", str(copy)))
        done = strider("grade", copy, "--all", submissions, "--format", "jsonl", "--show-hidden")
        if "cannot confine" in done.stderr:
            self.skipTest(done.stderr)
        self.assertEqual(done.returncode, 0, done.stderr)
        grades = {grade["submission"]: grade for grade in map(json.loads, done.stdout.splitlines())}
        self.assertEqual(sorted(grades), sorted(expected))
        for name, (points, reason) in expected.items():
            with self.subTest(name):
                grade = grades[name]
                self.assertEqual(grade["of"], 10)
                self.assertEqual(grade["points"], points, grade)
                self.assertIn(reason, "\n".join(one["reason"] for one in grade["criteria"]))
        return copy

    def test_a_kernel(self):
        self.grade("transpose", TRANSPOSE)

    def test_a_function_that_may_call_anything(self):
        copy = self.grade("reduce", REDUCE, '\n[limits]\nseconds = 4\nmemory_mib = 512\nallow = "*"\n')
        self.assertFalse((copy / "written").exists())
        self.assertFalse(pathlib.Path("/tmp/strider_course_written").exists())

    def test_a_function(self):
        self.grade("reduce", REFUSED)

    def test_errors_of_a_function(self):
        copy = self.grade("scan", SCAN, "\n[limits]\nseconds = 1\n")
        # One that races and does not end is told of the end alone.
        done = strider("grade", copy, HERE / "scan" / "endless.cu", "--format", "json")
        grade = json.loads(done.stdout)[0]
        told = [one["reason"] for one in grade["criteria"]] + grade["tests"]
        self.assertFalse([one for one in told if "race" in one], told)

    def test_a_hidden_test_tells_pass_or_fail(self):
        source = HERE / "scan" / "tells_input.cu"
        for options, tells in [([], False), (["--show-hidden"], True)]:
            done = strider("grade", COURSE / "scan", source, "--format", "json", *options)
            grade = json.loads(done.stdout)[0]
            told = "\n".join([one["reason"] for one in grade["criteria"]] + grade["tests"])
            self.assertEqual(grade["points"], 0)
            for secret in ["4133", "256, not", "race-shared", "out-of-bounds"]:
                self.assertEqual(secret in told, tells, told)
            self.assertIn("512, not" if not tells else "4133", told)
        self.assertIn("many blocks and a part", told)

    def test_a_busy_machine_takes_no_points(self):
        copy = self.folder / "busy"
        shutil.copytree(COURSE / "scan", copy)
        with open(copy / "assignment.toml", "a") as toml:
            toml.write("\n[limits]\nseconds = 1\n")
        loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(8)]
        try:
            done = strider("grade", copy, copy / "reference.cu", "--format", "json")
        finally:
            for one in loops:
                one.kill()
                one.wait()
        self.assertEqual(json.loads(done.stdout)[0]["points"], 10, done.stdout)

    def test_an_interruption_writes_what_is_finished(self):
        submissions, scratch = self.folder / "interrupted", self.folder / "tmp"
        submissions.mkdir()
        scratch.mkdir()
        shutil.copy(COURSE / "scan" / "reference.cu", submissions / "a.cu")
        shutil.copy(HERE / "scan" / "endless_host.cu", submissions / "b.cu")
        graded = subprocess.Popen([STRIDER, "grade", COURSE / "scan", "--all", submissions, "--jobs", "1", "--format", "jsonl"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  env={**os.environ, "TMPDIR": str(scratch)})
        while graded.poll() is None and not list(scratch.glob("*/b.cu")):
            time.sleep(0.05)
        graded.send_signal(signal.SIGINT)
        out, said = graded.communicate(timeout=100)
        self.assertEqual(graded.returncode, -signal.SIGINT, said)
        self.assertEqual([json.loads(line)["submission"] for line in out.splitlines()], ["a.cu"], said)
        self.assertIn("interrupted: 1 of 2 submissions are graded", said)

    def test_what_autograders_read(self):
        folder = COURSE / "vector_add"
        done = strider("grade", folder, folder / "reference.cu", "--format", "gradescope")
        result = json.loads(done.stdout)
        self.assertEqual(result["score"], 10)
        self.assertEqual([one["max_score"] for one in result["tests"]], [6, 2, 2])
        self.assertEqual(result["tests"][0]["output"], "3 of 3 tests")
        done = strider("grade", folder, HERE / "reduce" / "calls_a_library.cu", "--format", "classroom")
        result = json.loads(done.stdout)
        self.assertEqual((result["version"], result["status"], result["max_score"]), (1, "fail", 10))
        self.assertIn("calls Thrust", result["tests"][0]["message"])

    def test_the_other_assignments(self):
        """Their references stand the test, and their starters compile and earn nothing."""
        others = {one.parent.name for one in COURSE.glob("*/assignment.toml")} - {"vector_add", "transpose", "reduce"}
        self.assertGreaterEqual(len(others), 4)
        for name in sorted(others):
            with self.subTest(name):
                done = strider("grade", COURSE / name, COURSE / name / "starter.cu", "--format", "json")
                self.assertEqual(done.returncode, 0, done.stderr)
                grade = json.loads(done.stdout)[0]
                self.assertEqual(grade["points"], 0)
                self.assertNotIn("does not compile", grade["criteria"][0]["reason"])

    def refusal(self, *words):
        done = strider("grade", *words)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_bad_input_is_refused_in_a_line(self):
        source = COURSE / "vector_add" / "reference.cu"
        bad = self.folder / "bad"
        shutil.copytree(COURSE / "vector_add", bad)
        toml = bad / "assignment.toml"
        good = toml.read_text()
        self.assertIn("is not there", self.refusal(self.folder, source))
        self.assertIn("no.cu is not there", self.refusal(bad, "no.cu"))
        self.assertIn("or --all", self.refusal(bad))
        for old, new, said in [
            ('title = "Vector addition"', "title = ", "toml:1: "),
            ("grid = ", "grdi = ", '[entry] needs grid = "(n + 255) / 256"'),
            ('block = "256"', 'block = "256"\nblok = 1', "toml:14: blok is not a key of [entry]; did you mean \"block\"?"),
            ("n = 2048", "m = 2048", "[[test]] needs n = a number"),
            ('"int n"', '"int* n[]"', "is not a parameter"),
            ("right = true", "rihgt = true", "[[criterion]] needs one of right = true"),
            ('reference = "reference.cu"', 'reference = "none.cu"', "none.cu is not in"),
            ("n = 1000", "n = 0", "has 0 elements"),
            ('no = "finding"', 'no = "shared-race"',
             'toml:45: "shared-race" is not a kind of finding that grade looks for; did you mean "race-shared"?'),
            ('no = "finding"', 'no = ["race", "leak"]', '"leak" is not a kind of finding'),
            ('no = "finding"', 'no = "rac"', 'did you mean "race-shared"?'),
        ]:
            self.assertIn(old, good)
            toml.write_text(good.replace(old, new, 1))
            self.assertIn(said, self.refusal(bad, source))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
# SPDX-License-Identifier: Apache-2.0
