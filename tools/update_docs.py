#!/usr/bin/env python3
"""Puts the records under results/ into the documents, between <!-- begin: name --> and <!-- end: name -->, and draws the picture.

    tools/update_docs.py           writes
    tools/update_docs.py --check   changes nothing; exit status 1 where a document is not what its records say

Figures are never typed: a table that is wrong here is a record that is wrong there. The picture needs gnuplot.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


def records():
    for file in sorted((ROOT / "results").glob("*.jsonl")):
        for line in file.read_text().splitlines():
            yield json.loads(line)


def newest(found):
    """The newest record of each rung, type and number of elements."""
    best = {}
    for r in found:
        key = (r["device"], r["type"], r["elements"], r["rung"])
        if key not in best or r["fingerprint"]["date"] >= best[key]["fingerprint"]["date"]:
            best[key] = r
    return [best[key] for key in sorted(best)]


def ladder_records(device, picked=False):
    """Verified sums: of whole ladders, or of rungs picked by number (the library beside CUB)."""
    return newest(r for r in records()
                  if r.get("pattern") == "reduce" and r["device"] == device and "exhibit" not in r and r.get("verified")
                  and r["parameters"]["operation"] == "sum" and ("--rungs" in r["fingerprint"]["command"]) == picked)


def table(head, rows):
    align = ["---" if column[0] != ">" else "---:" for column in head]
    lines = ["| " + " | ".join(column.lstrip(">") for column in head) + " |", "| " + " | ".join(align) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def figure(value, digits=3):
    """`value` with so many significant digits, thousands marked."""
    if value is None:
        return ""
    if value == int(value):
        return f"{int(value):,}"
    decimals = max(0, digits - len(str(int(abs(value)))))
    return f"{value:,.{decimals}f}"


def median(r):
    return r["time"]["kernel_us"]["median"]


def at(found, elements, kind="i32"):
    return [r for r in found if r["elements"] == elements and r["type"] == kind]


def ladder_table(elements, with_counters):
    counted = {r["rung"]: r["counters"] for r in at(ladder_records("simt"), 2 ** 20)}
    rows = []
    for r in at(ladder_records("gpu"), elements):
        c = counted.get(r["rung"], {})
        row = [str(r["rung"]), r["name"], figure(median(r), 4), figure(r["bandwidth_gbps"], 4),
               f"{100 * r['roof_fraction']:.0f}%", figure(r.get("step_speedup")), figure(r.get("cumulative_speedup"))]
        if with_counters:
            row += [figure(c.get("threads_per_instruction")), figure(c.get("shared_wavefronts_per_request")), figure(c.get("barriers"))]
        rows.append(row)
    head = [">#", "rung", ">us", ">GB/s", ">of roof", ">step", ">total"]
    if with_counters:
        head += [">threads / instruction", ">wavefronts / request", ">barriers"]
    return table(head, rows)


def provenance(found):
    fingerprints = {(r["device_name"], r["fingerprint"]["date"][:10], r["fingerprint"]["commit"][:9]) for r in found}
    return "; ".join(f"{name}, {date}, commit {commit}" for name, date, commit in sorted(fingerprints))


def block_ladder():
    found = at(ladder_records("gpu"), 2 ** 26)
    return ladder_table(2 ** 26, True) + "\n\n" + f"({provenance(found)}. Medians of cold launches.)"


def block_times():
    parts = []
    for power in (26, 30):
        found = at(ladder_records("gpu"), 2 ** power)
        if found:
            parts.append(f"2^{power} int32 ({provenance(found)}):\n\n" + ladder_table(2 ** power, False))
    return "\n\n".join(parts)


def block_counters():
    rows = []
    for r in at(ladder_records("simt"), 2 ** 20):
        c = r["counters"]
        rows.append([str(r["rung"]), r["name"], figure(c["launches"]), figure(c["instructions"]), figure(c["threads_per_instruction"]),
                     figure(c["shared_wavefronts"]), figure(c["shared_wavefronts_per_request"]), figure(c["global_sectors"]),
                     figure(c["global_sectors_per_request"]), figure(c["barriers"]), figure(c["atomics"])])
    return table([">#", "rung", ">launches", ">instructions", ">threads per instruction", ">shared wavefronts", ">per request", ">global sectors",
                  ">per request", ">barriers", ">atomics"], rows)


def block_sizes():
    found = {(r["type"], r["elements"], r["rung"]): r for r in ladder_records("gpu", picked=True)}
    kinds = [k for k in ("i32", "f32", "i64", "f64") if any(key[0] == k for key in found)]
    sizes = sorted({key[1] for key in found if (key[0], key[1], 90) in found and (key[0], key[1], 91) in found})
    rows = []
    for n in sizes:
        row = [f"2^{n.bit_length() - 1}"]
        for k in kinds:
            ours, cub = found.get((k, n, 90)), found.get((k, n, 91))
            row.append(f"{median(cub) / median(ours):.2f}" if ours and cub else "")
        rows.append(row)
    return table([">elements"] + [">" + k for k in kinds], rows)


BLOCKS = {"ladder": block_ladder, "sizes": block_sizes, "times": block_times, "counters": block_counters}


def picture():
    found = [r for r in at(ladder_records("gpu"), 2 ** 26)]
    roof = max(r["roof_gbps"] for r in found)
    data = "\n".join(f'"{r["name"]}" {r["bandwidth_gbps"]:.0f} {dict(rung=1, library=2, contender=3)[r["kind"]]}' for r in found)
    script = f"""
set terminal svg size 900,420 font "Helvetica,13" background "white"
$data << END
{data}
END
set yrange [0:{roof * 1.12:.0f}]
set xrange [-0.6:{len(found) - 0.4}]
set boxwidth 0.72
set style fill solid noborder
set xtics rotate by -28 nomirror scale 0
set ytics nomirror
set grid y lc rgb "#dddddd"
set border 3
set ylabel "GB/s"
set key off
set title noenhanced "Sum of 2^26 int32 on an {found[0]['device_name']}: {provenance(found).split(',')[1].strip()}"
set arrow from -0.6,{roof} to {len(found) - 0.4},{roof} nohead lw 1.5 dt 2 lc rgb "#444444"
set label "roof: {roof:.0f} GB/s read" at -0.5,{roof * 1.05} tc rgb "#444444"
color(k) = k == 1 ? 0x7a9cc6 : k == 2 ? 0x2a7f3f : 0xb0b0b0
plot $data using 0:2:(color($3)):xtic(1) with boxes lc rgb variable, "" using 0:($2+{roof * 0.025}):(sprintf("%.0f", $2)) with labels font ",11"
"""
    return subprocess.run(["gnuplot"], input=script, capture_output=True, text=True, check=True).stdout


def main():
    check = sys.argv[1:] == ["--check"]
    stale = []
    for document in (ROOT / "README.md", ROOT / "ladders/reduce/README.md"):
        text = document.read_text()
        new = re.sub(r"(<!-- begin: (\w+) -->\n).*?(<!-- end: \2 -->)",
                     lambda m: m[1] + BLOCKS[m[2]]() + "\n" + m[3], text, flags=re.S)
        if new != text:
            stale.append(str(document.relative_to(ROOT)))
            if not check:
                document.write_text(new)
    if not check:
        (ROOT / "docs").mkdir(exist_ok=True)
        (ROOT / "docs/reduce-ladder.svg").write_text(picture())
    if stale:
        print(("not up to date: " if check else "updated: ") + ", ".join(stale))
    return 1 if check and stale else 0


sys.exit(main())
