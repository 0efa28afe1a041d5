#!/usr/bin/env python3
"""Holds NVIDIA's compute-sanitizer and `strider check` against the same rules, on a machine with a GPU.

    tools/sanitizer.py STRIDER [--only NAME]... [--record results/sanitizer.json]

Judged are the tables of tests/matrix, but for those of statuses, and the programs of tests/wrong with their mended twins. Each runs
under compute-sanitizer's four tools (memcheck, racecheck, initcheck, synccheck). A case of a table counts as accused if one of them
names its line, a program if one of them reports an error; programs that nvcc refuses are left out. Counted are the cases, the wrong
ones, and how many each checker finds and falsely accuses. With --only, the record keeps its other tables."""
import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
OF_STATUSES = {"matrix", "captures", "refused"}
TOOLS = ("memcheck", "racecheck", "initcheck", "synccheck")


def counts_of(table, by):
    done = subprocess.run([sys.executable, table, by], capture_output=True, text=True, check=False)
    counts = re.search(r"(\d+) cases, (\d+) wrong: (\d+) missed, (\d+) false", done.stdout)
    if counts is None:
        sys.exit(f"{table.stem}: {by} gave no verdict: {(done.stdout + done.stderr)[-2000:]}")
    return [int(count) for count in counts.groups()]


def is_accused_by_check(strider, program, options):
    done = subprocess.run([strider, "check", program, *options, "--format", "json"], capture_output=True, text=True, check=False)
    return any("finding" in row and "note" not in row for row in json.loads(done.stdout or "[]"))


def is_accused_by_sanitizer(program, options, folder):
    """None if nvcc refuses it."""
    binary = pathlib.Path(folder, program.stem + "".join(options))
    command = ["nvcc", "-gencode=arch=compute_90a,code=sm_90a", "-std=c++17", "-lineinfo", "-w", *options, "-o", binary, program, "-lcuda"]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        return None
    for tool in TOOLS:
        command = ["compute-sanitizer", "--tool", tool, "--error-exitcode", "99", binary]
        try:
            if subprocess.run(command, capture_output=True, timeout=20, check=False).returncode == 99:
                return True
        except subprocess.TimeoutExpired:
            continue
    return False


def judge_programs(strider):
    """The same four counts of both checkers, and the names of what compute-sanitizer misses."""
    programs = [one for one in sorted((ROOT / "tests/wrong").glob("*/*.cu")) if one.parent.name != "rungs"]

    def judge(folder, program):
        given = re.findall(r"^// Compile: (.*)", program.read_text(), re.M)
        twins = [given, [*given, "-DMENDED"]]
        by_sanitizer = [is_accused_by_sanitizer(program, options, folder) for options in twins]
        if None in by_sanitizer:
            return None
        return program.stem, [is_accused_by_check(strider, program, options) for options in twins], by_sanitizer

    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        tried = [one for one in pool.map(lambda one: judge(folder, one), programs) if one is not None]
    counts = [
        [2 * len(tried), len(tried), sum(not one[by][0] for one in tried), sum(one[by][1] for one in tried)] for by in (1, 2)
    ]
    return counts, [one[0] for one in tried if not one[2][0]]


def verdict(cases, wrong, by_check, by_sanitizer):
    both = {"check": by_check, "sanitizer": by_sanitizer}
    return {"cases": cases, "wrong": wrong} | {by: {"found": wrong - missed, "false": false} for by, (missed, false) in both.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("strider")
    parser.add_argument("--only", action="append", default=[], help="a table, or `programs`")
    parser.add_argument("--record")
    given = parser.parse_args()
    before = pathlib.Path(given.record) if given.record and given.only else None
    tables = json.loads(before.read_text())["tables"] if before and before.exists() else {}
    for table in sorted((ROOT / "tests/matrix").glob("*.py")):
        if table.stem in OF_STATUSES or given.only and table.stem not in given.only:
            continue
        cases, wrong, *by_check = counts_of(table, given.strider)
        tables[table.stem] = verdict(cases, wrong, by_check, counts_of(table, "compute-sanitizer")[2:])
        print(table.stem, tables[table.stem], flush=True)
    if not given.only or "programs" in given.only:
        (by_check, by_sanitizer), missed = judge_programs(given.strider)
        tables["programs"] = verdict(*by_check[:2], by_check[2:], by_sanitizer[2:])
        print("programs", tables["programs"], "compute-sanitizer misses", ", ".join(missed))
    if given.record:
        gpu = subprocess.run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], capture_output=True, text=True, check=True)
        tool = subprocess.run(["compute-sanitizer", "--version"], capture_output=True, text=True, check=True)
        by = subprocess.run([given.strider, "--version"], capture_output=True, text=True, check=True)
        record = {"gpu": gpu.stdout.splitlines()[0], "sanitizer": re.search(r"[Vv]ersion (\S+)", tool.stdout)[1], "by": by.stdout.split("\n")[0]}
        record |= {"date": datetime.date.today().isoformat(), "tables": tables}
        pathlib.Path(given.record).write_text(json.dumps(record) + "\n")


main()
# SPDX-License-Identifier: Apache-2.0
