#!/usr/bin/env python3
"""Sets the executor beside the hardware, launch by launch: writes results/cross-check.csv and prints how many agree.

    tools/cross_check.py STRIDER [PATTERN ...]

The hardware's figures are those of tests/lab/h200_counters.csv (Nsight Compute on an H200). The executor runs with the same number of
multiprocessors. Patterns that are not named keep their rows.
"""
import ast
import csv
import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
HARDWARE = ROOT / "tests/lab/h200_counters.csv"
OUTPUT = ROOT / "results/cross-check.csv"
MULTIPROCESSORS = "132"
# What is compared, by its names in the executor's records, and how near is near enough.
FIGURES = {
    "sectors": (["global_load_sectors", "global_store_sectors"], ["global_ld_sectors", "global_st_sectors"], 0.01),
    "wavefronts": (["shared_load_wavefronts", "shared_store_wavefronts"], ["shared_ld_wavefronts", "shared_st_wavefronts"], 0.02),
    "instructions": (["instructions"], ["instructions"], 0.15),
    "threads": (["threads_per_instruction"], ["threads_per_instruction"], 0.02),
}
# How often these wait for others, or try again, is chance.
CHANCE = {"scan": ["single_pass", "vector_rows", "tiles_in_shared_memory", "scan_kernel"],
          "compact": ["scan_kernel", "single_pass", "staged_pass", "select_kernel"],
          "sort": ["scan_kernel", "sweep", "sweep_large", "pass_kernel"],
          "critical-section": ["one_thread_a_block", "retry_loop", "lock_of_a_warp", "compare_and_swap", "under_library_lock"]}
FIELDS = ["pattern", "rung", "kernel", "grid", "block"] + [f"{who}_{what}" for what in FIGURES for who in ("executor", "hardware")]


def plain(kernel):
    """A kernel without namespaces, template arguments and parameters, as the executor names it."""
    name = kernel.replace("<unnamed>::", "")
    return name.split("<")[0].split("(")[0].split("::")[-1].split()[-1]


def hardware():
    """By pattern and number of elements, the launches in their order."""
    found = {}
    for row in csv.DictReader(HARDWARE.open()):
        row["kernel"] = plain(row["kernel"])
        found.setdefault((row["pattern"], row["elements"]), []).append(row)
    return found


def launches(strider, pattern, elements, rungs=()):
    """Those of the executor, each with the number of its rung."""
    command = [strider, "ladder", pattern, "--device", "simt", "--elements", elements, "--multiprocessors", MULTIPROCESSORS, "--details",
               "--format", "jsonl"] + (["--rungs", rungs] if rungs else [])
    printed = subprocess.run(command, capture_output=True, text=True)
    if printed.stderr:
        print(printed.stderr, file=sys.stderr)
    for line in printed.stdout.splitlines():
        record = json.loads(line)
        for launch in record["launches"]:
            yield record["rung"], launch


def figure(value):
    """A count, or a ratio with two decimals."""
    return int(value) if value == int(value) else round(value, 2)


def compare(pattern, measured, counted):
    """A row for each launch that both have."""
    rows, left = [], list(counted)
    for one in measured:
        grid, block = (list(ast.literal_eval(one[name])) for name in ("grid", "block"))
        same = [at for at, (_, launch) in enumerate(left)
                if launch["kernel"] == one["kernel"] and launch["grid"] == grid and launch["block"] == block]
        if not same:
            continue
        rung, launch = left[same[0]]
        del left[:same[0] + 1]
        row = {"pattern": pattern, "rung": rung, "kernel": one["kernel"], "grid": "x".join(map(str, grid)), "block": "x".join(map(str, block))}
        for what, (ours, theirs, _) in FIGURES.items():
            row[f"executor_{what}"] = figure(sum(launch["counters"].get(name, 0) for name in ours))
            row[f"hardware_{what}"] = figure(sum(float(one[name]) for name in theirs))
        rows.append(row)
    return rows


def is_chance(row):
    return row["kernel"] in CHANCE.get(row["pattern"], [])


def error(row, what):
    """Of the executor, as a share of the hardware's figure; None where both are nothing."""
    ours, theirs = float(row[f"executor_{what}"]), float(row[f"hardware_{what}"])
    return None if ours == theirs == 0 else abs(ours - theirs) / max(theirs, 1)


def shares(rows):
    """For each figure: how many launches are near enough, of how many, without those of chance."""
    found = {}
    for what, (_, _, near) in FIGURES.items():
        errors = [error(row, what) for row in rows if not is_chance(row)]
        errors = [one for one in errors if one is not None]
        found[what] = (sum(one <= near for one in errors), len(errors))
    return found


def read():
    return list(csv.DictReader(OUTPUT.open())) if OUTPUT.exists() else []


def main(strider, *wanted):
    measured = hardware()
    patterns = wanted or [pattern for pattern, _ in measured]
    rows = [row for row in read() if row["pattern"] not in patterns]
    for (pattern, elements), each in measured.items():
        if pattern in patterns:
            rows += compare(pattern, each, launches(strider, pattern, elements))
    order = [pattern for pattern, _ in measured]
    rows.sort(key=lambda row: (order.index(row["pattern"]), int(row["rung"])))
    with OUTPUT.open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    for what, (near, all_of) in shares(rows).items():
        print(f"{what}: {near} of {all_of} within {FIGURES[what][2]:.0%}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
# SPDX-License-Identifier: Apache-2.0
