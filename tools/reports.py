#!/usr/bin/env python3
"""Writes docs/site/: the report of every ladder, an index, and pictures out of the reports for the documents.

    tools/reports.py STRIDER             all ladders
    tools/reports.py STRIDER reduce ...  these alone

The emulator counts the rungs now; the times are those of results/. Pictures are drawn by the reports' own script, in
headless Chromium. The repository keeps the pictures, and of the pages the one of reduce as a sample.
"""
import html
import pathlib
import re
import subprocess
import tempfile

from arguments import strider_and_patterns

ROOT = pathlib.Path(__file__).resolve().parent.parent
SITE = ROOT / "docs/site"

# Of each ladder a rung and a request of its first warp that show what the ladder is about, and what is to be seen.
SHOWN = {
    "reduce": (3, 9, "eight lanes want different words of one bank of shared memory, which serves one word at a time"),
    "segmented-reduce": (1, 3, "every lane reads from a sector (32 bytes) of its own"),
    "softmax": (1, 1, "every lane reads from a sector (32 bytes) of its own"),
    "map": (1, 1, "every lane reads from a sector (32 bytes) of its own"),
    "gather": (1, 2, "every lane reads from a sector (32 bytes) of its own"),
    "scatter": (1, 3, "every lane writes to a sector (32 bytes) of its own"),
    "transpose": (2, 3, "a column of the shared tile lies in one bank, which serves one word at a time"),
    "convolve": (1, 17, "a row of the window begins within a sector (32 bytes), so it takes a fifth sector"),
    "stencil": (4, 1, "each lane loads 16 bytes, the warp four whole lines"),
    "matrix-product": (1, 1, "every lane reads from a sector (32 bytes) of its own"),
    "scan": (5, 17, "its lanes want different words of one bank of shared memory, which serves one word at a time"),
    "compact": (1, 2, "every kept element adds to the same counter"),
    "histogram": (1, 2, "every lane reads a byte from a sector (32 bytes) of its own"),
    "merge": (2, 19, "every lane begins at a place of its own"),
    "sort": (2, 18, "the digits of the keys decide which counters the lanes add to"),
    "critical-section": (5, 3, "all lanes are on one address"),
}

# Where shared memory has a shape to be seen: a rung, and what its first warp does there.
SHAPES = {
    "reduce": (4, "each step adds the upper half of the remaining values to the lower half"),
    "transpose": (2, "the tile is stored by rows and loaded by columns"),
    "convolve": (3, "each output takes nine loads from three rows of the tile and its halo"),
    "scan": (5, "Brent-Kung goes up a tree, then down"),
    "histogram": (3, "the values decide which counters of the block are touched"),
}


def drawn(page, fragment):
    """The document after its script has run, as a browser of 900 pixels shows it."""
    with tempfile.TemporaryDirectory() as profile:
        command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", "--window-size=900,1200", "--virtual-time-budget=20000",
                   "--dump-dom", f"file://{page}#{fragment}"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def picture(document, start):
    """The first drawing behind `start`, as a file of its own: with the colours, without links and the words of pointers."""
    found = re.search(r'<svg [^>]*role="img".*?</svg>', document[document.index(start):], re.S)
    style = re.search(r"<style>(.*?)</style>", document, re.S)[1]
    colours = style[:style.index("* {")] + "\n".join(re.findall(r"^(?:svg|\.(?:rung|cell|sector|shape)).*", style, re.M))
    drawing = re.sub(r'<title>.*?</title>|<text [^>]*></text>|<a href="[^"]*">|</a>', "", found[0]).replace("&nbsp;", " ")
    head, rest = drawing.split(">", 1)
    font = 'svg { font-family: Arial, "DejaVu Sans", sans-serif; background: var(--paper); }'
    return f'{head} xmlns="http://www.w3.org/2000/svg"><style>{html.escape(colours, quote=False)}\n{font}</style>{rest}\n'


def write_index(patterns):
    items = "".join(f'<li><a href="{name}.html">{name}</a>. Look at <a href="{name}.html#rung={rung}&amp;request={request}">rung {rung}</a>: {words}.</li>\n'
                    for name, (rung, request, words) in patterns.items())
    style = (ROOT / "lab/report/report.css").read_text()
    (SITE / "index.html").write_text(
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>Strider: the ladders</title>\n'
        f'<style>\n{style}</style>\n</head>\n<body>\n<header><p class="over">Strider</p><h1>The ladders</h1></header>\n<main>\n'
        "<p>A page each: every step from the naive kernel to the memory roof, with its source, what its lines cost, and its accesses.</p>\n"
        f"<ul>\n{items}</ul>\n</main>\n</body>\n</html>\n")


def main(strider, *wanted):
    strider = pathlib.Path(strider).resolve()
    SITE.mkdir(parents=True, exist_ok=True)
    for name in wanted or SHOWN:
        page = SITE / f"{name}.html"
        subprocess.run([strider, "report", name, "-o", page], check=True)
        rung, request, _ = SHOWN[name]
        document = drawn(page, f"rung={rung}&request={request}")
        (SITE / f"{name}-ladder.svg").write_text(picture(document, '<figure data-chart="ladder"'))
        (SITE / f"{name}-accesses.svg").write_text(picture(document, "</output>"))
        if name in SHAPES:
            (SITE / f"{name}-shape.svg").write_text(picture(drawn(page, f"rung={SHAPES[name][0]}&request=1"), "The shape of the accesses"))
        print(f"{page.relative_to(ROOT)}: {page.stat().st_size // 1024} KiB")
    write_index(SHOWN)


if __name__ == "__main__":
    main(*strider_and_patterns(__doc__))
# SPDX-License-Identifier: Apache-2.0
