#!/usr/bin/env python3
"""Makes a program of the tables of a page that sets another library's calls beside ours: call_tables.py PAGE PROGRAM

A row of a table whose head has a column "Strider" is a test: what stands there is called with the names of
call_tables.hpp, and must give what call_results.txt says. Such a cell holds code, of several statements a span each
with <br> between, or begins with "none". Where nvcc compiles the program, the first column's code is compiled with it; a call
over the device gets the `temp` and `bytes` that the page leaves out.
"""
import pathlib
import re
import sys


RESULTS = pathlib.Path(__file__).with_name("call_results.txt")


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def code(cell):
    return [] if cell.startswith("none") else re.findall(r"`([^`]+)`", cell)


def rows(page):
    """(line's number, theirs, ours, both lists of code, and what ours gives) of every row with a call of ours."""
    ours, results = None, dict(line.split(" => ") for line in RESULTS.read_text().splitlines() if not line.startswith("#"))
    for number, line in enumerate(page.read_text().splitlines(), 1):
        if not line.startswith("|"):
            ours = None
        elif "Strider" in cells(line):
            ours = cells(line).index("Strider")
        elif ours is not None and not line.startswith("| ---"):
            row = cells(line)
            if len(row) <= ours or not (code(row[ours]) or row[ours].startswith("none")):
                sys.exit(f"{page}:{number}: name the call of ours, or say none")
            if code(row[ours]):
                call = statements(code(row[ours]))
                if call not in results:
                    sys.exit(f"{page}:{number}: say in {RESULTS.name} what this gives: {call}")
                yield number, code(row[0]), code(row[ours]), results[call]


def statements(spans):
    return " ".join(span + ";" for span in spans)


def expectations(result):
    """`output = 3 4; total = 7`: the first elements of the one, and the other."""
    for each in result.split(";"):
        name, values = each.split("=")
        yield f"    expect({name.strip()}, {{{', '.join(values.split())}}});"


def with_scratch(span):
    return re.sub(r"^(Device(?!Transform|For)\w+::\w+(?:<[^>]*>)?\()", r"\1temp, bytes, ", span)


def shared_memory(statement):
    """CUB's TempStorage of what is made with `temp`."""
    made = re.search(r"(\w+<[^()]*>)\(temp\)", statement)
    return f"__shared__ typename {made[1]}::TempStorage temp;" if made else ""


def kernel(name, statement, before=""):
    return f"__global__ void {name}(block_memory all) {{ NAMES_OF_A_THREAD(all); {before} {statement} all.keep(value, items); }}"


def program(page):
    yield '#include "tests/docs/call_tables.hpp"'
    for number, theirs, ours, gives in rows(page):
        line, name = f'#line {number} "{page}"', f"{page.stem.replace('-', '_')}_line_{number}"
        if re.search(r"\b(block|warp)::", ours[0]):
            if theirs:
                yield from ["#if defined(__CUDACC__)", line,
                            kernel("kernel_of_their_" + name, statements(theirs), shared_memory(theirs[0])), "#endif"]
            yield from [line, kernel("kernel_of_" + name, statements(ours)), f"CALL({name}) {{ run_a_block(kernel_of_{name});"]
        else:
            if theirs:
                their_call = statements(map(with_scratch, theirs))
                yield from ["#if defined(__CUDACC__)", line, f"CALL(their_{name}) {{ {their_call} }}", "#endif"]
            yield from [line, f"CALL({name}) {{ {statements(ours)}"]
        yield from [line, *expectations(gives), "}"]


def main():
    page, to = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    lines = list(program(page))
    if len(lines) == 1:
        sys.exit(f"{page}: there is no table with a column Strider")
    to.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
# SPDX-License-Identifier: Apache-2.0
