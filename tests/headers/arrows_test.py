#!/usr/bin/env python3
"""Which rooms of the project may include which (HACKING.md): every arrow of the drawing is allowed here, and every arrow here is drawn."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
from drawing import arrows

# Tests may include everything, and nothing may include them.
ALLOWED = {
    "core": {"emulator/include"},  # its words, in files that are compiled for the emulator
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
    "emulator": {"emulator/include"},  # check and program
    "ladders": {"distributed", "calls", "core", "pattern", "cuda", "emulator/include"},
    "lab/base": {"ladders"},
    "python": {"ladders", "calls", "core", "cuda", "pattern"},  # python/calls/: the library's, for arrays
    "lab": {"lab/base", "ladders", "calls", "emulator/include"},
    "benchmarks": {"distributed", "calls", "core"},
    "examples": {"ladders", "distributed", "calls", "core", "emulator/include"},
}
# The folders of the lab from the lowest up: files include files of their own folder and of those before it.
FOLDERS = ["lab/base", "lab/base/output", "lab/base/options",
           "lab/records", "lab/bounds", "lab/measure", "lab/bench", "lab/report", "lab/grade", "lab/commands", "lab/cli"]


def folder_of(path):
    """The folder of a file of the lab; what lies elsewhere is in none."""
    folder = path.rpartition("/")[0]
    return folder if folder.split("/")[0] == "lab" else None


drawn = arrows()
wrong = [f"{line}: {room} may include {', '.join(sorted(ALLOWED.get(room, []))) or 'no other room'}"
         for (room, to), lines in sorted(drawn.items()) if room != "tests" and to not in ALLOWED.get(room, ()) for line in lines]
wrong += [f"{room} includes nothing of {to}: take the permission away" for room, allowed in ALLOWED.items() for to in sorted(allowed) if (room, to) not in drawn]
for (folder, to), lines in sorted(arrows(room_of=folder_of).items(), key=str):
    if folder is None or to is None:
        continue
    if folder not in FOLDERS or to not in FOLDERS[:FOLDERS.index(folder)]:
        wrong += [f"{line}: {folder} may not include {to}" for line in lines]
print("\n".join(wrong) or "all arrows point down")
sys.exit(bool(wrong))
# SPDX-License-Identifier: Apache-2.0
