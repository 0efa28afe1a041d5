"""strider::serial is headers alone: a program of it compiles, links and runs with and without optimisation, includes nothing
of oneTBB, wherever that is installed, and strider::cpu is refused in one line.

    python3 headers_alone.py COMPILER INCLUDE FOLDER
"""
import pathlib
import re
import subprocess
import sys

compiler, include, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
folder.mkdir(parents=True, exist_ok=True)
command = [compiler, "-std=c++20", f"-I{include}"]
calls = "".join(f"#include <strider/{header.name}>\n" for header in sorted((include / "strider").glob("*.hpp")))


def program(policy):
    source = folder / "program.cpp"
    source.write_text(f"#include <vector>\n{calls}"
                      "int main() {\n    const std::vector<int> values{1, 2, 3};\n"
                      f"    return strider::reduce({policy}, values) == 6 ? 0 : 1;\n}}\n")
    return source


for optimised in ["-O0", "-O2"]:  # without, functions of oneTBB that nothing calls are made, and do not link
    subprocess.run([*command, optimised, "-MD", program("strider::serial{}"), "-o", folder / "program"], check=True)
    subprocess.run([folder / "program"], check=True)
depends = "".join(file.read_text() for file in folder.glob("*.d"))
if not depends or re.search(r"/(tbb|oneapi)/", depends):
    sys.exit(f"a program of strider::serial includes oneTBB:\n{depends}")
refused = subprocess.run([*command, "-fsyntax-only", program("strider::cpu{}")], capture_output=True, text=True)
errors = re.findall(r"error: .*", refused.stderr)
if refused.returncode == 0 or len(errors) != 1 or "cpu_if_linked" not in errors[0]:
    sys.exit(f"strider::cpu was not refused in one line:\n{refused.stderr}")
# SPDX-License-Identifier: Apache-2.0
