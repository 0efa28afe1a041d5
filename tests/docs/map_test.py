#!/usr/bin/env python3
"""Whether the map and the decisions name files that are there, and hold no dates: map_test.py [DOCUMENT...]

Without arguments, HACKING.md and docs/design/. The map also holds no figures, and stays short. In paths, words of capitals (PATTERN, NAME, NN) stand for
any name; paths may begin below include/strider.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BASES = [ROOT, ROOT / "include/strider"]
MAP = ROOT / "HACKING.md"
MOST_LINES = 150
PATH = re.compile(r"`([A-Za-z_]\w*/[\w./*-]*)`")
DATE = re.compile(r"\b20\d\d-\d\d")
FIGURE = re.compile(r"\d (?:[GMK]i?B|[GMk]?B/s|[num]?s|times|%)\b|\d%|\b[Ii]ssue \d")


def is_there(path):
    pattern = re.sub(r"[A-Z]{2,}", "*", path).rstrip("/")
    return any(next(base.glob(pattern), None) for base in BASES)


def main():
    documents = [pathlib.Path(word).resolve() for word in sys.argv[1:]] or [MAP, *sorted(ROOT.glob("docs/design/*.md"))]
    wrong = []
    for document in documents:
        lines = document.read_text().splitlines()
        for number, line in enumerate(lines, 1):
            said = [f"no file {path}" for path in PATH.findall(line) if not path.startswith("build/") and not is_there(path)]
            said += ["a date"] * bool(DATE.search(line)) + ["a figure"] * (document == MAP and bool(FIGURE.search(line)))
            wrong += [f"{document.relative_to(ROOT)}:{number}: {what}" for what in said]
        if document == MAP and len(lines) > MOST_LINES:
            wrong.append(f"{document.name}: {len(lines)} lines, more than {MOST_LINES}: decisions go to docs/design")
    print("\n".join(wrong) or "the map names what is there")
    return bool(wrong)


sys.exit(main())
# SPDX-License-Identifier: Apache-2.0
