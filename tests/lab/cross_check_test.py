"""The executor counts what the committed cross-check with the hardware says that it counts, and that is near enough.

    cross_check_test.py STRIDER
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import cross_check  # noqa: E402

# Rungs that the executor runs in a second.
QUICK = {"transpose": "1-4", "map": "1-5", "convolve": "89-90", "segmented-reduce": "1-3,90", "scatter": "1-2,90", "matrix-product": "6-8"}
# nvcc joins neighbouring 4-byte loads of these to loads of 16 bytes. The executor counts the loads of the source.
JOINED_LOADS = {"shared_tile", "column_a_thread", "square_a_thread"}
# The shares of launches that are near enough.
LEAST = {"sectors": 0.95, "wavefronts": 0.90, "instructions": 0.80, "threads": 0.81}


def main(strider):
    wrong = []
    committed = cross_check.read()
    shares = cross_check.shares(committed)
    joined = [row for row in committed if row["pattern"] == "matrix-product" and row["kernel"] in JOINED_LOADS]
    shares["wavefronts"] = cross_check.shares([row for row in committed if row not in joined])["wavefronts"]
    for what, (near, of) in shares.items():
        if near < LEAST[what] * of:
            wrong.append(f"{what}: only {near} of {of} launches are within {cross_check.FIGURES[what][2]:.0%} of the hardware")
    for (pattern, elements), measured in cross_check.hardware().items():
        if pattern not in QUICK:
            continue
        before = {(row["rung"], row["kernel"], row["grid"]): row for row in committed if row["pattern"] == pattern}
        rows = cross_check.compare(pattern, measured, cross_check.launches(strider, pattern, elements, QUICK[pattern]))
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
