"""The calls of strider::serial on a machine that has no oneTBB: every header of calls compiles and runs, and strider::cpu is
refused in one line. oneTBB's headers are hidden by folders that have links to all else.

    python3 serial_without_tbb.py COMPILER INCLUDE FOLDER
"""
import pathlib
import re
import shutil
import subprocess
import sys

compiler, include, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
HIDDEN = {"tbb", "oneapi"}


def search_folders():
    said = subprocess.run([compiler, "-E", "-x", "c++", "-", "-v"], input="", capture_output=True, text=True, check=True).stderr
    return [pathlib.Path(line.strip()) for line in said.split("<...> search starts here:")[1].split("End of search")[0].splitlines()
            if line.strip()]


def without_tbb(place, name):
    if not any((place / hidden).exists() for hidden in HIDDEN):
        return place
    links = folder / name
    links.mkdir()
    for entry in place.iterdir():
        if entry.name not in HIDDEN:
            (links / entry.name).symlink_to(entry)
    return links


shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
places = [without_tbb(place, f"include{i}") for i, place in enumerate(search_folders())]
command = [compiler, "-std=c++20", "-nostdinc", "-nostdinc++", *[f"-isystem{place}" for place in places], f"-I{include}"]
calls = "".join(f"#include <strider/{header.name}>\n" for header in sorted((include / "strider").glob("*.hpp")))


def program(policy):
    source = folder / "program.cpp"
    source.write_text(f"#if __has_include(<tbb/parallel_for.h>)\n#error oneTBB is not hidden\n#endif\n#include <vector>\n{calls}"
                      "int main() {\n    const std::vector<int> values{1, 2, 3};\n"
                      f"    return strider::reduce({policy}, values) == 6 ? 0 : 1;\n}}\n")
    return source


subprocess.run([*command, program("strider::serial{}"), "-o", folder / "program"], check=True)
subprocess.run([folder / "program"], check=True)
refused = subprocess.run([*command, "-fsyntax-only", program("strider::cpu{}")], capture_output=True, text=True)
errors = re.findall(r"error: .*", refused.stderr)
if refused.returncode == 0 or len(errors) != 1 or "with_oneTBB" not in errors[0]:
    sys.exit(f"strider::cpu was not refused in one line:\n{refused.stderr}")
