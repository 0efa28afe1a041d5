#!/usr/bin/env python3
"""Dependencies point down only (HACKING.md): what the headers of each room may include. arrows_test.py [ROOT]"""
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parents[2]
INCLUDE = re.compile(r'^\s*#\s*include\s+[<"]((?:strider|ladders|lab|src)/[^>"]+)[>"]', re.MULTILINE)
# Where files are, and what of ours they may include.
ROOMS = {  # (cpu takes few elements by serial loops)
    "simt/include": ["strider/simt/"],
    "include/strider/core": ["strider/core/", "strider/simt/"],
    "include/strider/serial": ["strider/core/", "strider/serial/"],
    "include/strider/cpu": ["strider/core/", "strider/cpu/", "strider/serial/"],
    "include/strider/cuda": ["strider/core/", "strider/cuda/", "strider/simt/"],
    "src": ["strider/core/", "strider/cpu/", "src/"],
    "ladders": ["strider/", "ladders/", "src/simd/"],
    "lab": ["strider/core/", "strider/simt/", "ladders/", "lab/"],
}
wrong = []
for room, allowed in ROOMS.items():
    for file in sorted((ROOT / room).rglob("*")):
        if file.suffix not in {".hpp", ".cpp", ".cu"}:
            continue
        for name in INCLUDE.findall(file.read_text()):
            if not name.startswith(tuple(allowed)):
                wrong.append(f"{file.relative_to(ROOT)} includes {name}: {room} may include {', '.join(allowed)}")
print("\n".join(wrong) or "all arrows point down")
sys.exit(bool(wrong))
