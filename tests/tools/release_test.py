#!/usr/bin/env python3
"""CMake, the changelog, the package of Python and `strider --version` agree: release_test.py STRIDER; every source
names its licence, and every ladder is measured."""
import json
import pathlib
import re
import subprocess
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
STRIDER = sys.argv.pop()
SOURCE = re.compile(r"\.(cpp|hpp|cu|cuh|h|inc|py|pyi|sh|cmake|js|css)$|(^|/)CMakeLists\.txt$|^(run|test)$")
LICENCE = re.compile(r"(//|#|/\*) SPDX-License-Identifier: Apache-2\.0( \*/)?\n$")
VERSION = re.search(r"project\(strider VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


class Release(unittest.TestCase):
    def test_the_changelog_begins_with_this_version_and_its_date(self):
        first = re.search(r"^## (.*)$", (ROOT / "CHANGELOG.md").read_text(), re.M)[1]
        self.assertRegex(first, rf"^{re.escape(VERSION)} \(20\d\d-\d\d-\d\d\)$")

    def test_the_command_line_names_the_version_and_its_commit(self):
        said = subprocess.run([STRIDER, "--version"], text=True, capture_output=True, check=True).stdout
        self.assertRegex(said, rf"^strider {re.escape(VERSION)}( \([0-9a-f]{{12}}(-dirty)?\))?\n$")

    def test_the_package_of_python_takes_its_version_from_cmake(self):
        given = re.search(r"regex = '(.*)'", (ROOT / "pyproject.toml").read_text())[1]
        self.assertEqual(re.search(given, (ROOT / "CMakeLists.txt").read_text())["value"], VERSION)

    def test_every_source_ends_with_its_licence(self):
        self.assertRegex((ROOT / "LICENSE").read_text(), r"^\s*Apache License\s*Version 2\.0, ")
        listed = subprocess.run(["git", "-C", ROOT, "ls-files"], text=True, capture_output=True).stdout.splitlines()
        sources = [name for name in listed if SOURCE.search(name) and not name.startswith("tests/fuzz/corpus/")]
        without = [name for name in sources if (ROOT / name).is_file() and not LICENCE.search((ROOT / name).read_text())]
        self.assertEqual(without, [], "put `SPDX-License-Identifier: Apache-2.0` in a comment on the last line of each")

    def test_every_tool_of_patterns_has_help(self):
        for name in ("count_rungs", "cross_check", "gpu_counters", "reports"):
            said = subprocess.run([sys.executable, ROOT / f"tools/{name}.py", "--help"], text=True, capture_output=True)
            self.assertEqual((said.returncode, said.stderr), (0, ""), name)
            self.assertRegex(said.stdout, rf"tools/{name}.py .*(?i:strider)", name)

    def test_every_ladder_is_measured(self):
        runs = [entry["run"] for entry in json.loads((ROOT / "results/manifest.json").read_text())["entries"]]
        for folder in (readme.parent for readme in ROOT.glob("ladders/*/README.md")):
            for device in ("gpu", "emulator"):
                begin = f"strider ladder {folder.name.replace('_', '-')} --device {device}"
                self.assertTrue(any(run.startswith(begin) for run in runs), f"results/manifest.json has no {begin}")


unittest.main()
# SPDX-License-Identifier: Apache-2.0
