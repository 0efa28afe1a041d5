#!/usr/bin/env python3
"""Submissions to two assignments are graded as a fair teacher would: the points of each, and a word of the reason.

    course_test.py STRIDER ASSIGNMENTS
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
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
    "endless.cu": (0, "did not finish within 4 s"),
    "crashes.cu": (0, "Segmentation fault"),
    "takes_all_memory.cu": (0, "signal 6"),
    "works_on_the_host.cu": (0, "the host reads what is the device's"),
    "reads_what_nobody_wrote.cu": (0, "uninitialised-read"),
    "prints_a_report.cu": (0, "ended before its work was done"),
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
        done = strider("grade", copy, "--all", submissions, "--format", "jsonl")
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
        ]:
            self.assertIn(old, good)
            toml.write_text(good.replace(old, new, 1))
            self.assertIn(said, self.refusal(bad, source))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
# SPDX-License-Identifier: Apache-2.0
