#!/usr/bin/env python3
"""Sets the emulator beside the hardware, kernel by kernel: writes results/cross-check.csv and prints how many agree.

    tools/cross_check.py STRIDER [PATTERN ...]

The hardware's figures are those of results/gpu-counters.csv (tools/gpu_counters.py). The emulator runs with the same number of
multiprocessors. Patterns that are not named keep their rows.
"""
import csv
import difflib
import json
import os
import pathlib
import subprocess
import sys

from arguments import strider_and_patterns

ROOT = pathlib.Path(__file__).resolve().parent.parent
HARDWARE = ROOT / "results/gpu-counters.csv"
OUTPUT = ROOT / "results/cross-check.csv"
MULTIPROCESSORS = "132"
# What is compared, by its names in the emulator's records, and how near is near enough.
FIGURES = {"sectors": (["global_load_sectors", "global_store_sectors"], 0.01),
           "wavefronts": (["shared_load_wavefronts", "shared_store_wavefronts"], 0.02),
           "instructions": (["instructions"], 0.15),
           "threads": (["threads_per_instruction"], 0.02)}
# How often these wait for others, or try again, is chance.
CHANCE = {"reduce": ["reduce_kernel"], "scan": ["single_pass", "vector_rows", "tiles_in_shared_memory", "scan_kernel"],
          "compact": ["scan_kernel", "single_pass", "staged_pass", "staying_blocks", "select_kernel"],
          "scatter": ["pass_kernel", "runs_kernel"], "sort": ["scan_kernel", "sweep", "sweep_large", "pass_kernel"],
          "critical-section": ["one_thread_a_block", "retry_loop", "lock_of_a_warp", "compare_and_swap", "under_library_lock"]}
# These differ in sectors or wavefronts, for the reasons that docs/counters.md gives.
DIFFERENT = {"convolve": ["sliding_window", "separable"], "critical-section": ["privatised"], "histogram": ["sort_by_part", "count_part"],
             "matrix-product": ["shared_tile", "column_a_thread", "square_a_thread", "tensor_cores"],
             "merge": ["merge_ranges", "merge_tiles", "store_tiles", "store_odd_tiles", "merge_between_bounds", "merge_branch_free"],
             "scan": ["brent_kung_padded"], "segmented-reduce": ["block_a_segment"],
             "sort": ["count_all_digits", "merge_runs", "sort_tiles", "merge_tiles", "merge_between_ends"],
             "transpose": ["shared_tile", "vector_tiles", "odd_tiles"]}
FIELDS = ["pattern", "set", "rung", "kernel", "grid", "block"] + [f"{who}_{what}" for what in FIGURES for who in ("emulator", "hardware")]


def measured():
    """Rows of launches, which name a kernel, and rows of whole rungs, which name a rung."""
    return list(csv.DictReader(HARDWARE.open()))


def hardware():
    """By pattern, setting and number of elements, the launches in their order."""
    found = {}
    for row in measured():
        if row["kernel"]:
            found.setdefault((row["pattern"], row["set"], row["elements"]), []).append(row)
    return found


def launches(strider, pattern, varied, elements, rungs=()):
    """Those of the emulator, each with the number of its rung."""
    command = [strider, "ladder", pattern, "--device", "emulator", "--elements", elements, "--multiprocessors", MULTIPROCESSORS, "--details",
               "--format", "jsonl"] + (["--set", varied] if varied else []) + (["--rungs", rungs] if rungs else [])
    one = [min(os.sched_getaffinity(0))]  # on several processors it is chance whose atomic operations meet
    printed = subprocess.run(command, capture_output=True, text=True, preexec_fn=lambda: os.sched_setaffinity(0, one))
    if printed.stderr:
        print(printed.stderr, file=sys.stderr)
    for line in printed.stdout.splitlines():
        record = json.loads(line)
        for launch in record["launches"]:
            yield record["rung"], launch


def figure(value):
    """A count, or a ratio with two decimals."""
    return int(value) if value == int(value) else round(value, 2)


def compare(launched, counted):
    """A row for each kernel and grid of a rung that both have: all launches together, but the mean of their threads."""
    counted, found = list(counted), {}
    theirs = [(one["kernel"], one["grid"], one["block"]) for one in launched]
    ours = [(launch["kernel"], *("x".join(map(str, launch[name])) for name in ("grid", "block"))) for _, launch in counted]
    for first, second, size in difflib.SequenceMatcher(None, theirs, ours, False).get_matching_blocks():
        for one, (rung, launch) in zip(launched[first:first + size], counted[second:second + size]):
            same = found.setdefault((rung, one["kernel"], one["grid"], one["block"]), [])
            same.append([(sum(launch["counters"].get(name, 0) for name in counters), float(one[what])) for what, (counters, _) in FIGURES.items()])
    for (rung, kernel, grid, block), same in found.items():
        row = {name: launched[0][name] for name in ("pattern", "set")} | {"rung": rung, "kernel": kernel, "grid": grid, "block": block}
        for at, what in enumerate(FIGURES):
            for who, values in zip(("emulator", "hardware"), zip(*(each[at] for each in same))):
                row[f"{who}_{what}"] = figure(sum(values) / (len(values) if what == "threads" else 1))
        yield row


def is_chance(row):
    return row["kernel"] in CHANCE.get(row["pattern"], [])


def error(row, what):
    """Of the emulator, as a share of the hardware's figure; None where both are nothing."""
    ours, theirs = float(row[f"emulator_{what}"]), float(row[f"hardware_{what}"])
    return None if ours == theirs == 0 else abs(ours - theirs) / max(theirs, 1)


def shares(rows):
    """For each figure: how many kernels are near enough, of how many. A kernel that rungs share counts once, and kernels of chance do not.
    Machine code has been weighed for usual problems alone."""
    found = {}
    rows = {("" if row["kernel"] == "fill" else row["pattern"], *(row[name] for name in ("set", "kernel", "grid", "block"))): row for row in reversed(rows)}.values()
    for what, (_, near) in FIGURES.items():
        usual = [row for row in rows if not is_chance(row) and not (row["set"] and what in ("instructions", "threads"))]
        errors = [one for one in (error(row, what) for row in usual) if one is not None]
        found[what] = (sum(one <= near for one in errors), len(errors))
    return found


def read():
    return list(csv.DictReader(OUTPUT.open())) if OUTPUT.exists() else []


def main(strider, *wanted):
    launched = hardware()
    patterns = wanted or {pattern for pattern, *_ in launched}
    rows = [row for row in read() if row["pattern"] not in patterns]
    for (pattern, *rest), each in launched.items():
        if pattern in patterns:
            rows += compare(each, launches(strider, pattern, *rest))
    rows.sort(key=lambda row: (row["pattern"], row["set"], int(row["rung"])))
    with OUTPUT.open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    for what, (near, all_of) in shares(rows).items():
        print(f"{what}: {near} of {all_of} within {FIGURES[what][1]:.0%}")


if __name__ == "__main__":
    main(*strider_and_patterns(__doc__))
# SPDX-License-Identifier: Apache-2.0
