#!/usr/bin/env python3
"""`strider explain` has a verdict on every step of a ladder, and all that rungs claim is confirmed: by the emulator's
counters, and by recorded times.

    explain_test.py STRIDER PATTERN [ARGUMENTS]
"""
import json
import os
import random
import subprocess
import sys

strider, pattern, *more = sys.argv[1:]
# On one core: how often a block looks for another's result depends on what else the machine does.
os.sched_setaffinity(0, {random.choice(list(os.sched_getaffinity(0)))})
ran = subprocess.run([strider, "explain", pattern, "--device", "emulator", "--format", "jsonl", *more], capture_output=True, text=True, check=True)
steps = [one for one in map(json.loads, ran.stdout.splitlines()) if "follows" in one and ("claims" in one or not more)]
assert steps, "no steps"
for one in steps:
    claims = one["claims"]
    assert claims and one["file"] and one["limit"]["by"], one
    for claim in claims:
        assert claim["verdict"] == "confirmed", (one["rung"], claim)
    assert one["kind"] != "rung" or one["diff"], one["rung"]
print(len(steps), "steps")
# SPDX-License-Identifier: Apache-2.0
