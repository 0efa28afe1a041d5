#!/usr/bin/env python3
"""Runs the cells of examples/python/*.ipynb, and compares what they print with what stands there: notebooks_test.py [--write]

A cell is run as Jupyter does, but without it. --write puts what cells print, and what they show, into the notebooks.
PYTHONPATH names the package.
"""
import contextlib
import io
import json
import pathlib
import sys
import unittest

try:
    import numpy  # noqa: F401
except ImportError as missing:
    print(f"left out: {missing}")
    sys.exit(77)
from strider import load_ipython_extension

NOTEBOOKS = sorted((pathlib.Path(__file__).resolve().parents[2] / "examples/python").glob("*.ipynb"))
WRITES = "--write" in sys.argv and not sys.argv.remove("--write")


class Jupyter:
    """What a notebook's cells see of Jupyter: the magics that an extension registers."""

    def __init__(self):
        self.user_ns, self.magics = {}, {}

    def register_magic_function(self, function, kind):
        self.magics[function.__name__] = function

    def outputs(self, source):
        """The outputs of a cell, as a notebook's file holds them."""
        printed, shown = io.StringIO(), None
        with contextlib.redirect_stdout(printed):
            if source.startswith("%%"):
                magic, cell = source[2:].split("\n", 1)
                name, _, line = magic.partition(" ")
                shown = self.magics[name](line, cell)
            elif source == "%load_ext strider":
                load_ipython_extension(self)
            else:
                exec(compile(source, "cell", "exec"), self.user_ns)
        found = []
        if printed.getvalue():
            found.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(True)})
        if shown is not None:
            data = {"text/html": shown._repr_html_().splitlines(True), "text/plain": repr(shown).splitlines(True)}
            found.append({"data": data, "execution_count": None, "metadata": {}, "output_type": "execute_result"})
        return found


class Notebooks(unittest.TestCase):
    def test_cells(self):
        self.assertEqual(len(NOTEBOOKS), 2)
        for file in NOTEBOOKS:
            jupyter, notebook = Jupyter(), json.loads(file.read_text())
            for number, cell in enumerate(notebook["cells"]):
                if cell["cell_type"] != "code":
                    continue
                with self.subTest(file=file.name, cell=number):
                    found = jupyter.outputs("".join(cell["source"]))
                    if not WRITES:
                        self.assertEqual(found, cell["outputs"])
                    cell["outputs"] = found
            if WRITES:
                file.write_text(json.dumps(notebook, indent=1) + "\n")


if __name__ == "__main__":
    unittest.main()
# SPDX-License-Identifier: Apache-2.0
