#!/usr/bin/env python3
"""Runs the commands of documents and compares what they print: run_console_blocks.py STRIDER DOCUMENT [--write]

In a block of ```console, a line "$ COMMAND" is run by bash in a folder with examples/course, and the lines behind it are what it
prints, on both streams. A line "..." stands for any lines. --write puts in what is printed, but where "..." stands.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def printed(command, folder, strider):
    environment = {"PATH": f"{strider.parent}:{os.environ['PATH']}", "HOME": str(folder), "TERM": "dumb", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return [line.rstrip() for line in done.stdout.splitlines()]


def agrees(said, found):
    pattern = "".join(r"(?:.*\n)*" if line == "..." else re.escape(line) + r"\n" for line in said)
    return re.fullmatch(pattern, "".join(line + "\n" for line in found)) is not None


def main():
    strider, document = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    write = "--write" in sys.argv
    wrong, lines, out, at = 0, document.read_text().split("\n"), [], 0
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "examples/course", pathlib.Path(folder) / "course")
        shutil.copy(ROOT / "docs/photo.npy", folder)
        is_block = False
        while at < len(lines):
            line = lines[at]
            at += 1
            out.append(line)
            is_block = line == "```console" or (is_block and line != "```")
            if not is_block or not line.startswith("$ "):
                continue
            end = next(n for n in range(at, len(lines)) if lines[n] == "```" or lines[n].startswith("$ "))
            said, found = lines[at:end], printed(line[2:], folder, strider)
            if write and "..." not in said:
                said = found
            if not agrees(said, found):
                wrong += 1
                print(f"{document.name}:{at}: {line[2:]}: prints", *found, sep="\n")
            out += said
            at = end
    if write:
        document.write_text("\n".join(out))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
# SPDX-License-Identifier: Apache-2.0
