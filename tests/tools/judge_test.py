#!/usr/bin/env python3
"""What tools/judge.py makes of verdicts: judge_test.py. A program's first line is what `strider check` is to say of it."""
import json
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools/judge.py"
FINDING, NOTHING = '{"finding": "race-global"}', ""
RAN, SLOW = '{"kernels": ["k"]}', '{"kernels": ["k"], "failure": "the program did not finish within 60 s"}'


class Judge(unittest.TestCase):
    def judge(self, programs):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            strider = folder / "strider"
            strider.write_text('#!/bin/sh\n[ "$1" = check ] && cat "$2" || echo strider 1.2.3\n')
            strider.chmod(strider.stat().st_mode | stat.S_IXUSR)
            for program, lines in programs.items():
                (folder / program).write_text("\n".join(filter(None, lines)) + "\n")
            keep, record = folder / "kept.jsonl", folder / "record.json"
            ran = subprocess.run([sys.executable, TOOL, folder, "--strider", strider, "--keep", keep, "--record", record, "--suite", "ours",
                                  "--", folder / "graph", "200"], text=True, capture_output=True, check=False)
            self.recorded = json.loads(record.read_text())
            self.assertEqual(ran.stderr, "")
            return ran, [json.loads(line) for line in keep.read_text().splitlines()]

    def test_right_verdicts_pass(self):
        ran, kept = self.judge({"a.cu": [NOTHING, RAN], "a_raceBug.cu": [FINDING, RAN]})
        self.assertEqual(ran.returncode, 0, ran.stdout)
        self.assertEqual(ran.stdout.split(), "programs right planted 1 1 clean 1 1".split())
        one = {"programs": 1, "right": 1}
        self.assertEqual(self.recorded | {"date": ""}, {"suite": "ours", "arguments": "graph 200", "planted": one, "clean": one,
                                                        "by": "strider 1.2.3", "date": ""})
        self.assertEqual(kept[1], {"program": "a_raceBug.cu", "planted": True, "findings": ["race-global"], "right": True})

    def test_wrong_ones_are_named(self):
        ran, _ = self.judge({"false.cu": [FINDING, RAN], "missedBug.cu": [NOTHING, RAN], "slow.cu": [NOTHING, SLOW]})
        self.assertEqual(ran.returncode, 1)
        for line in ("false.cu: clean, race-global", "missedBug.cu: planted, 0 findings", "slow.cu: clean, the program did not finish"):
            self.assertIn(line, ran.stdout)


unittest.main()
# SPDX-License-Identifier: Apache-2.0
