#!/usr/bin/env python3
"""`strider explain` has a verdict on every step of a ladder, and what rungs claim of the time agrees with the recorded times.

    explain_test.py STRIDER PATTERN

What they claim of counters is rungs_test's.
"""
import json
import subprocess
import sys

strider, pattern = sys.argv[1:]
ran = subprocess.run([strider, "explain", pattern, "--device", "simt", "--format", "jsonl"], capture_output=True, text=True, check=True)
steps = [one for one in map(json.loads, ran.stdout.splitlines()) if "follows" in one]
assert steps, "no steps"
for one in steps:
    claims = one["claims"]
    assert claims and one["file"] and one["limit"]["by"], one
    for claim in claims:
        assert claim["verdict"] != "not measured", (one["rung"], claim)
        assert claim["counter"] != "time" or claim["verdict"] == "confirmed", (one["rung"], claim)
    assert one["kind"] != "rung" or one["diff"], one["rung"]
print(len(steps), "steps")
