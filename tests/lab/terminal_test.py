#!/usr/bin/env python3
"""On a terminal of 80 columns tables are no wider, colours obey NO_COLOR, and progress is shown.

    terminal_test.py STRIDER FOLDER_OF_MODULES
"""
import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import termios

STRIDER, MODULES = sys.argv[1:]
COLUMNS = 80


def run(words, **environment):
    """What the command writes to a terminal: standard output, and standard error apart."""
    terminals = [pty.openpty() for _ in range(2)]
    for _, inside in terminals:
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    env = {"PATH": os.environ["PATH"], "TERM": "xterm", "STRIDER_MODULES": MODULES, **environment}
    process = subprocess.Popen([STRIDER, *words], stdin=subprocess.DEVNULL, stdout=terminals[0][1], stderr=terminals[1][1], env=env)
    for _, inside in terminals:
        os.close(inside)
    texts = []
    for outside, _ in terminals:
        text = b""
        try:
            while piece := os.read(outside, 65536):
                text += piece
        except OSError:  # the other end is closed
            pass
        texts.append(text.decode())
    assert process.wait() == 0, texts
    return texts


def plain(text):
    return re.sub(r"\033\[[0-9;]*[mK]", "", text).replace("\r", "")


LADDER = ["ladder", "reduce", "--elements", "1000", "--device"]
RESULTS = pathlib.Path(__file__).parents[2] / "results"
RECORDS = [str(path) for path in sorted(RESULTS.glob("*-ladder.jsonl"))]
assert RECORDS
for words in [["list"], ["devices"], ["reproduce"], *(["compare", path, path] for path in RECORDS)]:
    wide = [line for line in plain(run(words)[0]).split("\n") if len(line) > COLUMNS]
    assert not wide, (words, wide)
for words in [[], LADDER + ["emulator"], LADDER + ["cpu"], LADDER + ["cpu", "--whole-program"], ["explain", "reduce", "--elements", "1000", "--device", "emulator"]]:
    out, error = run(words)
    is_code = lambda line: line[:1] in "+-@ " and words[:1] == ["explain"]  # the diff is the source's own
    wide = [line for line in plain(out).split("\n") if len(line) > COLUMNS and not is_code(line)]
    assert not wide, (words, wide)
    assert "\033[1m" in out, words
    assert ("\033[34m" in out) == (words[:1] == ["explain"]), words  # keywords of the diff
    assert "verifying" in error, words
    out, error = run(words, NO_COLOR="1")
    assert "\033" not in out, words
    assert "verifying" in error, words
print("tables fit")
# SPDX-License-Identifier: Apache-2.0
