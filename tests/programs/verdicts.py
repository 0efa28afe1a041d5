#!/usr/bin/env python3
"""Whether the verdicts on tests/programs and tests/wrong depend on the workers and on the order of blocks and warps.

    tests/programs/verdicts.py [--workers 1,2,16] [--seeds 20] [--jobs N] [--strider-nvcc PROGRAM] [NAME...]

Each program and its twin is compiled once and run with every number of workers and every seed. The verdict must be the
same in all runs: which expected lines (`// expect: KIND`) are found, which other findings there are, and where there are
none the exit status and the lines that are printed, in any order. Of a program with `// Schedules: N` or `// Orders: N`, the
runs of N seeds make one verdict, and only those that fail count if some do. What may differ: findings at a line with
`// may be: KIND`, notes, and what follows from another finding; and what a program prints and returns in which something is
found, as it depends on values that come of a race.

Exit status 1 where verdicts differ.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

TESTS = pathlib.Path(__file__).resolve().parent.parent


def marked(source, mark):
    """The kinds and lines that the source marks so."""
    return {(kind, number) for number, line in enumerate(source.read_text().splitlines(), 1)
            for kind in re.findall(rf"// {mark}: (\S+)", line)}


def findings(report, source):
    """What a run has found; of a process that ended, only what it told last."""
    processes = collections.defaultdict(list)
    for text in report.read_text().splitlines() if report.exists() else []:
        try:
            line = json.loads(text)
        except ValueError:
            continue  # the program was stopped while it wrote it
        if "ended" in line:
            processes[line["process"]].clear()
        elif "finding" in line:
            processes[line["process"]].append(line)
    expected, possible = marked(source, "expect"), marked(source, "may be")
    found = set()
    for one in [one for lines in processes.values() for one in lines if "note" not in one and "follows" not in one]:
        at = {(one["finding"], one[key]["line"]) for key in ("where", "other") if key in one}
        at |= {(one["finding"], also["line"]) for lines in one.get("also", []) for also in lines}
        if at & expected:
            found |= at & expected
        elif not at & possible:
            found.add((one["finding"], *sorted(line for _, line in at)))
    return found


def run(program, source, report, workers, seed):
    """What is found with one seed, and how the program ended."""
    lock_step = "// Schedule: lock-step" in source.read_text()
    options = {"report": str(report), "session": {"workers": workers, "seed": seed, "schedule": "lock-step" if lock_step else "independent"}}
    environment = dict(os.environ, STRIDER_CHECK=json.dumps(options))
    try:
        ran = subprocess.run([program], env=environment, stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
        ended = [f"exit status {ran.returncode}", *sorted(ran.stdout.decode(errors="replace").splitlines())]
    except subprocess.TimeoutExpired:
        ended = ["time limit"]
    found = {f"{kind} at line {', '.join(map(str, lines))}" for kind, *lines in findings(report, source)}
    report.unlink(missing_ok=True)
    return found, ended


def difference(source, twin, how, folder):
    """The verdicts on one twin, where there are several, with the runs that gave them."""
    text = source.read_text()
    program = folder / f"{source.stem}{twin}"
    command = [how.strider_nvcc, *re.findall(r"^// Compile:\s*(.*)$", text, re.M), *([twin] if twin else []),
               *(["-DSTRIDER_EMULATOR_CHECKS_ALIGNMENT"] if "misaligned-access" in text else []), str(source), "-o", str(program)]
    compiled = subprocess.run(command, capture_output=True, text=True)
    if compiled.returncode != 0:
        return "" if "// Refused:" in text else "does not compile: " + compiled.stderr.strip()[:300]
    schedules = int((re.findall(r"^// (?:Schedules|Orders):\s*(\d+)", text, re.M) or [1])[0])
    verdicts = collections.defaultdict(list)
    for workers in how.workers:
        for first in range(0, how.seeds, schedules):
            runs = [run(program, source, folder / f"{program.name}.jsonl", workers, seed)
                    for seed in range(first, first + schedules)]
            failed = [ended for _, ended in runs if ended[0] != "exit status 0"] or [ended for _, ended in runs]
            verdict = frozenset().union(*(found for found, _ in runs)) or frozenset().union(*failed)
            verdicts[verdict].append(f"{workers}/{first}")
    if len(verdicts) == 1:
        return ""
    always = frozenset.intersection(*verdicts)
    return "\n".join(f"    workers/seed {' '.join(runs)}:\n        " + "\n        ".join(sorted(verdict - always) or ["-"])
                     for verdict, runs in verdicts.items())


def main():
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--workers", default="1,2,16", type=lambda text: [int(one) for one in text.split(",")])
    options.add_argument("--seeds", default=20, type=int)
    options.add_argument("--jobs", default=1, type=int, help="programs at a time")
    options.add_argument("--strider-nvcc", default=str(TESTS.parent / "build/test/bin/strider-nvcc"))
    options.add_argument("names", nargs="*", metavar="NAME")
    how = options.parse_args()
    twins = []
    for folder, mark, other in (("programs", "def WRONG", "-DWRONG"), ("wrong", "def MENDED", "-DMENDED")):
        for source in sorted((TESTS / folder).rglob("*.cu")):
            if source.parent.name == "rungs" or (how.names and source.stem not in how.names):
                continue
            twins += [(source, "")] + ([(source, other)] if mark in source.read_text() else [])
    failed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(how.jobs) as pool:
        results = pool.map(lambda twin: difference(*twin, how, pathlib.Path(folder)), twins)
        for (source, twin), differs in zip(twins, results):
            failed += differs != ""
            if differs:
                print(f"{source.relative_to(TESTS)} {twin}\n{differs}", flush=True)
    print(f"{len(twins)} programs and twins, {len(how.workers) * how.seeds} runs each: {failed} differ")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
# SPDX-License-Identifier: Apache-2.0
