#!/usr/bin/env python3
"""Prints what the tests need whose names match a regular expression, a target of the build a line: `./test -R` builds it.

BUILD is configured, and need not be built: tests of GoogleTest are then found in the sources of their programs. Prints
nothing, which is everything, where no test matches or one of them needs all that is installed (consumer.*)."""
import argparse
import json
import pathlib
import re
import sys

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("build", type=pathlib.Path)
parser.add_argument("regex")
given = parser.parse_args()
build = given.build.resolve()
try:
    wanted = re.compile(given.regex)
except re.error as wrong:
    parser.error(f"{given.regex!r} is not a regular expression: {wrong}")
if not (build / "build.ninja").is_file():
    parser.error(f"{given.build} is not configured")
source = pathlib.Path(__file__).resolve().parents[1]
TEST = re.compile(r"^\s*(?:TYPED_)?TEST(?:_[FP])?\((\w+),\s*(\w+)\)", re.MULTILINE)
INSTANCE = re.compile(r"^\s*INSTANTIATE_(TYPED_)?TEST_SUITE_P\(\s*(\w+),\s*(\w+)", re.MULTILINE)
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)

ninja = (build / "build.ninja").read_text()
outputs = {name for line in re.findall(r"^build ([^:|]+)", ninja, re.MULTILINE) for name in line.split()}


def texts(file, seen):
    """The text of a file and of those of the tests that it includes."""
    if file in seen or not file.is_file():
        return
    seen.add(file)
    text = file.read_text()
    yield text
    for name in INCLUDE.findall(text):
        yield from texts(source / name, seen)
        yield from texts(file.parent / name, seen)


def tests_in(files):
    """The names, as GoogleTest gives them but for parameters."""
    seen, text = set(), ""
    for file in files:
        text += "\n".join(texts(file, seen))
    tests = {}
    for suite, test in TEST.findall(text):
        tests.setdefault(suite, []).append(test)
    for suite, names in tests.items():
        yield from (f"{suite}.{name}" for name in names)
    for typed, prefix, suite in INSTANCE.findall(text):
        yield from (f"{prefix}/{suite}{'/0' if typed else ''}.{name}" for name in tests.get(suite, []))


def programs():
    """Each program of tests: its target, and the names of its tests, parameters too where it was built before."""
    sources = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        target = re.search(r"CMakeFiles/([^/]+)\.dir/", entry["command"])
        if target:
            sources.setdefault(target[1], []).append(pathlib.Path(entry["file"]))
    for call in re.findall(r"-D TEST_TARGET=.*?GoogleTestAddTests\.cmake", ninja):
        target = re.search(r"TEST_TARGET=(\S+)", call)[1]
        prefix = re.search(r"TEST_PREFIX=([^ \"]*)", call)[1]
        listed = pathlib.Path(re.search(r"CTEST_FILE=(\S+)", call)[1])
        built = re.findall(r"^add_test\(\[=\[(.*?)\]=\]", listed.read_text(), re.MULTILINE) if listed.exists() else []
        yield target, [*(prefix + name for name in tests_in(sources.get(target, []))), *built]


targets = {target for target, names in programs() if any(map(wanted.search, names))}
for file in build.rglob("CTestTestfile.cmake"):
    for line in file.read_text().splitlines():
        test = re.match(r"(?:add_test|set_tests_properties)\(\[=\[(.*?)\]=\](.*)", line)
        if not test or not wanted.search(test[1]):
            continue
        if test[1].startswith("consumer."):
            sys.exit()
        for path in re.findall(rf'{re.escape(str(build))}/[^";]+', test[2].split("_BACKTRACE_TRIPLES")[0]):
            path = str(pathlib.Path(path).relative_to(build))
            targets.update({path, f"{path}/all"} & outputs)
print("\n".join(sorted(targets)))
# SPDX-License-Identifier: Apache-2.0
