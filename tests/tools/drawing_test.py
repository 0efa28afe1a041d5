#!/usr/bin/env python3
"""Whether tools/drawing.py draws what files include: drawing_test.py"""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))
import drawing


def arrows_of(files):
    """Those of a project with these files, given with their texts."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        return drawing.arrows(root)


PROJECT = {
    "include/strider/core/order.hpp": "#include <vector>\n",
    "include/strider/cuda/reduce.hpp": "#include <strider/core/order.hpp>\n#include \"tile.hpp\"\n",
    "include/strider/cuda/tile.hpp": "// #include <lab/table.hpp>\n",
    "include/strider/distributed.hpp": "",
    "include/strider/reduce.hpp": "#if defined(__CUDACC__)\n#  include <strider/cuda/reduce.hpp>\n#endif\n",
    "lab/table.hpp": "#include <strider/reduce.hpp>\n#include <strider/distributed.hpp>\n",
}


class Drawing(unittest.TestCase):
    def test_arrows_are_those_of_the_includes(self):
        self.assertEqual(set(arrows_of(PROJECT)), {("cuda", "core"), ("calls", "cuda"), ("lab", "calls"), ("lab", "distributed")})

    def test_a_room_stands_above_what_it_includes(self):
        lines = [line for line in drawing.draw(arrows_of(PROJECT)).splitlines() if line.startswith("|")]
        self.assertEqual([" ".join(line.strip("| ").split()) for line in lines],
                         ["lab -> calls distributed", "calls -> cuda", "cuda -> core",
                          "core includes none of the others", "distributed includes none of the others"])

    def test_rooms_that_include_each_other_are_refused(self):
        with self.assertRaisesRegex(ValueError, "rooms include each other: calls -> cuda -> core -> lab -> calls"):
            drawing.draw(arrows_of(PROJECT | {"include/strider/core/order.hpp": "#include <lab/table.hpp>\n"}))


unittest.main()
# SPDX-License-Identifier: Apache-2.0
