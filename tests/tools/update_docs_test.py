#!/usr/bin/env python3
"""What tools/update_docs.py takes: update_docs_test.py"""
import pathlib
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*words):
    return subprocess.run([sys.executable, ROOT / "tools/update_docs.py", *words], text=True, capture_output=True)


def changed():
    return {path: path.stat().st_mtime_ns for path in [ROOT / "README.md", *ROOT.glob("docs/*.md")]}


class Options(unittest.TestCase):
    def test_help_is_printed_and_nothing_is_written(self):
        before = changed()
        ran = run("--help")
        self.assertEqual(ran.returncode, 0)
        self.assertIn("--check", ran.stdout)
        self.assertIn("Figures are never typed", ran.stdout)
        self.assertEqual(changed(), before)

    def test_what_is_not_known_is_refused(self):
        before = changed()
        for words in (["--chek"], ["--che"], ["README.md"], ["--check", "more"]):
            ran = run(*words)
            self.assertEqual(ran.returncode, 2, words)
            self.assertIn("unrecognized arguments", ran.stderr)
        self.assertEqual(changed(), before)


if __name__ == "__main__":
    unittest.main(verbosity=2)
