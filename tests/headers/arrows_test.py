#!/usr/bin/env python3
"""Which rooms of the project may include which (HACKING.md): every arrow of the drawing is allowed here, and every arrow here is drawn."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from drawing import ROOT, arrows, levels

# Tests may include everything, and nothing may include them.
ALLOWED = {
    "pattern": {"core"},
    "serial": {"core", "pattern"},
    "cpu": {"core", "pattern"},
    "cuda": {"core", "pattern", "emulator/include"},
    "calls": {"core", "pattern", "serial", "cpu", "cuda"},
    "src": {"core", "pattern", "cpu"},
    "distributed": {"calls", "core", "pattern", "serial", "cpu", "cuda"},
    "emulator/code": {"emulator/include"},
    "emulator/run": {"emulator/code", "emulator/include"},  # knows no analysis: it tells an observer what happens
    "emulator/observe": {"emulator/run", "emulator/code", "emulator/include"},
    "check/base": {"emulator/include"},
    "check/translate": set(),
    "check/runtime": {"check/base", "emulator/include"},
    "check/shims": {"check/base", "check/runtime", "emulator/include"},
    "check/compile": {"check/base", "check/translate", "check/runtime", "emulator/include"},
    "check/nvcc": {"check/compile"},
    "check": {"check/base", "check/compile", "check/nvcc"},
    "ladders": {"distributed", "calls", "core", "pattern", "cuda", "emulator/include"},
    "lab/base": {"ladders"},
    "python": {"ladders", "calls", "core", "cuda", "pattern"},  # python/calls/: the library's, for arrays
    # python: the table of calls, which `order` runs instead of calls of its own.
    "lab": {"lab/base", "ladders", "calls", "python", "check", "check/base", "check/nvcc", "emulator/include"},
    "benchmarks": {"distributed", "calls", "core"},
    "examples": {"ladders", "distributed", "calls", "emulator/include"},
}


def folder_of(path):
    """The folder of a file. One that has a header of its name beside it, as scan/ and scan.hpp, is a part of the folder above."""
    folder = path.rpartition("/")[0]
    return folder.rpartition("/")[0] if (ROOT / f"{folder}.hpp").exists() else folder


drawn = arrows()
wrong = [f"{line}: {room} may include {', '.join(sorted(ALLOWED.get(room, []))) or 'no other room'}"
         for (room, to), lines in sorted(drawn.items()) if room != "tests" and to not in ALLOWED.get(room, ()) for line in lines]
wrong += [f"{room} includes nothing of {to}: take the permission away" for room, allowed in ALLOWED.items() for to in sorted(allowed) if (room, to) not in drawn]
try:
    levels(arrows(room_of=folder_of))
except ValueError as circle:
    wrong.append(f"folders: {circle}")
print("\n".join(wrong) or "all arrows point down")
sys.exit(bool(wrong))
# SPDX-License-Identifier: Apache-2.0
