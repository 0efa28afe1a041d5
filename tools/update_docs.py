#!/usr/bin/env python3
"""Puts the records under results/ into the documents, between <!-- begin: name --> and <!-- end: name -->.

    tools/update_docs.py           writes
    tools/update_docs.py --check   changes nothing; exit status 1 where a document is not what its records say

Figures are never typed: a table that is wrong here is a record that is wrong there.
In ladders/<pattern>/README.md a block is about that pattern.
"""
import argparse
import json
import pathlib
import csv
import re
import sys

import cross_check
from reports import SHAPES, SHOWN as PICTURED

ROOT = pathlib.Path(__file__).resolve().parent.parent
README = ROOT / "README.md"


def records():
    for file in sorted((ROOT / "results").glob("*.jsonl")):
        if file.name in ("state.jsonl", "counts.jsonl"):
            continue
        for line in file.read_text().splitlines():
            yield json.loads(line)


ALL = list(records())
RECORDS = [r for r in ALL if "gpus" not in r]
SCALING = [r for r in ALL if "gpus" in r]


def asked(r):
    """The number of elements that the ladder was asked for; a rung may have taken fewer."""
    return r.get("ladder_elements", r["elements"])


def choices(r):
    """The record's parameters but for the block, which is the rung's own."""
    return tuple(sorted((k, str(v)) for k, v in r["parameters"].items() if k != "block"))


def newest(found):
    """The newest record of each rung of each ladder."""
    best = {}
    for r in found:
        key = (r["device"], r["type"], asked(r), choices(r), r["rung"])
        if key not in best or r["fingerprint"]["date"] >= best[key]["fingerprint"]["date"]:
            best[key] = r
    return [best[key] for key in sorted(best)]


def ladder_records(pattern, device, picked=False):
    """Verified rungs; of reduce either whole ladders, or the rungs picked by number (the library beside CUB)."""
    return newest(r for r in RECORDS
                  if r.get("pattern") == pattern and r["device"] == device and "exhibit" not in r and r.get("verified")
                  and (pattern != "reduce" or ("--rungs" in r["fingerprint"]["command"]) == picked))


def patterns():
    """Those that have records of a GPU, in the order in which their ideas build on each other."""
    text = (ROOT / "ladders/patterns.hpp").read_text()
    order = [p.replace("_", "-") for p in re.findall(r"&(\w+)::description", text)]
    return [p for p in order if ladder_records(p, "gpu")]


def table(head, rows):
    align = ["---" if column[0] != ">" else "---:" for column in head]
    lines = ["| " + " | ".join(column.lstrip(">") for column in head) + " |", "| " + " | ".join(align) + " |"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def filled(head, rows):
    """The table without the columns that say nothing."""
    kept = [at for at in range(len(head)) if any(row[at] not in ("", "0") for row in rows)]
    return table([head[at] for at in kept], [[row[at] for at in kept] for row in rows])


def figure(value, digits=3):
    """`value` with so many significant digits, thousands marked."""
    if value is None:
        return ""
    if value == int(value):
        return f"{int(value):,}"
    if abs(value) < 1:
        return f"{value:.{digits}g}"
    decimals = max(0, digits - len(str(int(abs(value)))))
    return f"{value:,.{decimals}f}"


def size(elements):
    power = elements.bit_length() - 1
    return f"2^{power}" if elements == 2 ** power and power >= 10 else f"{elements:,}"


def median(r):
    return r["time"]["kernel_us"]["median"]


def rate(r):
    """Billions of elements a second."""
    return r["elements"] / median(r) / 1e3


def provenance(found):
    names, commits = {r["device_name"] for r in found}, {r["fingerprint"]["commit"][:9] for r in found}
    return f"{', '.join(sorted(names))}, commit{'s' * (len(commits) > 1)} {', '.join(sorted(commits))}"


def speedup(r, of):
    """The factor, or "=" where the difference is too close to call; records before 0.3.0 do not say."""
    return "=" if r.get(f"{of}_verdict") == "same" else figure(r.get(f"{of}_speedup"))


def percent(r):
    return f"{100 * r['roof_fraction']:.0f}%" if "roof_fraction" in r else ""


def title(found):
    first = found[0]
    words = [f"{name} {value}" if name != "operation" else value for name, value in choices(first)]
    return f"{size(asked(first))} {first['type']}" + "".join(f", {word}" for word in words)


# One problem of each ladder, for the short table: what of its type, size and parameters is asked for.
SHOWN = {
    "reduce": {"type": "i32", "elements": 2 ** 26},
    "segmented-reduce": {"elements": 2 ** 28, "length": "256", "spread": "equal"},
    "map": {"elements": 2 ** 28},
    "gather": {"elements": 2 ** 26, "indices": "random"},
    "scatter": {"elements": 2 ** 26, "indices": "random"},
    "transpose": {"type": "f32", "elements": 2 ** 26},
    "convolve": {"type": "f32", "mask": "9", "boundary": "replicate"},
    "scan": {"type": "i32", "elements": 2 ** 28, "kind": "inclusive"},
    "compact": {"type": "u32", "elements": 2 ** 28, "kept_percent": "50", "order": "any"},
    "histogram": {"type": "u8", "elements": 2 ** 28, "samples": "uniform"},
    "critical-section": {},
}


def is_shown(pattern, r, change={}):
    has = {"type": r["type"], "elements": asked(r), **dict(choices(r))}
    return all(has[name] == value for name, value in {**SHOWN[pattern], **change}.items())


# Other choices whose times stand in a ladder's table: the column's head, and what differs from the problem above.
VARIED = {
    "segmented-reduce": {"length 16": {"length": "16"}, "length 4096": {"length": "4096"}, "power law": {"spread": "power-law"}},
    "gather": {"sequential": {"indices": "sequential"}, "strided": {"indices": "strided"}},
    "scatter": {"sequential": {"indices": "sequential"}, "colliding": {"indices": "colliding"}},
    "transpose": {"16,383 x 16,383": {"elements": 16383 ** 2}},
    "convolve": {"3 x 3": {"mask": "3"}, "15 x 15": {"mask": "15"}},
    "compact": {"0% kept": {"kept_percent": "0"}, "100% kept": {"kept_percent": "100"}},
    "histogram": {"constant": {"samples": "constant"}, "f32, 65,536 bins": {"type": "f32", "bins": "65536"},
                  "f32, 200,000 bins": {"type": "f32", "bins": "200000"}},
}


def shown_counters(pattern):
    """Those that `strider ladder` shows."""
    text = (ROOT / "ladders" / pattern.replace("-", "_") / "problem.hpp").read_text()
    return re.findall(r'"(\w+)"', re.search(r"shown_counters\[\] = \{(.*?)\}", text, re.S)[1])


def block_ladder(pattern):
    """One problem of the ladder: times, speedups, times of other choices, and counters at a smaller size. README has reduce."""
    pattern = pattern if pattern in SHOWN else "reduce"
    records, varied, counters = ladder_records(pattern, "gpu"), VARIED.get(pattern, {}), shown_counters(pattern)
    found = [r for r in records if is_shown(pattern, r)]
    others = [{r["rung"]: r for r in records if is_shown(pattern, r, change)} for change in varied.values()]
    in_executor = {r["rung"]: r for r in ladder_records(pattern, "simt")}
    names = {r["rung"]: r["name"] for group in [*(other.values() for other in others), found] for r in group}
    timed = {r["rung"]: [size(r["elements"]) if "ladder_elements" in r else "", figure(median(r), 4), percent(r), speedup(r, "step"),
                         speedup(r, "cumulative")] for r in found}
    rows = []
    for rung in sorted(names):
        counted = in_executor.get(rung, {"counters": {}})["counters"]
        rows.append([str(rung), names[rung], *timed.get(rung, [""] * 5)] +
                    [figure(median(other[rung]), 4) if rung in other else "" for other in others] +
                    [figure(counted.get(name)) for name in counters])
    head = [">#", "rung", ">elements", ">us", ">of roof", ">step", ">total"] + [f">us, {name}" for name in varied]
    sizes = sorted({asked(r) for r in in_executor.values()})
    return (filled(head + [">" + name.replace("_", " ") for name in counters], rows) +
            f"\n\n{title(found)}; {provenance(found)}. Counters: the executor, {', '.join(map(size, sizes))} elements.")


def block_summary(_):
    """One line a ladder: its first rung, its best, and the best contender, each by elements a second."""
    rows, sources = [], []
    for pattern in patterns():
        found = [r for r in ladder_records(pattern, "gpu") if is_shown(pattern, r)]
        ours = [r for r in found if r["kind"] != "contender"]
        others = [r for r in found if r["kind"] == "contender"]
        first, best = ours[0], max(ours, key=rate)
        row = [f"[{pattern}](../ladders/{pattern.replace('-', '_')}/README.md)", title(found), f"{first['name']}", figure(rate(first)),
               f"{best['name']}", figure(rate(best)), figure(rate(best) / rate(first)), percent(best)]
        peer = max(others, key=rate) if others else None
        row += [peer["name"], figure(rate(best) / rate(peer), 3)] if peer else ["", ""]
        rows.append(row)
        sources += found
    head = ["ladder", "problem", "first rung", ">G/s", "best rung", ">G/s", ">speedup", ">of roof", "best contender", ">ratio"]
    return table(head, rows) + f"\n\n{provenance(sources)}."


def block_sizes(_):
    found = {(r["type"], r["elements"], r["rung"]): r for r in ladder_records("reduce", "gpu", picked=True)}
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


def block_features(_):
    """What the programs of tests/programs say that they use, a group a row."""
    subjects = {}
    for program in sorted((ROOT / "tests/programs").glob("*.cu")):
        for subject, feature in re.findall(r"^// Feature: ([^:]+): (.+)$", program.read_text(), re.M):
            programs = subjects.setdefault(subject, {})
            programs.setdefault(program.name, []).append(feature.replace("<", "\\<"))
    rows = [[subject, "<br>".join(f"[{'; '.join(features)}](../tests/programs/{name})" for name, features in subjects[subject].items())]
            for subject in sorted(subjects, key=str.lower)]
    return table(["subject", "what a program uses"], rows)


# What an exchange costs on H200s of one host (four of them, NV18 between each pair, NCCL 2.28.9, 2026-11-22), and what is
# assumed between hosts of eight: a network card of 400 Gb/s a GPU. Seconds and bytes a second.
EXCHANGE = {"gather": 36e-6, "gather_rate": 325e9, "host": 8, "hop": 5e-6, "network_rate": 50e9}
# The library's calls on one H200, 2^30 elements of 4 bytes (H200, 2026-11-22): bytes read at the read roof, scans in two passes.
# A scan's walk over what all ranks have told is one thread's: estimated, not measured.
ONE_GPU = {"bytes": 2 ** 32, "read_rate": 4.594e12, "scan_rate": 3.726e12, "combine": 10e-6, "walk": 50e-9}


def predicted(call, gpus):
    """Seconds of a call on 2^30 elements of 4 bytes a GPU."""
    e, one = EXCHANGE, ONE_GPU
    hosts = -(-gpus // e["host"])
    rate = e["gather_rate"] if hosts == 1 else e["network_rate"]
    latency = 0 if gpus == 1 else e["gather"] + e["hop"] * (hosts - 1).bit_length()
    read = one["bytes"] / one["read_rate"]
    if call == "reduce":
        return read + (gpus > 1) * (latency + 4 * 2 ** 15 / rate + one["combine"])
    if call == "histogram, 256 bins":
        return read + (gpus > 1) * (latency + 8 * 256 * gpus / rate)
    scan = 2 * one["bytes"] / one["scan_rate"]  # inclusive_scan
    told = gpus * (124 + 69)
    return scan if gpus == 1 else read + scan + 2 * latency + 4 * told / rate + told * one["walk"]


def block_scaling(_):
    """The model's times of calls on 2^30 elements of 4 bytes a GPU, and the newest measured ones."""
    counts = [1, 2, 4, 8, 64, 1024]
    calls = ["reduce", "histogram, 256 bins", "inclusive_scan"]
    rows = []
    for call in calls:
        rows.append([call] + [figure(predicted(call, n) * 1e6, 4) for n in counts])
        measured = {r["gpus"]: r for r in SCALING if r["pattern"] in call and r["scaling"] != "strong" and r.get("verified")
                    and r["elements"] == 2 ** 30 * r["gpus"]}
        if measured:
            rows.append(["measured"] + [figure(measured[n]["time"]["call_us"]["median"], 4) if n in measured else "" for n in counts])
    e = EXCHANGE
    text = (f"Microseconds for 2^30 elements of 4 bytes on each GPU. Rows not named `measured` come from a model. For one GPU the model takes the "
            f"measured rates of memory. Within a host, an all-gather of small messages takes {e['gather'] * 1e6:.0f} us, and every GPU receives "
            f"{e['gather_rate'] / 1e9:.0f} GB/s (four H200, NVLink, NCCL 2.28.9). Between hosts of {e['host']} GPUs the model assumes "
            f"{e['network_rate'] / 1e9:.0f} GB/s per GPU, and {e['hop'] * 1e6:.0f} us more whenever the number of hosts doubles. It assumes "
            f"{ONE_GPU['walk'] * 1e9:.0f} ns for each total that a rank of a scan receives.")
    return text + "\n\n" + table(["call"] + [f">{n} GPU" + "s" * (n > 1) for n in counts], rows)


def quoted(pattern, words):
    """A figure of an answer: {us 4}, {roof 4}, {step 4}, {rate 4}, {speedup 1 4}, {bytes 4} or
    a counter of the executor, {barriers 4}. Behind it choices=value, where the time is not that of the ladder's usual problem."""
    what, *rungs = [word for word in words.split() if "=" not in word]
    wanted = {**SHOWN[pattern], **dict(word.split("=") for word in words.split() if "=" in word)}
    has = lambda r: {"type": r["type"], "elements": asked(r), **dict(choices(r))}
    of = lambda number, wanted: max((r for r in ladder_records(pattern, "gpu") if r["rung"] == int(number)
                                     and all(has(r).get(name) == value for name, value in wanted.items())), key=asked)
    counted = lambda number: next(r for r in ladder_records(pattern, "simt") if r["rung"] == int(number))
    if what == "us":
        return figure(median(of(rungs[0], wanted)), 4)
    if what == "roof":
        return f"{100 * of(rungs[0], wanted)['roof_fraction']:.0f}%"
    if what == "step":
        return figure(of(rungs[0], wanted)["step_speedup"])
    if what == "rate":
        return figure(1e3 * rate(of(rungs[0], wanted)))
    if what == "speedup":
        return figure(rate(of(rungs[1], wanted)) / rate(of(rungs[0], wanted)))
    if what == "bytes":
        r = counted(rungs[0])
        return figure(32 * r["counters"]["global_sectors"] / r["elements"])
    return figure(counted(rungs[0])["counters"][what])


def block_questions(_):
    """Each ladder's questions.txt: a rung and a question on one line, the answer below it. `explain` finds them by the rungs."""
    parts = []
    for pattern in patterns():
        folder = pattern.replace("-", "_")
        text = (ROOT / "ladders" / folder / "questions.txt").read_text().strip()
        text = re.sub(r"\{([a-z][^{}]*)\}", lambda m: quoted(pattern, m[1]), text)
        answers = []
        for number, question, answer in re.findall(r"^(\d+): (.*)\n(.*)$", text, flags=re.M):
            answers.append(f"**{question}** (rung {number})\n{answer}")
        parts.append(f"## [{pattern}](../ladders/{folder}/README.md)\n\n" + "\n\n".join(answers))
    return "\n\n".join(parts)


def block_agreement(_):
    """How many launches of the cross-check are near enough."""
    names = {"sectors": "global sectors", "wavefronts": "shared wavefronts", "instructions": "instructions", "threads": "threads per instruction"}
    rows = [[names[what], f"{cross_check.FIGURES[what][2]:.0%}", f"{near} of {of}"]
            for what, (near, of) in cross_check.shares(cross_check.read()).items()]
    return table(["figure", ">within", ">launches"], rows)


def block_gpu_counters(_):
    """How many rungs CUPTI's counters (results/gpu-counters.csv) and Nsight's agree on, all launches of a rung together."""
    counted = list(csv.DictReader((ROOT / "results/gpu-counters.csv").open()))
    launches = cross_check.read()
    rows = []
    for what, counter in {"sectors": "global_sectors", "wavefronts": "shared_wavefronts", "instructions": "instructions"}.items():
        within, near, of = cross_check.FIGURES[what][2], 0, 0
        for rung in counted:
            same = [r for r in launches if (r["pattern"], r["rung"]) == (rung["pattern"], rung["rung"])]
            if same:
                nsight = sum(float(r[f"hardware_{what}"] or 0) for r in same)
                of, near = of + 1, near + (abs(float(rung[counter]) - nsight) <= within * nsight)
        rows.append([what, f"{within:.0%}", f"{near} of {of}"])
    return table(["figure", ">within", ">rungs"], rows)


def block_pictures(pattern):
    """The pictures that tools/reports.py takes out of the ladder's report."""
    rung, request, words = PICTURED[pattern]
    site = f"../../docs/site/{pattern}"
    page = f" [The report]({site}.html) shows every request." if pattern == "reduce" else ""
    return (f"![The {pattern} ladder on an H200]({site}-ladder.svg)\n\n![Rung {rung}: accesses]({site}-accesses.svg)\n\n"
            f"Rung {rung}, request {request} of the first warp: {words}.{page}" + shape(pattern))


def shape(pattern):
    if pattern not in SHAPES:
        return ""
    rung, words = SHAPES[pattern]
    return (f"\n\n![Rung {rung}: shared memory](../../docs/site/{pattern}-shape.svg)\n\n"
            f"Shared memory of rung {rung}: {words}. Requests run from top to bottom: loads blue, stores green, atomics orange.")


BLOCKS = {name.removeprefix("block_"): block for name, block in list(globals().items()) if name.startswith("block_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 where a document is not what its records say")
    check = parser.parse_args().check
    stale = []
    for document in [README, ROOT / "ladders/README.md", *sorted(ROOT.glob("ladders/*/README.md")), *sorted(ROOT.glob("docs/*.md"))]:
        text = document.read_text()
        pattern = document.parent.name.replace("_", "-")
        new = re.sub(r"(<!-- begin: (\w+) -->\n).*?(<!-- end: \2 -->)",
                     lambda m: m[1] + BLOCKS[m[2]](pattern) + "\n" + m[3], text, flags=re.S)
        if new != text:
            stale.append(str(document.relative_to(ROOT)))
            if not check:
                document.write_text(new)
    if stale:
        print(("not up to date: " if check else "updated: ") + ", ".join(stale))
    return 1 if check and stale else 0


sys.exit(main())
