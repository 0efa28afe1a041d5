"""Runs a program in the emulator and compares its output with that of a GPU: answers_test.py STRIDER PROGRAM.cu

PROGRAM.txt holds the GPU's output, as `record` wrote it; its first line names the card."""
import json, pathlib, subprocess, sys

strider, program = sys.argv[1], pathlib.Path(sys.argv[2])
done = subprocess.run([strider, "check", "--seconds", "600", "--format", "json", program], capture_output=True, text=True)
if not done.stdout:
    sys.exit(done.stderr)
answers = json.loads(done.stdout)[-1]["output"].splitlines()
expected = [line for line in program.with_suffix(".txt").read_text().splitlines() if not line.startswith("#")]
wrong = [f"{got!r}, a GPU: {right!r}" for got, right in zip(answers, expected) if got != right]
if len(answers) != len(expected):
    wrong.append(f"{len(answers)} lines, a GPU: {len(expected)}")
print(*wrong, f"{len(expected)} answers, {len(wrong)} differ", sep="\n")
sys.exit(bool(wrong))
# SPDX-License-Identifier: Apache-2.0
