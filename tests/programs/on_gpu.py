#!/usr/bin/env python3
"""The programs of this folder on a GPU, compiled by nvcc: each must succeed and print what its head says, as in the emulator.

    tests/programs/on_gpu.py [NUMBER]    compute capability, 90a by default; exit status 1 where a program does something else
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

FOLDER = pathlib.Path(__file__).resolve().parent
# Blocks print in any order there; no <wb.h> is there; and a function without `return` dies there, since g++ 13.
ELSEWHERE = {"device_print", "teaching_library", "missing_returns"}


def said(text, mark):
    return re.findall(rf"^// {mark}:\s*(.*)$", text, re.M)


def difference(source, program, number):
    """What differs from what the program's head says; empty where nothing does."""
    text = source.read_text()
    nvcc = ["nvcc", "-std=c++20", f"-gencode=arch=compute_{number},code=sm_{number}", "-w", "--extended-lambda", *said(text, "Compile"), str(source), "-o",
            str(program), "-lcudadevrt", "-lcublas", "-lcublasLt", "-lcufft", "-lcurand", "-lnvrtc", "-lcuda"]
    compiled = subprocess.run(nvcc, capture_output=True, text=True)
    if compiled.returncode != 0:
        return "nvcc: " + compiled.stderr.strip().split("\n")[0]
    ran = subprocess.run([program], capture_output=True, text=True, errors="replace", timeout=60)
    if ran.returncode != 0:
        return f"exit status {ran.returncode}: {ran.stdout[-200:]}"
    at = 0
    for part in said(text, "Prints"):
        at = ran.stdout.find(part, at)
        if at < 0:
            return f"does not print {part!r} in its place, but {ran.stdout[-300:]!r}"
        at += len(part)
    return ""


def main():
    number = sys.argv[1] if len(sys.argv) > 1 else "90a"
    devices = len(subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True).stdout.splitlines())
    sources = [s for s in sorted(FOLDER.glob("*.cu")) if s.stem not in ELSEWHERE and not said(s.read_text(), "Refused")
               and int((said(s.read_text(), "GPUs") or [1])[0]) <= devices]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        found = pool.map(lambda s: difference(s, pathlib.Path(folder) / s.stem, number), sources)
        wrong = [f"{s.stem}: {what}" for s, what in zip(sources, found) if what]
    print(*wrong, f"{len(sources) - len(wrong)} of {len(sources)} programs print what they print in the emulator", sep="\n")
    return 1 if wrong else 0


sys.exit(main())
# SPDX-License-Identifier: Apache-2.0
