#!/usr/bin/env python3
"""What tools/update_docs.py takes: update_docs_test.py"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
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


class Stale(unittest.TestCase):
    def test_a_figure_of_other_code_is_marked_and_refused_in_readme(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(folder)
            for name in ("README.md", "docs", "include", "ladders", "results", "tests/lab", "tests/programs", "tools"):
                (shutil.copytree if (ROOT / name).is_dir() else shutil.copy)(ROOT / name, copy / name)
            mend = ("import json, pathlib, records\n"
                    "for file in pathlib.Path('../results').glob('reduce-*.jsonl'):\n"
                    "    all_of = [json.loads(line) for line in file.read_text().splitlines()]\n"
                    "    for one in all_of: one['sources'] = records.hash_of(records.source_of(one))\n"
                    "    file.write_text(''.join(json.dumps(one) + '\\n' for one in all_of))\n")
            subprocess.run([sys.executable, "-c", mend], cwd=copy / "tools", check=True)
            update = [sys.executable, copy / "tools/update_docs.py"]
            subprocess.run(update, check=True, capture_output=True)
            self.assertNotIn("†", (copy / "README.md").read_text())
            fresh = subprocess.run([*update, "--check"], text=True, capture_output=True)
            self.assertEqual((fresh.returncode, fresh.stdout), (0, ""))
            rung = next(copy.glob("ladders/reduce/gpu/04_*.cu"))
            rung.write_text(rung.read_text().replace("stride /= 2", "stride /= 4"))
            subprocess.run(update, check=True, capture_output=True)
            rows = [line for line in (copy / "README.md").read_text().splitlines() if line.startswith("|") and "†" in line]
            self.assertEqual([row.split("|")[1] for row in rows], ["4"])
            stale = subprocess.run([*update, "--fresh"], text=True, capture_output=True)
            self.assertEqual(stale.returncode, 1)
            self.assertIn("README.md has stale figures", stale.stdout)

    def test_a_text_is_marked_if_its_first_line_names_other_code(self):
        named = (ROOT / "results/ranks-gpu.txt").read_text().splitlines()[0].rsplit(" ", 1)[1]
        now = subprocess.run([sys.executable, "-c", "import records; print(records.hash_of(records.ROOT / 'benchmarks/ranks_gpu.cu'))"],
                             cwd=ROOT / "tools", text=True, capture_output=True, check=True).stdout.strip()
        shown = (ROOT / "docs/distributed.md").read_text().split("<!-- begin: transports -->")[1].split("<!-- end")[0]
        self.assertEqual("†" in shown, named != now)


if __name__ == "__main__":
    unittest.main(verbosity=2)
# SPDX-License-Identifier: Apache-2.0
