#!/usr/bin/env python3
"""Ten figures of README.md, taken at random, are what its records say; and every figure of its generated parts has a record.

figures_test.py [SEED]

tools/update_docs.py --trace says of which fields of which records a figure is made. This reads those fields in results/ anew.
"""
import json
import math
import pathlib
import random
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
FIGURE = re.compile(r"(?<![\w.^])\d[\d,]*(?:\.\d+)?(?=[%x]?(?![\w.]))")
NUMBERS = r"^\|(\d+)\|[^|]*\|"  # of a table's row: the rung's own


def field(place):
    file, line, path = place
    value = json.loads((ROOT / "results" / file).read_text().splitlines()[line - 1])
    for name in path.split("/"):
        value = value[name]
    return value


def said(traced):
    product = lambda places: math.prod(field(place) for place in places)
    return traced["factor"] * product(traced["of"]) / product(traced["over"])


def is_said(traced):
    """Whether the figure is the records' to the last digit that it shows."""
    digits = FIGURE.search(traced["text"])[0].replace(",", "")
    unit = 10.0 ** -len(digits.partition(".")[2])
    if "." not in digits and len(digits) > 4 and said(traced) != int(said(traced)):
        unit = 1.0
    return abs(said(traced) - float(digits)) <= 0.5001 * unit


def shown():
    """The figures of the generated parts, but for rungs' names and numbers, and the line that says where a table is from."""
    for block in re.findall(r"<!-- begin: \w+ -->\n(.*?)<!-- end", (ROOT / "README.md").read_text(), re.S):
        for line in block.splitlines():
            if re.match(r"[-+$]|\|#|\|-|.*; NVIDIA|.*commits? ", line):
                continue
            line = re.sub(r"\[[^]]*\]\([^)]*\)|\b[Rr]ungs? \d+|\(SC \d+\)|\bH\d00\b", "", re.sub(NUMBERS, "|", line))
            yield from FIGURE.findall(line)


def main():
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else int(time.time())
    printed = subprocess.run([sys.executable, ROOT / "tools/update_docs.py", "--trace"], capture_output=True, text=True, check=True).stdout
    traced = [json.loads(line) for line in printed.splitlines()]
    known = {FIGURE.search(one["text"])[0] for one in traced}
    unknown = [figure for figure in shown() if figure not in known]
    for one in random.Random(seed).sample(traced, min(10, len(traced))):
        print(f"{one['text']}: {'' if is_said(one) else 'NOT '}{said(one):g} by {one['of']}{' over ' * bool(one['over'])}{one['over'] or ''}")
    wrong = [one["text"] for one in traced if not is_said(one)]
    print(f"{len(traced)} figures, seed {seed}; of no record: {unknown or 'none'}; not what the record says: {wrong or 'none'}")
    return bool(unknown or wrong or len(traced) < 10)


sys.exit(main())
# SPDX-License-Identifier: Apache-2.0
