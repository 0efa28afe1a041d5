#!/usr/bin/env python3
"""The golden vectors by the Python package, on both backends of the host: python_test.py [MOST_ELEMENTS]"""
import sys

import golden
import numpy as np
import strider


def called(call, operator, x, second, offsets, n, backend):
    op = {"plus": "sum", "multiplies": "prod"}[operator]
    if call == "reduce":
        return (strider.sum if op == "sum" else strider.prod)(x, backend=backend)
    if call == "dot":
        return strider.dot(x, second[:n], backend=backend)
    if call == "rows":
        return strider.sum(x.reshape(3, n), axis=1, backend=backend)
    if call == "columns":
        return strider.sum(x.reshape(n, 5), axis=0, backend=backend)
    if call == "segments":
        return strider.segment_reduce(x, offsets, backend=backend)
    if call == "convolve":
        return strider.convolve(x.reshape(n, 67), second[:15].reshape(3, 5), boundary="zero", backend=backend)
    return strider.scan(x, op, exclusive=call == "exclusive_scan", backend=backend)


def main():
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 1 << 22
    checked, wrong = 0, []
    for words in golden.lines_of(golden.GOLDEN / "calls.txt"):
        call, type_name, operator, kind = words[:4]
        for n, right in golden.vectors_of(words):
            if n > most:
                continue
            x, second = golden.inputs_of(call, type_name, kind, n)
            for backend in ("serial", "cpu"):
                found = np.ravel(called(call, operator, x[0], second, golden.offsets_of(n), n, backend))
                checked += 1
                if golden.text_of(golden.bits_of_results(found, type_name)) != right:
                    wrong.append(f"{backend}: {' '.join(words[:4])} {n}: other bits than the golden {right}")
    print("\n".join(wrong[:20]), f"{checked} results, {len(wrong)} differ", sep="\n")
    sys.exit(bool(wrong) or not checked)


if __name__ == "__main__":
    main()
# SPDX-License-Identifier: Apache-2.0
