#!/usr/bin/env python3
"""Times `strider reduce --column`, `histogram` and `compact` on a CSV file against what Debian has for such tasks.

tools/bench_tables.py STRIDER [--rows N] [--rounds N] > results/tables.txt

Makes a file of N rows x 5 columns (10^7 unless given) in $TMPDIR, which is gone afterwards; runs all tools in turn,
round after round, and prints the median of each one's times, wall clock and processor, and how many times as long as
strider it took. Every answer is checked against that of the data as they were made. Tools that are not installed are left out.
libcsv is Debian's CSV reader for C: a program of 20 lines with it is compiled here, where it is installed.
"""
import argparse
import os
import random
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HEADER = "id,city,price,qty,weight\n"
BLOCK = 100_000  # rows that are made once, and repeated

LIBCSV = r"""
#include <csv.h>
#include <stdio.h>
#include <stdlib.h>
static int column, header = 1; static double sum;
static void cell(void *text, size_t size, void *unused) {
    (void)size; (void)unused;
    if (++column == 3 && !header) sum += strtod(text, 0);
}
static void row(int end, void *unused) { (void)end; (void)unused; column = 0; header = 0; }
int main(int count, char **words) {
    static char piece[1 << 20]; struct csv_parser parser; size_t got; FILE *in = fopen(words[count - 1], "rb");
    csv_init(&parser, CSV_APPEND_NULL);
    while ((got = fread(piece, 1, sizeof piece, in)) > 0) csv_parse(&parser, piece, got, cell, row, 0);
    csv_fini(&parser, cell, row, 0);
    printf("%.17g\n", sum);
    return 0;
}
"""


def make_table(path, rows):
    """Writes the table; gives the sum of price, the counts of 4 bins of it, and how many rows `compact` keeps."""
    draw = random.Random(1)
    lines, total, bins, kept = [], 0, [0] * 4, 0
    for at in range(BLOCK):
        cents, qty = draw.randrange(10_000), draw.randrange(1, 21)
        lines.append(f"{at},{draw.choice(['Oslo', 'Rome', 'Lima', 'Nairobi'])},{cents / 100:.2f},{qty},{draw.uniform(0, 1000):.6f}\n")
        total += cents
        bins[cents // 2500] += 1
        kept += cents > 300 and qty < 10
    block, times = "".join(lines).encode(), rows // BLOCK
    with open(path, "wb") as file:
        file.write(HEADER.encode())
        for _ in range(times):
            file.write(block)
    return total / 100 * times, [one * times for one in bins], kept * times


def contenders(strider, path, out, folder):
    """By task: the tools, each a name and a command; how their output is read."""
    mawk_sum = 'NR > 1 { s += $3; n++; if (n == 1 || $3 < a) a = $3; if (n == 1 || $3 > b) b = $3 } END { printf "%.17g %.17g %g %g\\n", s, s / n, a, b }'
    mawk_bins = 'NR > 1 { b[int($3 / 25)]++ } END { for (k = 0; k < 4; k++) print b[k] }'
    mawk_rows = 'NR == 1 || ($3 > 3 && $4 < 10)'
    tasks = {
        "reduce": [
            ("strider", [strider, "reduce", path, "--column", "price", "--format", "csv"]),
            ("datamash", ["datamash", "-t,", "--header-in", "sum", "3", "mean", "3", "min", "3", "max", "3"]),
            ("mlr", ["mlr", "--icsv", "--ocsv", "stats1", "-a", "sum,mean,min,max", "-f", "price", path]),
            ("mawk", ["mawk", "-F,", mawk_sum, path]),
            ("gawk", ["gawk", "-F,", mawk_sum, path]),
        ],
        "histogram": [
            ("strider", [strider, "histogram", path, "--column", "price", "--bins", "4", "--range", "0,100", "--format", "csv"]),
            ("mlr", ["mlr", "--icsv", "--ocsv", "histogram", "-f", "price", "--lo", "0", "--hi", "100", "--nbins", "4", path]),
            ("mawk", ["mawk", "-F,", mawk_bins, path]),
            ("gawk", ["gawk", "-F,", mawk_bins, path]),
        ],
        "compact": [
            ("strider", [strider, "compact", path, "--where", "price > 3 && qty < 10", "-o", out]),
            ("mlr", ["mlr", "--csv", "filter", "$price > 3 && $qty < 10", path]),
            ("mawk", ["mawk", "-F,", mawk_rows, path]),
            ("gawk", ["gawk", "-F,", mawk_rows, path]),
        ],
    }
    source, program = os.path.join(folder, "libcsv.c"), os.path.join(folder, "libcsv")
    with open(source, "w") as file:
        file.write(LIBCSV)
    if subprocess.run(["cc", "-O2", "-o", program, source, "-lcsv"], stderr=subprocess.DEVNULL).returncode == 0:
        tasks["reduce"].append(("libcsv", [program, path]))
    return {task: [one for one in all if shutil.which(one[1][0])] for task, all in tasks.items()}


def timed(command, path, out):
    """Seconds by the clock and of the processor; standard output goes to `out`."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    with open(path, "rb") as source, open(out, "wb") as to:
        subprocess.run(command, stdin=source, stdout=to, check=True)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def check(task, name, printed, rows_file, expected):
    """Ends the program where a tool's answer is not that of the data."""
    total, bins, kept = expected
    if task == "compact":
        with open(rows_file if name == "strider" else printed, "rb") as file:
            right = sum(1 for _ in file) == kept + 1
    else:
        with open(printed) as file:
            lines = [line.replace(",", " ").split() for line in file]
        words = lines[-1]
        if task == "histogram":
            counts = [int(float(words[-1])) for words in lines if words and words[-1].replace(".", "").isdigit()]
            right = counts == bins
        else:
            right = any(abs(float(word) / total - 1) < 1e-9 for word in words if word.replace(".", "").replace("e+", "").isdigit())
    if not right:
        sys.exit(f"{task}: the answer of {name} is wrong")


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("strider")
    options.add_argument("--rows", type=int, default=10_000_000)
    options.add_argument("--rounds", type=int, default=5)
    given = options.parse_args()
    with tempfile.TemporaryDirectory(prefix="strider-tables-") as folder:
        path = os.path.join(folder, "table.csv")
        printed, rows_file = os.path.join(folder, "printed"), os.path.join(folder, "rows.csv")
        expected = make_table(path, given.rows)
        tasks = contenders(os.path.abspath(given.strider), path, rows_file, folder)
        times = {}
        for _ in range(given.rounds):
            for task, tools in tasks.items():
                for name, command in tools:
                    times.setdefault((task, name), []).append(timed(command, path, printed))
                    check(task, name, printed, rows_file, expected)
                    print(f"{task} {name} {times[task, name][-1][0]:.2f} s", file=sys.stderr, flush=True)
        size = os.path.getsize(path) / 1e6
    print(f"{given.rows:,} rows x 5 columns, {size:.0f} MB; medians of {given.rounds} rounds in turn, {os.cpu_count()} cores")
    print(f"{'task':<10} {'tool':<9} {'s':>7} {'processor s':>12} {'times strider':>14}")
    for task, tools in tasks.items():
        medians = {name: [statistics.median(column) for column in zip(*times[task, name])] for name, _ in tools}
        for name, (wall, processor) in medians.items():
            print(f"{task:<10} {name:<9} {wall:7.2f} {processor:12.2f} {wall / medians['strider'][0]:14.2f}")


if __name__ == "__main__":
    main()
# SPDX-License-Identifier: Apache-2.0
