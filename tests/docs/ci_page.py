#!/usr/bin/env python3
"""Does what docs/ci.md says, to the letter, where no CUDA toolkit is on the path.

    ci_page.py submodule PRESET     the workflow's commands, with this checkout in third_party/strider, built as PRESET
    ci_page.py installed PREFIX     the CMake project and the Makefile, with what is installed in PREFIX

What needs a package manager is left out. Exit status 1 where a command does something else than the page says.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs/ci.md").read_text()
APP = ROOT / "tests/consumer/library/app"


def blocks(language):
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.M | re.S)


def run(command, folder, environment, status=0):
    ran = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if ran.returncode != status:
        sys.exit(f"{command}: exit status {ran.returncode}, not {status}\n{ran.stdout}")
    return ran.stdout


def without_a_toolkit(**more):
    keep = {name: os.environ[name] for name in ("HOME", "TMPDIR", "CCACHE_DIR") if name in os.environ}
    return {**keep, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", **more}


def submodule(folder, preset):
    (folder / "third_party").mkdir()
    (folder / "third_party/strider").symlink_to(ROOT)
    (folder / "tests").mkdir()
    shutil.copy(ROOT / "tests/consumer/program.cu", folder / "tests/reduce.cu")
    lines = re.findall(r"^ +(?:run: (?!\|))?(third_party/strider/run .*)$", blocks("yaml")[0], re.M)
    if len(lines) < 3:
        sys.exit(f"the workflow has only these commands: {lines}")
    for line in lines:
        run(line, folder, without_a_toolkit(STRIDER_PRESET=preset))
    if '"ruleId"' in (folder / "reduce.sarif").read_text():
        sys.exit("reduce.sarif has a finding")
    run(lines[1].replace("reduce.cu", "wrong.cu"), folder, without_a_toolkit(STRIDER_PRESET=preset), status=2)


def installed(folder, prefix):
    shutil.copytree(APP, folder, dirs_exist_ok=True)
    environment = without_a_toolkit(PATH=f"{prefix}/bin:/usr/bin:/bin", CMAKE_PREFIX_PATH=prefix)
    run("strider check -I include -DALLOCATED=100 main.cu length.cpp", folder, environment)
    # The project's own target is CUDA's, which is not built here.
    (folder / "CMakeLists.txt").write_text(
        "cmake_minimum_required(VERSION 3.25)\nproject(app LANGUAGES CXX)\nenable_testing()\n"
        "add_executable(app EXCLUDE_FROM_ALL main.cu length.cpp)\ntarget_include_directories(app PRIVATE include)\n"
        "target_compile_definitions(app PRIVATE ALLOCATED=100)\n" + blocks("cmake")[0])
    run("cmake -S . -B build && cmake --build build && ctest --test-dir build --no-tests=error", folder, environment)
    (folder / "Makefile").write_text(
        "NVCC = nvcc\nCPPFLAGS = -Iinclude\napp: main.o length.o\n\t$(CXX) -o $@ $^ -L/usr/local/cuda/lib64 -lcudart\n"
        "main.o: main.cu\n\t$(NVCC) -O3 -arch=sm_90 $(CPPFLAGS) -DALLOCATED=100 -c $< -o $@\n")
    for line in re.findall(r"`(make NVCC[^`]*)`", PAGE):
        run(f"{line} && ./app && rm app *.o", folder, environment)
    link = re.findall(r"`(g\+\+ [^`]*)`", PAGE)[0]
    run(f"strider-nvcc -Iinclude -DALLOCATED=100 -c main.cu length.cpp && {link} && ./app", folder, environment)


def main():
    where, what = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        {"submodule": submodule, "installed": installed}[where](pathlib.Path(folder), what)


if __name__ == "__main__":
    main()
# SPDX-License-Identifier: Apache-2.0
