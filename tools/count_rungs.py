#!/usr/bin/env python3
"""Counts the rungs whose times are recorded, in the emulator, as their bounds need them: results/counts.jsonl (docs/bounds.md).

    tools/count_rungs.py build/ci/bin/strider [PATTERN...]    counts what is not in the file yet, and drops what is not recorded any more

Executing 2^26 elements takes too long, and counts grow with the number of elements by a straight line once the grid has
its final shape: so each rung runs on doubling numbers of elements, as on 132 multiprocessors, and the last two give the
line of each count of each launch, [at 0 elements, per element]. "deviation" is by how much the line of the instructions
and sectors misses the count of half as many elements.
"""
import copy
import csv
import json
import subprocess
import sys
import time

from arguments import strider_and_patterns
from cross_check import CHANCE, OUTPUT as CROSS_CHECK, ROOT

FILE = ROOT / "results/counts.jsonl"
MULTIPROCESSORS = 132
MOST_THREADS = MULTIPROCESSORS * 2048  # alive at once: a grid with more of them does not just fill the chip
LEAST, MOST = {"convolve": 1 << 16, "histogram": 1 << 21, "gather": 1 << 20, "scatter": 1 << 20}, 1 << 24  # elements; of others 2^18
LEAST |= {(pattern, rung): 1 << 23 for pattern, rung in [("reduce", 90), ("scan", 90), ("compact", 3), ("compact", 90), ("segmented-reduce", 90)]}  # the library's chunks and tiles grow until then
ENOUGH_SECONDS, PATIENCE, MOST_PATIENCE = 0.5, 20, 100
SHAPE = ("block_threads", "shared_bytes")
WRONG_USE = 2  # the status where the emulator does not take a rung


class NotExecuted(Exception):
    """A rung of machine code that the emulator does not know."""


def records(pattern):
    for file in sorted((ROOT / "results").glob(pattern)):
        yield from map(json.loads, file.read_text().splitlines())


def recorded():
    """What there are times of, once each: (pattern, rung, type, parameters), whatever its number of elements."""
    found = {}
    for r in records("*.jsonl"):
        if r.get("device") == "gpu" and "rung" in r and r["kind"] != "contender" and r["verified"] and "time" in r and r["elements"] >= 1 << 22:
            key = key_of(r)
            found[json.dumps(key)] = key, max(r["elements"], found.get(json.dumps(key), (key, 0))[1])
    return found.values()


def key_of(r):
    """Columns follow from the number of elements, but for matrices that do not fill whole tiles."""
    parameters = {k: v for k, v in r["parameters"].items() if k not in ("block", "columns", "packed")}
    if r["pattern"] == "transpose":
        parameters["odd"] = r["parameters"]["columns"] % 32 != 0
    return {"pattern": r["pattern"], "rung": r["rung"], "type": r["type"], "parameters": parameters}


def surely_issued():
    """Kernels whose instructions the emulator counts, and not too many of them: those that the hardware counted as well, on the same
    problem, and that do not wait for other blocks."""
    usual = {(r["pattern"], str(r["rung"])): key_of(r) for r in records("*-emulator.jsonl")}
    totals = {}
    for row in csv.DictReader(CROSS_CHECK.open()):
        one = totals.setdefault((row["pattern"], row["rung"], row["kernel"]), [0, 0])
        for at, who in enumerate(("emulator", "hardware")):
            one[at] += float(row[f"{who}_instructions"])
    return {(json.dumps(usual[pattern, rung]), kernel) for (pattern, rung, kernel), (emulator, hardware) in totals.items()
            if (pattern, rung) in usual and emulator <= 1.01 * hardware and kernel not in CHANCE.get(pattern, ())}


def count(strider, key, elements, multiprocessors=MULTIPROCESSORS):
    words = [strider, "ladder", key["pattern"], "--device", "emulator", "--rungs", str(key["rung"]), "--type", key["type"],
             "--multiprocessors", str(multiprocessors), "--details", "--format", "jsonl"]
    for name, value in key["parameters"].items():
        if name == "odd" and value:
            elements = elements // 1024 * 1023
            words += ["--set", "columns=1023"]
        elif name not in ("odd", "operation"):  # sums, all of them
            words += ["--set", f"{name}={value}"]
    began = time.monotonic()
    ran = subprocess.run(words + ["--elements", str(elements)], capture_output=True, text=True)
    if ran.returncode == WRONG_USE:
        raise NotExecuted(ran.stderr.strip())
    if ran.returncode != 0:
        sys.exit(f"{' '.join(words)}: {ran.stderr or ran.stdout[-2000:]}")
    r = json.loads(ran.stdout)
    return {"elements": r["elements"], "seconds": time.monotonic() - began,
            "launches": [l["counts"] | {"warp_steps": l["counters"]["steps"]} for l in r["launches"]]}


def fills_chip(strider, key):
    """Whether its grids follow the number of multiprocessors."""
    one, many = ([l["blocks"] for l in count(strider, key, 1 << 16, m)["launches"]] for m in (1, MULTIPROCESSORS))
    return one != many


def shaped(runs, fills):
    """Whether launches have their final shape: blocks are those of before, grids that fill the chip are as large, and
    others grow with their work until every multiprocessor has a block."""
    before, last = (run["launches"] for run in runs[-2:])
    most = max(l.get("warp_steps", 0) for l in last)
    for a, b in zip(before, last):
        same, steps = a["blocks"] == b["blocks"], b.get("warp_steps", 0)
        if any(a.get(name) != b.get(name) for name in SHAPE) or b["blocks"] < a["blocks"]:
            return False
        if fills and not same and b["blocks"] * b["block_threads"] <= MOST_THREADS:
            return False
        if not fills and same and b["blocks"] < MULTIPROCESSORS and steps > 1.5 * a.get("warp_steps", 0) and steps > most / 10:
            return False
    return True


def grows(launch):
    """Counts that fall with the number of elements are on no straight line, nor is what L1 lets through if it is more than what is asked for."""
    at = lambda name: sum(a * b for a, b in zip(launch.get(name, (0, 0)), (1, 1 << 26)))
    return at("l2_load_sectors") <= 1.05 * at("load_sectors") + 100 and all(
        launch.get(name, (0, 0))[1] * (1 << 20) > -100 for name in ("warp_steps", "load_sectors", "load_batches", "shared_wavefronts"))


def steady_instructions(before, last):
    """Launches of one kernel share its instructions by their steps, at each number of elements: what more elements cost
    goes to the launches that have more steps for them."""
    for name in {l["kernel"] for l in last}:
        total = lambda launches, count: sum(l.get(count, 0) for l in launches if l["kernel"] == name)
        steps = total(last, "warp_steps") - total(before, "warp_steps")
        each = (total(last, "instructions") - total(before, "instructions")) / steps if steps else 0
        for a, b in zip(before, last):
            if b["kernel"] == name and "instructions" in b:
                a["instructions"] = b["instructions"] - each * (b["warp_steps"] - a["warp_steps"])


def line(name, a, b):
    """Of a count through two runs: [at 0 elements, per element]."""
    (x, at_x), (y, at_y) = a, b
    if name == "global_atomic_passes" and at_x < at_y < 1.9 * at_x:  # blocks that add their bins up: all are in use soon
        at_x = at_y
    slope = (at_y - at_x) / (y - x)
    return [float(f"{at_y - slope * y:.6g}"), float(f"{slope:.6g}")]


def lines(runs):
    """Launches in their order: those that only the last run has are taken as they are."""
    before, last = copy.deepcopy(runs[-2:])
    steady_instructions(before["launches"], last["launches"])
    made = []
    for at, launch in enumerate(last["launches"]):
        less = before["launches"][at] if at < len(before["launches"]) else None
        made.append({"kernel": launch["kernel"]} | {
            name: line(name, (before["elements"], less.get(name, 0)), (last["elements"], value)) if less else [value, 0]
            for name, value in launch.items() if name != "kernel"})
    return made


def deviation(runs):
    worst = 0
    if len(runs) < 3:
        return worst
    third = runs[-3]
    for name in ("warp_steps", "load_sectors", "store_sectors", "shared_wavefronts"):
        counted = sum(l.get(name, 0) for l in third["launches"])
        foretold = sum(max(0, l[name][0] + l[name][1] * third["elements"]) for l in lines(runs) if name in l)
        if counted > 1000:
            worst = max(worst, abs(foretold / counted - 1))
    return round(worst, 4)


def count_all(strider, key, largest, issued):
    """The counts, or None where they follow no straight line."""
    fills, runs, elements, began = fills_chip(strider, key), [], LEAST.get((key["pattern"], key["rung"]), LEAST.get(key["pattern"], 1 << 18)), time.monotonic()
    while True:
        runs.append(count(strider, key, elements))
        spent = time.monotonic() - began
        if 2 * elements > min(MOST, largest) or (len(runs) > 1 and spent > (PATIENCE if shaped(runs, fills) else MOST_PATIENCE)):
            break
        if len(runs) > 2 and shaped(runs, fills) and runs[-1]["seconds"] > ENOUGH_SECONDS and deviation(runs) < 0.01:
            break
        elements *= 2
    made = lines(runs)
    if not shaped(runs, fills) or not all(map(grows, made)):
        return None
    for launch in made:
        del launch["warp_steps"]
        if (json.dumps(key), launch["kernel"]) not in issued:
            launch.pop("instructions", None)
    return {"schema": 1, **key, "multiprocessors": MULTIPROCESSORS, "elements": [r["elements"] for r in runs[-2:]],
            "deviation": deviation(runs), "launches": made}


def main(strider, *patterns):
    wanted = {json.dumps(key): (key, largest) for key, largest in recorded()}
    kept = {}
    for line in FILE.read_text().splitlines() if FILE.exists() else []:
        counted = json.loads(line)
        kept[json.dumps({name: counted[name] for name in ("pattern", "rung", "type", "parameters")})] = line
    FILE.write_text("".join(line + "\n" for which, line in kept.items() if which in wanted))
    issued = surely_issued()
    for which, (key, largest) in wanted.items():
        if which in kept or (patterns and key["pattern"] not in patterns):
            continue
        try:
            made = count_all(strider, key, largest, issued)
        except NotExecuted as refusal:
            print(refusal)
            continue
        print(key["pattern"], key["rung"], key["type"], *key["parameters"].values(), made["elements"][-1] if made else "no line", flush=True)
        if made:
            with FILE.open("a") as file:
                file.write(json.dumps(made, separators=(",", ":")) + "\n")


main(*strider_and_patterns(__doc__))
# SPDX-License-Identifier: Apache-2.0
