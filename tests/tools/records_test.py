#!/usr/bin/env python3
"""What tools/records.py takes, refuses and calls stale: records_test.py. In a copy of the tool, whose programs are of our own making."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools/records.py"
RUNG = """// A comment.
#include <ladders/reduce/gpu/tree.hpp>
__global__ void sum(int* x) { x[0] += x[1]; }
static const registration one{{
    .idea = "An idea.",
    .expectations = {{"barriers", direction::falls}},
    .block = 256,
}};
"""
STRIDER = """#!/bin/sh
[ ! -e "$0.fails" ] || exit 1
if [ "$1" = --version ]; then cat "$0.version"; exit; fi
echo '{"pattern": "reduce", "rung": 1, "device": "emulator", "device_name": "emulator", "fingerprint": {"command": "strider '"$*"'"}}'
"""


class Records(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        for name in ("tools", "results", "ladders/reduce/gpu", "bin"):
            (self.root / name).mkdir(parents=True)
        shutil.copy(TOOL, self.root / "tools")
        self.rung, self.tree = (self.root / "ladders/reduce/gpu" / name for name in ("01_sum.cu", "tree.hpp"))
        self.rung.write_text(RUNG)
        self.tree.write_text("int tree;\n")
        strider = self.root / "bin/strider"
        strider.write_text(STRIDER)
        strider.chmod(0o755)
        self.entries([{"run": f"strider ladder reduce --elements {n}", "to": "reduce-emulator.jsonl", "on": "cpu", "minutes": 5 * n} for n in (1, 2)])
        self.git("init", "-q")
        self.git("add", "-A")
        self.git("commit", "-qm", "all")

    def entries(self, all_of):
        (self.root / "results/manifest.json").write_text(json.dumps({"entries": all_of}))

    def git(self, *words):
        identity = ["-c", "user.name=a", "-c", "user.email=a@localhost", "-c", "commit.gpgsign=false"]
        return subprocess.run(["git", "-C", self.root, *identity, *words], check=True, capture_output=True, text=True).stdout.strip()

    def run_tool(self, *words, **environment):
        return subprocess.run([sys.executable, self.root / "tools/records.py", *words], text=True, capture_output=True,
                              env={**os.environ, **environment})

    def take(self, minutes="20", **environment):
        return self.run_tool("take", self.root / "out", "--bin", self.root / "bin", "--minutes", minutes, **environment)

    def is_stale(self):
        code = "import json, records; print([records.is_stale(json.loads(line)) for line in open('../results/reduce-emulator.jsonl')][0])"
        return subprocess.run([sys.executable, "-c", code], cwd=self.root / "tools", text=True, capture_output=True, check=True).stdout.strip()

    def test_calls_go_on_where_the_last_one_ended(self):
        first = self.take("7")
        self.assertEqual(first.returncode, 3, first.stderr)
        self.assertIn("left for another call: 1 entries", first.stdout)
        second = self.take("11")
        self.assertEqual(second.returncode, 0, second.stderr)
        self.assertIn("--elements 2", second.stdout)
        self.assertNotIn("--elements 1", second.stdout)
        self.assertEqual(self.run_tool("put", self.root / "out/taken.jsonl").returncode, 0)
        recorded = [json.loads(line) for line in (self.root / "results/reduce-emulator.jsonl").read_text().splitlines()]
        self.assertEqual(len(recorded), 2)
        self.assertEqual(recorded[0]["fingerprint"]["commit"], self.git("rev-parse", "HEAD")[:12])
        self.assertIn(self.git("rev-parse", "HEAD")[:9], self.run_tool("list").stdout)
        (self.root / "out/taken.jsonl").unlink()
        self.git("commit", "-qam", "records")
        again = self.take()
        self.assertEqual((again.returncode, again.stdout), (0, ""), "of the same code, on the same card")

    def test_code_makes_a_record_stale_and_words_do_not(self):
        self.take()
        self.run_tool("put", self.root / "out/taken.jsonl")
        self.assertEqual(self.is_stale(), "False")
        self.rung.write_text(RUNG.replace("A comment", "Another").replace("An idea", "Another").replace("falls", "stays"))
        self.assertEqual(self.is_stale(), "False")
        self.rung.write_text(RUNG.replace("256", "128"))
        self.assertEqual(self.is_stale(), "True")
        self.rung.write_text(RUNG)
        self.tree.write_text("long tree;\n")
        self.assertEqual(self.is_stale(), "True")

    def test_a_tree_that_is_not_its_commits_is_refused(self):
        token = self.run_tool("tree").stdout.strip()
        (self.root / "ladders/reduce/gpu/02_more.cu").write_text("")
        for refused in (self.take(), self.take(STRIDER_COMMIT=token)):
            self.assertEqual(refused.returncode, 1)
            self.assertIn("are not those of commit", refused.stderr)
        self.git("add", "-A")
        self.git("commit", "-qm", "more")
        shutil.rmtree(self.root / ".git")
        self.assertIn("no STRIDER_COMMIT", self.take(GIT_DIR=str(self.root / "none")).stderr)
        (self.root / "ladders/reduce/gpu/02_more.cu").unlink()
        self.assertEqual(self.take(GIT_DIR=str(self.root / "none"), STRIDER_COMMIT=token).returncode, 0)

    def test_a_program_of_another_commit_is_refused(self):
        (self.root / "bin/strider.version").write_text("strider 1.2.3 (0123456789ab)")
        refused = self.take()
        self.assertEqual((refused.returncode, refused.stdout), (1, ""))
        self.assertIn("was built from 0123456789ab", refused.stderr)

    def test_a_failure_is_said_and_the_others_go_on(self):
        (self.root / "bin/strider.fails").write_text("")
        ran = self.take()
        self.assertEqual(ran.returncode, 1)
        self.assertEqual(ran.stdout.count("FAILED: "), 2)


if __name__ == "__main__":
    unittest.main(verbosity=2)
# SPDX-License-Identifier: Apache-2.0
