#!/usr/bin/env python3
"""Compiles every ```cpp block of the documents given, or of all of ours: what they show must be what the library has.

A fragment is put into a function, after given.hpp, which declares the names that our documents take as given. All
fragments for one compiler are one file; where that does not compile, each is compiled by itself, to name the wrong one. A file has
one target: a block that names strider::gpu beside others is compiled once by the host's compiler, without the lines
that name it, and once by nvcc, where there is one, without the lines that name strider::cpu. Kernels alone are compiled
for the emulator. A block of something else than complete C++ is marked ```text.
"""
import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
DOCUMENTS = ["*.md", "docs/**/*.md", "ladders/**/*.md", "examples/**/*.md"]
DEFINITIONS = re.compile(r"^(template|namespace|struct|class|enum|inline|constexpr|concept|__global__|TEST|int main)\b",
                         re.MULTILINE)


def blocks(text):
    """(first line's number, code) of every ```cpp block."""
    for found in re.finditer(r"^```cpp[^\n]*\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, found.start(1)) + 1, found.group(1)


class Block:
    def __init__(self, document, line, code, without=None):
        """Lines that name the policy `without` are left out."""
        self.place = f"{document}:{line}"
        lines = [line for line in code.splitlines() if not (without and re.search(rf"strider::{without}\b", line))]
        self.includes = re.findall(r"#include [<\"][^>\"]+[>\"]", code)  # also in a comment: "#include <...>" beside its call
        self.body = [line for line in lines if not line.startswith("#include")]
        self.is_fragment = not DEFINITIONS.search(code)


def translation_unit(blocks):
    """The blocks as one file; fragments alone may stand together."""
    lines = [*dict.fromkeys(include for block in blocks for include in block.includes), '#include "given.hpp"']
    for number, block in enumerate(blocks):
        lines += [f"void fragment_{number}() {{", *block.body, "}"] if block.is_fragment else block.body
    return "\n".join([*lines, ""])


def compilations(code, options):
    """(what to say of it, command without the file, the file's suffix, the policy whose lines it leaves out)"""
    compiler = options.compiler
    if "mpi_communicator" in code:  # by MPI's own compiler, where there is one
        compiler = shutil.which("mpicxx")
        if not compiler:
            return
    include = [f"-I{folder}" for folder in (ROOT / "include", ROOT / "emulator/include", ROOT, HERE)]
    host = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-DSTRIDER_CPU=1", *include]
    on_gpu = re.search(r"strider::gpu\b", code)
    if on_gpu and options.nvcc:
        yield ("nvcc", [options.nvcc, "-std=c++20", "-arch=compute_90", "--extended-lambda", "-Xcicc", "-O0", "-ptx", "-o",
                        "/dev/null", *include], ".cu", "cpu")
    if re.search(r"__global__|strider::emulator\b", code):
        if not on_gpu:
            yield ("the emulator's dialect", [*host, "-x", "c++", "-DSTRIDER_EMULATOR", "-Wno-unknown-pragmas", "-include",
                                              "strider/emulator/dialect.hpp"], ".cu", None)
    elif not on_gpu or re.search(r"strider::(cpu|serial)\b", code):
        yield "the host's compiler", host, ".cpp", "gpu"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("--nvcc", help="where there is one")
    parser.add_argument("documents", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    documents = options.documents or sorted({path for pattern in DOCUMENTS for path in ROOT.glob(pattern)})
    together, alone, skipped = {}, [], 0
    for document in documents:
        for line, code in blocks(document.read_text()):
            tries = list(compilations(code, options))
            skipped += not tries
            for by, command, suffix, without in tries:
                block, how = Block(document, line, code, without), (by, tuple(command), suffix)
                if block.is_fragment:
                    together.setdefault(how, []).append(block)
                else:
                    alone.append((how, block))
    compiled = len(alone) + sum(map(len, together.values()))
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        def compiles(how, some):
            file = pathlib.Path(folder) / f"block{how[2]}"
            file.write_text(translation_unit(some))
            return subprocess.run([*how[1], str(file)], capture_output=True, text=True)

        for how, some in together.items():
            if compiles(how, some).returncode != 0:
                alone += [(how, block) for block in some]
        for how, block in alone:
            result = compiles(how, [block])
            if result.returncode != 0:
                wrong += 1
                print(f"{block.place}: this block does not compile ({how[0]}):\n{result.stderr}{result.stdout}")
    print(f"{compiled} compilations of code blocks, {wrong} wrong, {skipped} skipped for want of nvcc or MPI")
    if compiled + skipped == 0:
        sys.exit("there is no code block in " + ", ".join(map(str, documents)))
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
# SPDX-License-Identifier: Apache-2.0
