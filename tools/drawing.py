#!/usr/bin/env python3
"""Draws which rooms of the project include which, from the #include lines, between the markers of HACKING.md.

    tools/drawing.py [DOCUMENT]           writes
    tools/drawing.py --check [DOCUMENT]   changes nothing; exit status 1 where the drawing is not that of the includes

A room stands above every room that it includes. Rooms that include each other cannot be drawn, and are an error.
"""
import argparse
import difflib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
# A room and the folder or file that it is; a file is in the room with the longest folder. Calls are the headers that users include.
ROOMS = {
    "emulator/include": "emulator/include", "emulator/code": "emulator/code", "emulator/run": "emulator/run", "emulator/observe": "emulator/observe",
    "check/base": "check/base", "check/translate": "check/translate", "check/runtime": "check/runtime", "check/shims": "check/shims",
    "check/compile": "check/compile", "check/nvcc": "check/nvcc", "check": "check",
    "core": "include/strider/core", "pattern": "include/strider/pattern",
    "serial": "include/strider/serial", "cpu": "include/strider/cpu", "cuda": "include/strider/cuda",
    "calls": "include/strider", "src": "src",
    "distributed": "include/strider/distributed", "distributed.hpp": "include/strider/distributed.hpp",
    "ladders": "ladders", "lab/base": "lab/base", "lab": "lab", "python": "python", "benchmarks": "benchmarks", "examples": "examples", "tests": "tests",
}
# The header of all calls over ranks belongs to their room.
SAME = {"distributed.hpp": "distributed"}
# Where names of headers begin, and the folder of those that begin so.
PREFIXES = {"strider/check/": "check/"}
FOLDERS = ("", "include/", "emulator/include/", "emulator/")
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]([^>"]+)[>"]', re.MULTILINE)
MARKED = re.compile(r"(<!-- begin: drawing -->\n```text\n).*?(```\n<!-- end: drawing -->)", re.DOTALL)


def room_of(path):
    """The room of a path below the root, or None."""
    fitting = [name for name, folder in ROOMS.items() if path == folder or path.startswith(folder + "/")]
    name = max(fitting, key=lambda room: len(ROOMS[room]), default=None)
    return SAME.get(name, name)


def arrows(root=ROOT, room_of=room_of):
    """(room, room that it includes) -> the lines "FILE includes NAME" that make the arrow."""
    found = {}
    for top in sorted({folder.split("/")[0] for folder in ROOMS.values()}):
        for file in sorted((root / top).rglob("*")):
            if file.suffix not in {".hpp", ".cpp", ".cu", ".cuh", ".h"}:
                continue
            path = file.relative_to(root).as_posix()
            for name in INCLUDE.findall(file.read_text(errors="replace")):
                named = next((folder + name.removeprefix(prefix) for prefix, folder in PREFIXES.items() if name.startswith(prefix)), name)
                place = next((base for base in (file.parent, *(root / folder for folder in FOLDERS)) if (base / named).is_file()), None)
                if place is None:
                    continue  # of the system, or made by the build
                pair = room_of(path), room_of((place / named).resolve().relative_to(root.resolve()).as_posix())
                if pair[0] != pair[1]:
                    found.setdefault(pair, []).append(f"{path} includes {name}")
    return found


def levels(pairs):
    """How many rooms stand below each room. ValueError where rooms include each other."""
    below = {room: {to for source, to in pairs if source == room} for pair in pairs for room in pair}
    known = {}

    def level(room, path):
        if room in path:
            raise ValueError("rooms include each other: " + " -> ".join([*path[path.index(room):], room]))
        if room not in known:
            known[room] = 1 + max((level(to, [*path, room]) for to in sorted(below[room])), default=-1)
        return known[room]

    return {room: level(room, []) for room in sorted(below)}


def draw(pairs):
    """The levels between rules, the highest first; a line a room, with the rooms that it includes."""
    height = levels(pairs)
    lines = {room: f"{room:<17}" + ("-> " + "  ".join(sorted((to for source, to in pairs if source == room), key=lambda to: (-height[to], to)))
                                    if height[room] else "includes none of the others") for room in height}
    rule = "+" + "-" * 18 + "\n"
    text = rule
    for level in sorted(set(height.values()), reverse=True):
        text += "".join(f"| {lines[room]}\n" for room in sorted(height) if height[room] == level) + rule
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("document", nargs="?", type=pathlib.Path, default=ROOT / "HACKING.md")
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 where the drawing is not that of the includes")
    given = parser.parse_args()
    before = given.document.read_text()
    try:
        drawn = draw(arrows())
    except ValueError as error:
        sys.exit(str(error))
    if not MARKED.search(before):
        sys.exit(f"{given.document.name}: no markers <!-- begin: drawing --> and <!-- end: drawing -->")
    after = MARKED.sub(lambda found: found[1] + drawn + found[2], before)
    if given.check and after != before:
        print("".join(line for line in difflib.ndiff(before.splitlines(True), after.splitlines(True)) if line[0] in "+-"), end="")
        sys.exit(f"{given.document.name}: the drawing is not that of the includes; run tools/drawing.py")
    if after != before:
        given.document.write_text(after)


if __name__ == "__main__":
    main()
# SPDX-License-Identifier: Apache-2.0
