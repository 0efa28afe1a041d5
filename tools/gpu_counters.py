#!/usr/bin/env python3
"""Counts every rung in a GPU's hardware, at the number of elements that the emulator counts: writes results/gpu-counters.csv.

    tools/gpu_counters.py STRIDER [PATTERN ...]

Needs Nsight Compute (ncu), and a GPU whose counters this user may read. Nsight gives a row for each launch. CUPTI, by
`strider ladder --count`, gives a row for each rung, all launches together. Patterns that are not named keep their rows.
"""
import csv
import json
import pathlib
import re
import subprocess
import tempfile

from arguments import strider_and_patterns

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "results/gpu-counters.csv"
PATTERNS = sorted(path.parent.name for path in ROOT.glob("ladders/*/README.md"))
# Other problems, with their numbers of elements, for rungs that do not take the usual one.
VARIED = {"matrix-product": {"inputs=f16": 1 << 22}, "transpose": {"columns=1023": (1 << 20) - 1, "columns=5": (1 << 20) - 1}}
METRICS = {"sectors": [f"l1tex__t_sectors_pipe_lsu_mem_global_op_{op}.sum" for op in ("ld", "st")],
           "wavefronts": [f"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_{op}.sum" for op in ("ld", "st")],
           "instructions": ["smsp__inst_executed.sum"],
           "threads": ["smsp__average_thread_inst_executed_per_inst_executed.ratio"]}
COUNTERS = {"sectors": "global_sectors", "wavefronts": "shared_wavefronts", "instructions": "instructions", "threads": "threads_per_instruction"}
FIELDS = ["pattern", "set", "elements", "rung", "kernel", "grid", "block", *METRICS]


def shape(text):
    """(32, 1, 1) as 32x1x1."""
    return "x".join(re.findall(r"\d+", text))


def by_nsight(command):
    """A row for each launch of the first call of each rung."""
    with tempfile.NamedTemporaryFile("r") as log:
        wanted = ",".join(metric for each in METRICS.values() for metric in each)
        subprocess.run(["ncu", "--profile-from-start", "off", "--clock-control", "none", "--cache-control", "none", "--csv", "--page", "raw",
                        "--print-units", "base", "--print-kernel-base", "function", "--metrics", wanted, "--log-file", log.name, "-f", *command],
                       stdout=subprocess.DEVNULL)
        rows = csv.DictReader(line for line in log if line.startswith('"'))
        for row in filter(lambda row: row["ID"], rows):  # the first row has units
            yield {"kernel": row["Kernel Name"], "grid": shape(row["Grid Size"]), "block": shape(row["Block Size"])} | {
                name: f"{sum(float(row[metric].replace(',', '')) for metric in metrics):.10g}" for name, metrics in METRICS.items()}


def by_cupti(command):
    """A row for each rung."""
    printed = subprocess.run([*command, "--count", "--format", "jsonl"], stdout=subprocess.PIPE, text=True).stdout
    for record in map(json.loads, printed.splitlines()):
        if "instructions" in record.get("counters", {}):
            yield {"rung": record["rung"]} | {name: f"{record['counters'][counter]:.6g}" if name == "threads" else record["counters"][counter]
                                              for name, counter in COUNTERS.items()}


def main(strider, *wanted):
    wanted = wanted or [name.replace("_", "-") for name in PATTERNS]
    rows = [row for row in csv.DictReader(OUTPUT.open()) if row["pattern"] not in wanted] if OUTPUT.exists() else []
    for pattern in wanted:
        problem = (ROOT / "ladders" / pattern.replace("-", "_") / "problem.hpp").read_text()
        elements = 1 << int(re.search(r"\.counted_elements = std::uint64_t\{1\} << (\d+)", problem)[1])
        for varied, count in {"": elements, **VARIED.get(pattern, {})}.items():
            command = [strider, "ladder", pattern, "--device", "gpu", "--elements", str(count), "--samples", "1", "--time-limit", "0.001",
                       *(["--set", varied] if varied else [])]
            of = {"pattern": pattern, "set": varied, "elements": count}
            rows += [of | row for counted in (by_nsight, by_cupti) for row in counted(command)]
        print(pattern, flush=True)
    rows.sort(key=lambda row: row["pattern"])
    with OUTPUT.open("w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main(*strider_and_patterns(__doc__))
# SPDX-License-Identifier: Apache-2.0
