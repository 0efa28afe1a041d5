#!/usr/bin/env python3
"""Whether lists that are kept by hand name everything: a file of each pattern stands, by its name, in the lists beside it."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
NO_CALLS = {"distributed", "views"}  # headers of the library that hold no calls of their own
OWN_TESTS = {"atomic", "lock", "number_types", "workspace"}  # suites that a file of each backend instantiates


def text(path):
    return (ROOT / path).read_text()


def names(pattern, form="{stem}"):
    """By the form, what stands for each file: {stem}, {name}, or {path} from the pattern's folder without wildcards."""
    base = ROOT / re.split(r"/[^/]*\*", pattern)[0]
    return {form.format(stem=path.stem, name=path.name, path=path.relative_to(base)) for path in ROOT.glob(pattern)}


def listed(said, *paths):
    """(what, where) of each that no path's text has as a word."""
    for path in paths:
        there = text(path)
        for name in sorted(said):
            if not re.search(rf"(?<![\w/]){re.escape(name)}(?!\w)", there):
                yield f"{path} does not name {name}"


def public_headers():
    """Headers of the checker that programs include: those whose names begin with strider/check/."""
    for path in [*ROOT.glob("check/**/*.h*"), *ROOT.glob("check/**/CMakeLists.txt"), *ROOT.glob("check/compile/*.cpp")]:
        yield from re.findall(r"strider/check/([\w/]+\.hp?p?)", path.read_text())


calls = names("include/strider/*.hpp") - NO_CALLS
kinds = re.search(r"enum class finding_kind.*?\{(.*?)\}", text("emulator/include/strider/emulator/session.hpp"), re.S)[1]
kinds = {word.replace("_", "-") for word in re.findall(r"^\s*(\w+)[,\s]", re.sub(r"//.*", "", kinds), re.M)}
suites = {name.removesuffix("_conformance").title().replace("_", "") for name in names("tests/library/*_conformance.hpp") - {f"{name}_conformance" for name in OWN_TESTS}}
wrong = [
    *listed(suites, "tests/library/suites.cmake"),
    *(f"{path.relative_to(ROOT)} names {page}, which is not there" for path in ROOT.glob("include/**/*.hpp")
      for page in re.findall(r"docs/[\w/-]+\.md", path.read_text()) if not (ROOT / page).exists()),
    *listed({f"../include/strider/{name}.hpp" for name in calls}, "docs/library.md"),
    *listed(names("lab/commands/*.cpp") - {"first_screen"}, "lab/cli/commands.cpp"),
    *listed(kinds, "docs/emulator.md", "lab/base/output/sarif.cpp"),
    *listed(names("docs/*.md", "{name}") - {"index.md"}, "docs/index.md"),
]
for house in ("emulator", "check", "check/runtime", "lab"):
    sources = names(f"{house}/**/*.cpp", "{path}")
    wrong += listed({name for name in sources if house != "check" or not name.startswith(("runtime/", "shims/"))}, f"{house}/CMakeLists.txt")
for folder, _, name in {header.rpartition("/") for header in public_headers()}:
    shown = f"check/{folder}/CMakeLists.txt"
    if (ROOT / "check" / folder / name).exists() and "thrust/include" not in folder:
        wrong += listed({name}, shown)
print("\n".join(wrong) or "the lists name everything")
sys.exit(bool(wrong))
# SPDX-License-Identifier: Apache-2.0
