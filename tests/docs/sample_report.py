#!/usr/bin/env python3
"""docs/site/reduce.html, the sample of a report, is of this tree: its style, its scripts, and the sources of its rungs."""
import json
import pathlib
import re
import sys

WITHOUT_LICENCE = re.compile(r"(//|/\*) SPDX-.*")
ROOT = pathlib.Path(__file__).resolve().parents[2]
page = (ROOT / "docs/site/reduce.html").read_text()
data = json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)[1])
shown = {step["file"]: step["code"] for step in data["steps"]}
there = {str(file.relative_to(ROOT)): file.read_text() for file in (ROOT / "ladders/reduce/gpu").glob("[0-9]*.cu")}
code = lambda text: WITHOUT_LICENCE.sub("", text).strip()
stale = [name for name, text in there.items() if name in shown and code(shown[name]) != code(text)]
stale += [name for name in shown if name not in there]
stale += [str(file.relative_to(ROOT)) for file in (ROOT / "lab/report").glob("*.[cj]s*") if code(file.read_text()) not in page]
for name in stale:
    print(f"docs/site/reduce.html is not of this tree: {name} differs; write it anew: tools/reports.py ./run reduce")
sys.exit(1 if stale or not shown else 0)
# SPDX-License-Identifier: Apache-2.0
