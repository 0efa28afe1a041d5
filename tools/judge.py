#!/usr/bin/env python3
"""Judges `strider check` by a folder of CUDA programs whose names say what is planted in them.

    tools/judge.py FOLDER [--planted REGEX] [--strider PATH] [--compile ARGUMENT]... [--keep FILE] [-- ARGUMENT...]

A program is planted where REGEX ("Bug") is found in its file's name, else clean. The verdict is right where findings are reported for a
planted program and none for a clean one. What a program prints and how it exits is not judged, but one that does not compile, does not
end in time or launches no kernel is no verdict, and counts as wrong. ARGUMENTs behind `--` are the programs' own.

Prints each wrong verdict and a table of counts; `--keep` writes a JSON line a program, `--record` the counts, with the commit of
strider. Exit status 1 if a verdict is wrong. results/judge.json is of the Indigo kernels in the artifact of HiRace (SC 2024), which
github.com/JohnJacobsonIII/HiRace-Artifact-SC24 holds, in the folder HIRACE/indigo:

    tools/judge.py HIRACE/indigo/indigo_sources --compile=-IHIRACE/indigo/indigo_include --record results/judge.json \\
        --suite 'the Indigo kernels in the artifact of HiRace (SC 2024)' -- HIRACE/indigo/input/power_law_200n_1000e.egr 32 200
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]


def judged(program, given):
    """What `strider check` says of one program."""
    command = [given.strider, "check", str(program), "--format", "jsonl", "--workers", "1", "--seconds", str(given.seconds),
               *(f"--compile={one}" for one in given.compile), "--", *given.arguments]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    kinds = sorted({line["finding"] for line in lines if "finding" in line})
    verdict = lines[-1] if lines else {"failure": ran.stderr.strip()}
    ended = bool(verdict.get("kernels")) and "did not finish" not in verdict.get("failure", "")
    planted = re.search(given.planted, program.name) is not None
    return {"program": program.name, "planted": planted, "findings": kinds, "right": ended and planted == bool(kinds),
            **({"failure": verdict["failure"]} if "failure" in verdict else {})}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=pathlib.Path, help="looked through with the folders in it")
    options.add_argument("--planted", default="Bug", metavar="REGEX", help='in the names of programs with a bug; "Bug"')
    options.add_argument("--strider", default=ROOT / "build/default/bin/strider", metavar="PATH")
    options.add_argument("--compile", action="append", default=[], metavar="ARGUMENT", help="for the compiler, as --compile=-DSIZE=64")
    options.add_argument("--seconds", type=int, default=60, help="for each program; 60")
    options.add_argument("--keep", type=pathlib.Path, metavar="FILE", help="a JSON line for each program")
    options.add_argument("--record", type=pathlib.Path, metavar="FILE", help="the counts, in JSON")
    options.add_argument("--suite", default="", metavar="WORDS", help="what the programs are, for the record")
    words, own = sys.argv[1:], []
    if "--" in words:
        words, own = words[: words.index("--")], words[words.index("--") + 1 :]
    given = options.parse_args(words)
    given.arguments = own
    programs = sorted(given.folder.rglob("*.cu"))
    if not programs:
        sys.exit(f"judge: no *.cu in {given.folder}")
    made_by = subprocess.run([given.strider, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        verdicts = list(pool.map(lambda program: judged(program, given), programs))
    if given.keep:
        given.keep.write_text("".join(json.dumps(one) + "\n" for one in verdicts))
    for one in verdicts:
        if not one["right"]:
            said = one.get("failure") or ", ".join(one["findings"]) or "0 findings"
            print(f"{one['program']}: {'planted' if one['planted'] else 'clean'}, {said}")
    print(f"{'':8} {'programs':>8} {'right':>6}")
    counts = {}
    for name, planted in (("planted", True), ("clean", False)):
        those = [one for one in verdicts if one["planted"] == planted]
        counts[name] = {"programs": len(those), "right": sum(one["right"] for one in those)}
        print(f"{name:8} {len(those):8} {counts[name]['right']:6}")
    if given.record:
        arguments = " ".join(pathlib.Path(word).name for word in own)
        given.record.write_text(json.dumps({"suite": given.suite, "arguments": arguments, **counts, "by": made_by,
                                            "date": time.strftime("%Y-%m-%d", time.gmtime())}) + "\n")
    return not all(one["right"] for one in verdicts)


sys.exit(main())
# SPDX-License-Identifier: Apache-2.0
