#!/usr/bin/env python3
"""The examples of docstrings, docs/kernels.md, docs/python.md and docs/migrating.md, and the checker: examples_test.py DOCS. PYTHONPATH names the package."""
import doctest
import contextlib
import importlib
import os
import pathlib
import pkgutil
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

try:
    import numpy as np
except ImportError as missing:
    print(f"left out: {missing}")
    sys.exit(77)
import strider
import strider.arrays
import strider.kernels
import strider.lab
import strider.sweeps
from strider import notebook

DOCS = pathlib.Path(sys.argv.pop()).resolve()
os.chdir(DOCS.parent)  # its examples name files of the project
RACE = """#include <cstdio>
__global__ void turn(int* x) {
    __shared__ int part[64];
    part[threadIdx.x] = x[threadIdx.x];
    x[threadIdx.x] = part[63 - threadIdx.x];
}
int main(int count, char** words) {
    int* x;
    cudaMalloc(&x, sizeof(int) * 64);
    cudaMemset(x, 0, sizeof(int) * 64);
    turn<<<1, 64>>>(x);
    printf("%s %d\\n", words[count - 1], SIZE);
    return cudaDeviceSynchronize();
}
"""
ENDLESS = """#include <fcntl.h>
__global__ void spin(volatile int* x) { while (*x == 0) {} }
int main(int, char** words) {
    int* x;
    cudaMalloc(&x, sizeof(int));
    cudaMemset(x, 0, sizeof(int));
    open(words[1], O_WRONLY);
    spin<<<1, 1>>>(x);
    return cudaDeviceSynchronize();
}
"""


class Examples(unittest.TestCase):
    def test_of_docstrings_and_the_page(self):
        names = {"np": np, "numpy": np, "strider": strider}
        arrays = [importlib.import_module(f"strider.arrays.{one.name}") for one in pkgutil.iter_modules(strider.arrays.__path__)]
        failed = [doctest.testmod(module, extraglobs=names).failed for module in (*arrays, strider.kernels, strider.lab, strider.sweeps)]
        failed += [doctest.testfile(str(DOCS / page), module_relative=False, optionflags=doctest.ELLIPSIS).failed
                   for page in ("kernels.md", "python.md")]
        self.assertEqual(set(failed), {0})

    def test_of_what_replaces_the_commands_on_files(self):
        """In a folder with the files that the page names. A block whose reader is not installed is left out."""
        names, runner, text = {}, doctest.DocTestRunner(), (DOCS / "migrating.md").read_text()
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            np.save("x.npy", np.array([3, 1, 4, 1, 5]))
            np.savetxt("matrix.txt", [[1, 2], [3, 4]])
            pathlib.Path("shop.csv").write_text("# prices\nname,price\nbread,4.5\nsalt,1.5\n")
            for block in re.findall(r"^```python\n(.*?)^```", text, re.M | re.S):
                needed = re.findall(r"^>>> (?:import|from) (\w+)", block, re.M)
                if not all(map(importlib.util.find_spec, needed)):
                    continue
                if "PIL" in needed:
                    from PIL import Image
                    Image.fromarray(np.full((4, 5, 3), 90, np.uint8)).save("photo.png")
                test = doctest.DocTestParser().get_doctest(block, names, "migrating.md", "migrating.md", 0)
                runner.run(test, clear_globs=False)
                names.update(test.globs)
        self.assertEqual(runner.failures, 0)
        self.assertGreaterEqual(runner.tries, 7)


class Checks(unittest.TestCase):
    def test_findings_and_arguments(self):
        found = strider.check(RACE, args=["hello"], compile=["-DSIZE=64"], count=True)
        self.assertFalse(found)
        self.assertEqual([one.kind for one in found.findings], ["race-shared"])
        self.assertEqual(found.findings[0].line, 4)
        self.assertIn("race-shared in turn at source.cu:4\n", str(found))
        self.assertEqual(found.output, "hello 64\n")
        self.assertIn("global_sectors", found.counters["turn"])

    def test_what_does_not_compile(self):
        with self.assertRaisesRegex(strider.Error, "^source.cu: does not compile"):
            strider.check("int main() { return nothing; }\n")
        with self.assertRaisesRegex(strider.Error, "no_such_file.cu"):
            strider.check("no_such_file.cu")

    def test_leaves_nothing_where_python_ends(self):
        code = f"import strider, sys; strider.check({ENDLESS!r}, args=sys.argv[1:])"
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL):
            with tempfile.TemporaryDirectory() as folder:
                temporary, pipe = os.path.join(folder, "t"), os.path.join(folder, "pipe")
                os.mkdir(temporary)
                os.mkfifo(pipe)
                python = subprocess.Popen([sys.executable, "-c", code, pipe], env={**os.environ, "TMPDIR": temporary},
                                          stderr=subprocess.DEVNULL)
                with open(pipe, "rb") as held:  # by the program, which opens it for writing
                    self.assertGreaterEqual(len(os.listdir(temporary)), 2)
                    python.send_signal(number)
                    self.assertEqual(held.read(), b"")
                self.assertNotEqual(python.wait(), 0)
                while os.listdir(temporary):  # the folders go last
                    time.sleep(0.01)

    def test_tables(self):
        checked = strider.check(RACE, compile=["-DSIZE=64"])
        rungs = strider.ladder("reduce", "--device=emulator", "--elements=1000", "--rungs=1-2")
        try:
            import pandas  # noqa: F401
        except ImportError:
            with self.assertRaisesRegex(ImportError, "pip install pandas"):
                checked.to_pandas()
            return
        self.assertEqual(checked.to_pandas()["finding"].tolist(), ["race-shared"])
        self.assertEqual(rungs.to_pandas()["rung"].tolist(), [1, 2])

    def test_cell(self):
        shown = notebook.magic({})("--compile=-DSIZE=1 -- there", RACE)
        page = shown._repr_html_()
        self.assertLess(page.index("there 1"), page.index("race-shared"))
        self.assertEqual(page.count(notebook._MARKED), 1)
        self.assertIn("1 kernel checked, 1 finding", repr(shown))


if __name__ == "__main__":
    unittest.main()
# SPDX-License-Identifier: Apache-2.0
