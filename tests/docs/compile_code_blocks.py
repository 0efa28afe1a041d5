#!/usr/bin/env python3
"""Compiles every ```cpp block of the documents given, or of all of ours: what they show must be what the library has.

A fragment is put into a function, after given.hpp, which declares the names that our documents take as given. A file has
one target: a block that names strider::gpu beside others is compiled once by the host's compiler, without the lines
that name it, and once by nvcc, where there is one, without the lines that name strider::cpu. Kernels alone are compiled
for the executor. A block of something else than complete C++ is marked ```text.
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


def translation_unit(code, without=None):
    """The block as a file; lines that name the policy `without` are left out."""
    lines = [line for line in code.splitlines() if not (without and re.search(rf"strider::{without}\b", line))]
    includes = re.findall(r"#include [<\"][^>\"]+[>\"]", code)  # also in a comment: "#include <...>" beside its call
    body = [line for line in lines if not line.startswith("#include")]
    if not DEFINITIONS.search(code):
        body = ["void fragment() {", *body, "}"]
    return "\n".join([*includes, '#include "given.hpp"', *body, ""])


def compilations(code, options):
    """(what to say of it, command without the file, the file's suffix, its text)"""
    compiler = options.compiler
    if "mpi_communicator" in code:  # by MPI's own compiler, where there is one
        compiler = shutil.which("mpicxx")
        if not compiler:
            return
    include = [f"-I{folder}" for folder in (ROOT / "include", ROOT / "simt/include", ROOT, HERE)]
    host = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-DSTRIDER_CPU=1", *include]
    on_gpu = re.search(r"strider::gpu\b", code)
    if on_gpu and options.nvcc:
        yield ("nvcc", [options.nvcc, "-std=c++20", "-arch=sm_90", "--extended-lambda", "-Xcicc", "-O0", "-c", "-o",
                        "/dev/null", *include], ".cu", translation_unit(code, without="cpu"))
    if re.search(r"__global__|strider::simt\b", code):
        if not on_gpu:
            yield ("the executor's dialect", [*host, "-x", "c++", "-DSTRIDER_SIMT", "-Wno-unknown-pragmas", "-include",
                                              "strider/simt/dialect.hpp"], ".cu", translation_unit(code))
    elif not on_gpu or re.search(r"strider::(cpu|serial)\b", code):
        yield "the host's compiler", host, ".cpp", translation_unit(code, without="gpu")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", default="c++")
    parser.add_argument("--nvcc", help="where there is one")
    parser.add_argument("documents", nargs="*", type=pathlib.Path)
    options = parser.parse_args()
    documents = options.documents or sorted({path for pattern in DOCUMENTS for path in ROOT.glob(pattern)})
    compiled, skipped, wrong = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for document in documents:
            for line, code in blocks(document.read_text()):
                tries = list(compilations(code, options))
                skipped += not tries
                for by, command, suffix, text in tries:
                    file = pathlib.Path(folder) / f"block{suffix}"
                    file.write_text(text)
                    result = subprocess.run([*command, str(file)], capture_output=True, text=True)
                    compiled += 1
                    if result.returncode != 0:
                        wrong += 1
                        print(f"{document}:{line}: this block does not compile ({by}):\n{result.stderr}{result.stdout}")
    print(f"{compiled} compilations of code blocks, {wrong} wrong, {skipped} skipped for want of nvcc or MPI")
    if compiled + skipped == 0:
        sys.exit("there is no code block in " + ", ".join(map(str, documents)))
    sys.exit(wrong != 0)


if __name__ == "__main__":
    main()
