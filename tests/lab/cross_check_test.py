"""The emulator counts what the committed cross-check with the hardware says that it counts, and that is near enough.

    cross_check_test.py STRIDER
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import cross_check  # noqa: E402

# Rungs that the emulator runs in a second.
QUICK = {"transpose": "1-4", "map": "1-5", "convolve": "89-90", "segmented-reduce": "1-3,90", "scatter": "1-2,90", "matrix-product": "6-8"}
# The shares of kernels that are near enough. Beside them, sectors and wavefronts of all kernels but the named ones are.
LEAST = {"sectors": 0.95, "wavefronts": 0.80, "instructions": 0.80, "threads": 0.81}


def main(strider):
    wrong = []
    committed = cross_check.read()
    shares = cross_check.shares(committed)
    for what, least in LEAST.items():
        near, of = shares[what]
        if near < least * of:
            wrong.append(f"{what}: only {near} of {of} launches are within {cross_check.FIGURES[what][1]:.0%} of the hardware")
    for what in ("sectors", "wavefronts"):
        wrong += [f"{row['pattern']} {row['rung']} {row['kernel']}: {what} differ from the hardware's, and docs/counters.md does not say why"
                  for row in committed if not cross_check.is_chance(row) and row["kernel"] not in cross_check.DIFFERENT.get(row["pattern"], [])
                  and (cross_check.error(row, what) or 0) > cross_check.FIGURES[what][1]]
    for (pattern, varied, elements), launched in cross_check.hardware().items():
        if pattern not in QUICK or varied:
            continue
        before = {(row["rung"], row["kernel"], row["grid"]): row for row in committed if row["pattern"] == pattern and not row["set"]}
        rows = list(cross_check.compare(launched, cross_check.launches(strider, pattern, varied, elements, QUICK[pattern])))
        if not rows:
            wrong.append(f"{pattern}: nothing was compared")
        for row in rows:
            was = before[str(row["rung"]), row["kernel"], row["grid"]]
            wrong += [f"{pattern} {row['rung']} {row['kernel']}: {what} {row[what]}, in results/cross-check.csv {was[what]}"
                      for what in cross_check.FIELDS if str(row[what]) != was[what]]
    print("\n".join(wrong))
    return 1 if wrong else 0


sys.exit(main(sys.argv[1]))
# SPDX-License-Identifier: Apache-2.0
