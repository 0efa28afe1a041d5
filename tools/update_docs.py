#!/usr/bin/env python3
"""Puts the records under results/ into the documents, between <!-- begin: name --> and <!-- end: name -->.

    tools/update_docs.py           writes
    tools/update_docs.py --check   changes nothing; exit status 1 where a document is not what its records say
    tools/update_docs.py --fresh   the same, and where a figure of README.md is stale
    tools/update_docs.py --trace   prints, for each figure of README.md, the fields of the records that it is made of, in JSON

Figures are never typed: a table that is wrong here is a record that is wrong there. A figure is stale, and has a dagger, if the
code that it is of has changed since it was measured (tools/records.py). It is left out where another GPU has ones that are not stale.
In ladders/<pattern>/README.md a block is about that pattern.
"""
import argparse
import json
import functools
import operator
import pathlib
import re
import sys
import textwrap

import cross_check
from recorded import (NEWEST_CCCL, README, RECORDS, ROOT, SCALING, STALE, TRACED, WIDTH, asked, card, choices, dagger,
                      field, figure, filled, is_shown, ladder_records, mark, median, microseconds, newest, other_cards,
                      patterns, percent, provenance, rate, shown_problem, size, speedup, table, title, traced)
from records import hash_of
from reports import SHAPES, SHOWN as PICTURED

# Other choices whose times stand in a ladder's table: the column's head, and what differs from the problem above.
VARIED = {
    "segmented-reduce": {"length 16": {"length": "16"}, "length 4096": {"length": "4096"}, "power law": {"spread": "power-law"}},
    "softmax": {"4,096 columns": {"columns": "4096"}},
    "gather": {"sequential": {"indices": "sequential"}, "strided": {"indices": "strided"}},
    "scatter": {"sequential": {"indices": "sequential"}, "colliding": {"indices": "colliding"}},
    "transpose": {"16,383 x 16,383": {"elements": 16383 ** 2}},
    "convolve": {"3 x 3": {"mask": "3"}, "15 x 15": {"mask": "15"}},
    "matrix-product": {"f16": {"inputs": "f16"}, "bf16": {"inputs": "bf16"}},
    "compact": {"0% kept": {"kept_percent": "0"}, "100% kept": {"kept_percent": "100"}},
    "histogram": {"constant": {"samples": "constant"}, "f32, 65,536 bins": {"type": "f32", "bins": "65536"},
                  "f32, 200,000 bins": {"type": "f32", "bins": "200000"}},
    "sort": {"constant keys": {"keys": "constant"}},
}


def shown_counters(pattern):
    """Those that `strider ladder` shows."""
    text = (ROOT / "ladders" / pattern.replace("-", "_") / "problem.hpp").read_text()
    return re.findall(r'"(\w+)"', re.search(r"shown_counters\[\] = \{(.*?)\}", text, re.S)[1])


def block_ladder(pattern, in_readme=False):
    """One problem of the ladder: times, steps, times of other choices, and counters at a smaller size; README has the speedups over
    the first rung and the times of other cards instead of the counters."""
    if not ladder_records(pattern, "gpu"):
        return "No GPU has been measured yet."
    records, varied, counters = ladder_records(pattern, "gpu"), VARIED.get(pattern, {}), [] if in_readme else shown_counters(pattern)
    found = [r for r in records if is_shown(pattern, r)]
    elsewhere = {name: [r for r in ladder_records(pattern, "gpu", on=name) if is_shown(pattern, r)] for name in other_cards(pattern) if in_readme}
    others = [{r["rung"]: r for r in records if is_shown(pattern, r, change)} for change in varied.values()]
    others += [{r["rung"]: r for r in measured} for measured in elsewhere.values()]
    in_emulator = {r["rung"]: r for r in ladder_records(pattern, "emulator")}
    names = {r["rung"]: r["name"] for group in [*(other.values() for other in others), found] for r in group}
    timed = {r["rung"]: [size(r["elements"]) if "ladder_elements" in r else "", microseconds(r), percent(r), speedup(r, "step"),
                         speedup(r, "cumulative") if in_readme else ""] for r in found}

    def count(rung, name):
        r = in_emulator.get(rung)
        if r is None or name not in r["counters"] or (name == "operations" and r["kind"] == "library"):  # which does not count them
            return ""
        return traced(figure(r["counters"][name]), [(r, f"counters/{name}")]) + mark(r)

    rows = [[str(rung), names[rung], *timed.get(rung, [""] * 5)] + [microseconds(other[rung]) if rung in other else "" for other in others] +
            [count(rung, name) for name in counters] for rung in sorted(names)]
    head = [">#", "rung", ">elements", ">us", ">of roof", ">gain", ">total"] + [f">us, {name}" for name in [*varied, *elsewhere]]
    if elsewhere:
        head[3] += f", {card(found[0])}"
    sizes = sorted({asked(r) for r in in_emulator.values()})
    most = "at most " * any(r["elements"] < asked(r) for r in in_emulator.values())
    told = [*found, *(r for measured in elsewhere.values() for r in measured)]
    said = f"\n\nTimes: {title(found)}; {provenance(told)}." + f" Counters: the emulator, {most}{', '.join(map(size, sizes))}." * (not in_readme)
    return dagger(filled(head + [">" + name.replace("_", " ") for name in counters], rows)) + said + about_gains(pattern, timed, names)


def about_gains(pattern, timed, shown):
    """How to read the column of gains."""
    changed = rungs_changed(pattern)
    numbers = [n for n in sorted(shown) if n == 1 or n in changed]
    others = [f"{n} over {changed[n]}" for last, n in zip(numbers, numbers[1:]) if n in timed and timed[n][3] and changed[n] != last]
    compared = "over the rung above" + f" ({', '.join(others)})" * bool(others) + ", per element" * any(row[0] for row in timed.values())
    compared += "; roof: a copy of as many elements" * any(row[0] and row[2] for row in timed.values())
    return f" Gain: {compared}" + "; `=`: too close to call" * any(row[3] == "=" for row in timed.values()) + "."


@functools.cache
def rungs_changed(pattern):
    """By a rung's number, the number of the rung that it changes."""
    files = (ROOT / "ladders" / pattern.replace("-", "_") / "gpu").glob("[0-9]*.cu")
    found = {int(file.name[:2]): int(re.search(r"\.follows = (\d+)", file.read_text())[1]) for file in files}
    return {number: changed for number, changed in found.items() if changed}


# Rungs whose mask is a column times a row: their peers are contenders that know it too.
SEPARABLE = {"convolve": {7, 89, 93}}


def peer_of(best, others):
    """The best contender that does the same work."""
    alike = SEPARABLE.get(best["pattern"], set())
    return max((r for r in others if (r["rung"] in alike) == (best["rung"] in alike)), key=rate, default=None)


def block_summary(_):
    """A line for each ladder and card: its best rung beside the first one, and beside the best contender, by elements a second."""
    rows = []
    for pattern in patterns():
        ladder = f"[{pattern}](../ladders/{pattern.replace('-', '_')}/README.md)"
        for name in [card(ladder_records(pattern, "gpu")[0]), *other_cards(pattern)]:
            found = [r for r in ladder_records(pattern, "gpu", on=name) if is_shown(pattern, r)]
            ours, others = ([r for r in found if (r["kind"] == "contender") == other] for other in (False, True))
            if not ours:
                continue
            first, best = ours[0], max(ours, key=rate)
            peer = peer_of(best, others)
            rows.append([ladder, name, best["name"], figure(rate(best)) + mark(best),
                         figure(rate(best) / rate(first)), percent(best)] +
                        ([peer["name"], figure(rate(best) / rate(peer), 3) + mark(peer)] if peer else ["", ""]))
            ladder = ""
    head = ["ladder", "card", "best rung", ">G/s", ">speedup", ">of roof", "best contender", ">ratio"]
    if len({row[1] for row in rows}) > 1:
        return dagger(table(head, rows))
    return dagger(table(head[:1] + head[2:], [row[:1] + row[2:] for row in rows])) + f"\n\nAll on an {rows[0][1]}."


def block_cccl(_):
    """The library beside the newest CCCL, as beside the toolkit's: a line for each problem, two ratios for each card."""
    ratios, versions = {}, {}
    for ours in newest(r for r in NEWEST_CCCL if r["rung"] == 90 and r["verified"]):
        problem = lambda r: (r["pattern"], card(r), r["type"], asked(r), choices(r))
        here = [r for r in NEWEST_CCCL if problem(r) == problem(ours)]
        there = [r for r in RECORDS if r["device"] == "gpu" and "exhibit" not in r and problem(r) == problem(ours)]
        for which, group in (("newest", here), ("toolkit's", there)):
            best, cub = (next((r for r in group if r["rung"] == rung), None) for rung in (90, 91))
            if best and cub:
                column = f"{which}, {card(ours)}"
                ratios.setdefault((ours["pattern"], title([ours])), {})[column] = figure(median(cub) / median(best)) + mark(best)
                versions.setdefault(column, cub["fingerprint"].get("cub", ""))
    if not ratios:
        return "No card has been measured with it yet."
    rows = [[*which, *(found.get(column, "") for column in versions)] for which, found in ratios.items()]
    told = ", ".join(f"{version} ({column})" for column, version in versions.items())
    return dagger(table(["ladder", "problem", *(f">{column}" for column in versions)], rows)) + f"\n\nCUB {told}."


def of_ladder():
    """Reduce as README shows it, by the rungs' numbers."""
    return {r["rung"]: r for r in ladder_records("reduce", "gpu") if is_shown("reduce", r)}


def block_first_ladder(_):
    """The ladder that README shows, and what README says of it."""
    found = of_ladder()
    ours = [r for r in found.values() if r["kind"] != "contender"]
    best, cub = ours[-1], found[91]
    slower = [before_and_after for before_and_after in zip(ours, ours[1:]) if rate(before_and_after[1]) < rate(before_and_after[0])]
    told = " and ".join(str(after["rung"]) for _, after in slower)
    said = f"Of ours, only rung{'s' * (len(slower) > 1)} {told} {'are' if len(slower) > 1 else 'is'} slower than the one before." if slower else "Each is faster than the rung before."
    story = textwrap.fill(f"These kernels, the rungs of a ladder, add up the same numbers on an {card(best)}. Each rung changes one thing. {said} "
                          f"The roof is the fastest read measured: rung {best['rung']}, the library's call, reaches {percent(best)} of it{mark(best)}, NVIDIA's "
                          f"CUB {percent(cub)}{mark(cub)}:", WIDTH)
    return story + "\n\n" + block_ladder("reduce", in_readme=True)


def block_explained(_):
    """The end of what `explain` prints of README's step, by the records that it reads."""
    found, counted = of_ladder(), {r["rung"]: r for r in ladder_records("reduce", "emulator")}
    passes, time = "counters/shared_wavefronts_per_request", "time/kernel_us/median"
    before, after = ([traced(figure(field(counted[rung], passes)), [(counted[rung], passes)]) for rung in (3, 4)])
    ns = [traced(f"{1e3 * median(found[rung]) / found[rung]['elements']:.4f}", [(found[rung], time)], [(found[rung], "elements")], 1e3) for rung in (3, 4)]
    falls = traced(f"{field(counted[4], passes) / field(counted[3], passes):.2f}x", [(counted[4], passes)], [(counted[3], passes)])
    shorter = traced(f"{median(found[4]) / median(found[3]):.2f}x", [(found[4], time), (found[3], "elements")], [(found[3], time), (found[4], "elements")])
    stale = "".join(sorted({mark(r) for r in (found[3], found[4], counted[3], counted[4])}))
    return f"""```text
$ ./run explain reduce --rungs 4
-    for (unsigned stride = 1; stride < blockDim.x; stride *= 2) {{
-        const unsigned left = 2 * stride * t;
-        if (left < blockDim.x) shared[left] = op(shared[left], shared[left + stride]);
+    for (unsigned stride = blockDim.x / 2; stride > 0; stride /= 2) {{
+        if (t < stride) shared[t] = op(shared[t], shared[t + stride]);

counter                           before      after  ratio  claim  verdict
shared wavefronts per request {before:>10} {after:>10}  {falls}  falls  confirmed
time for an element, ns       {ns[0]:>10} {ns[1]:>10}  {shorter}{stale}
```"""


def block_evidence(_):
    """How often `check` is right, by results/judge.json."""
    record = json.loads((ROOT / "results/judge.json").read_text()) | {"place": ["judge.json", 1]}
    right, programs = ([(record[kind][what], kind) for kind in ("planted", "clean")] for what in ("right", "programs"))
    planted, clean = (traced(figure(n), [(record, f"{kind}/programs")]) for n, kind in programs)
    missed = [(kind, n, of) for (n, kind), (of, _) in zip(right, programs) if n != of]
    wrong = "".join(f" It is wrong on {figure(of - n)} of the {kind} ones." for kind, n, of in missed)
    return textwrap.fill(f"`check` was tried on test programs of a paper about races: {record['suite']}. It finds the planted bug in "
                         f"{traced(figure(record['planted']['right']), [(record, 'planted/right')])} of {planted} programs, and reports nothing in "
                         f"{traced(figure(record['clean']['right']), [(record, 'clean/right')])} of {clean} clean programs "
                         f"([judge.json](results/judge.json)).{wrong}", WIDTH)


def block_sizes(_):
    usual = ladder_records("reduce", "gpu", picked=True)
    measured = [r for name in [card(usual[0]), *other_cards("reduce")] for r in ladder_records("reduce", "gpu", picked=True, on=name)]
    found = {(card(r), r["type"], r["elements"], r["rung"]): r for r in measured}
    columns = list(dict.fromkeys((name, kind) for name, kind, _, _ in sorted(found, key=lambda key: (key[1][1:], key[1][0] == "f", key[0]))))
    rows = []
    for n in sorted({n for _, _, n, _ in found}):
        pairs = [[found.get((*column, n, rung)) for rung in (90, 91)] for column in columns]
        rows.append([f"2^{n.bit_length() - 1}"] + [f"{median(cub) / median(ours):.2f}{mark(ours)}" if ours and cub else "" for ours, cub in pairs])
    return dagger(table([">elements"] + [f">{kind}, {name}" for name, kind in columns], rows)) + f"\n\n{provenance(measured)}."


# The tables of tests/matrix, in words.
CASES = {
    "races": "accesses of one cell", "writes": "ways to write", "messages": "data and a flag", "barriers": "what orders two threads",
    "streams": "operations of two streams", "host": "the host beside its streams", "dependent": "dependent launches",
    "host_buffers": "copies and the ends of the host's buffers", "host_lifetimes": "lives of the host's memory",
    "bounds_inside": "arrays inside of other memory", "programs": "programs of `tests/wrong`, and mended",
}


def block_sanitizer(_):
    """What `check` and compute-sanitizer find of the same cases, by results/sanitizer.json."""
    record = json.loads((ROOT / "results/sanitizer.json").read_text()) | {"place": ["sanitizer.json", 1]}
    rows = []
    for name, of in record["tables"].items():
        count = lambda path: traced(figure(functools.reduce(lambda at, key: at[key], path.split("/"), of)), [(record, f"tables/{name}/{path}")])
        found = [[count(f"{by}/found"), count(f"{by}/false")] for by in ("check", "sanitizer")]
        rows.append([CASES.get(name, name), count("cases"), count("wrong"), *found[0], *found[1]])
    heads = [">cases", ">wrong", ">`check` finds", ">accuses", ">compute-sanitizer finds", ">accuses"]
    return (f"On an {record['gpu']}, with compute-sanitizer {record['sanitizer']} ([sanitizer.json](../results/sanitizer.json)):\n\n"
            + table(["kind", *heads], rows))


def block_features(_):
    """What the programs of tests/programs and tests/hardware say that they use, a group a row."""
    subjects = {}
    for program in [path for folder in ("programs", "hardware") for path in sorted((ROOT / "tests" / folder).glob("*.cu"))]:
        for subject, feature in re.findall(r"^// Feature: (.+?): (.+)$", program.read_text(), re.M):
            subjects.setdefault(subject, []).append(feature.replace("<", "\\<"))
    subjects.pop("whole programs")
    return table(["subject", "what a program uses"], [[subject, "; ".join(subjects[subject])] for subject in sorted(subjects, key=str.lower)])


def named_headers(function):
    """What check/shims/ says in calls of this function of CMake: the first argument, and the headers' names."""
    for path in sorted((ROOT / "check/shims").glob("**/CMakeLists.txt")):
        for first, names in re.findall(rf'^{function}\((".*?"|\S+)\s+([^)]*)\)', path.read_text(), re.M):
            yield first.strip('"'), names.split()


def block_headers(_):
    """The names by which programs include headers of CUDA, a folder a row."""
    folders = {}
    for _, (place, *names) in named_headers("strider_shim"):
        for name in names:
            path = pathlib.PurePath(*pathlib.PurePath(place).parts[1:], name)
            folders.setdefault(path.parent, []).append(path.name)
    if twice := {name for function in ("strider_refuse", "strider_leave") for _, names in named_headers(function) for name in names
                 if pathlib.PurePath(name).name in folders.get(pathlib.PurePath(name).parent, [])}:
        raise SystemExit(f"check/shims has and refuses {', '.join(sorted(twice))}")
    rows = [["" if str(folder) == "." else f"{folder}/", str(len(names)), ", ".join(sorted(set(names)))] for folder, names in sorted(folders.items())]
    return table(["folder", ">headers", "names"], rows)


def reasons(function):
    return table(["reason", "headers"], [[reason, ", ".join(names)] for reason, names in named_headers(function)])


def block_refused_headers(_):
    """The names that check refuses to include, and why."""
    return reasons("strider_refuse")


def block_left_headers(_):
    """The names that check has only from a toolkit."""
    return reasons("strider_leave")


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
    counts = [1, 2, 8, 64, 1024]
    calls = ["reduce", "histogram, 256 bins", "inclusive_scan"]
    rows = []
    for call in calls:
        rows.append([call] + [figure(predicted(call, n) * 1e6, 4) for n in counts])
        measured = {r["gpus"]: r for r in SCALING if r["pattern"] in call and r["scaling"] != "strong" and r.get("verified")
                    and r["elements"] == 2 ** 30 * r["gpus"]}
        if measured:
            rows.append(["measured"] + [figure(measured[n]["time"]["call_us"]["median"], 4) + mark(measured[n]) if n in measured else "" for n in counts])
    e = EXCHANGE
    text = (f"Microseconds for 2^30 elements of 4 bytes on each GPU. Rows not named `measured` come from a model of H200s. It takes measured "
            f"rates of memory, and of an all-gather within a host: {e['gather'] * 1e6:.0f} us, and {e['gather_rate'] / 1e9:.0f} GB/s into every GPU "
            f"(four H200, NVLink, NCCL 2.28.9). Between hosts of {e['host']} GPUs it assumes {e['network_rate'] / 1e9:.0f} GB/s per GPU, and "
            f"{e['hop'] * 1e6:.0f} us more whenever the number of hosts doubles.")
    return text + "\n\n" + dagger(table(["call"] + [f">{n} GPU" + "s" * (n > 1) for n in counts], rows))


def quoted(pattern, words):
    """A figure of an answer: {us 4}, {roof 4}, {step 4}, {rate 4}, {speedup 1 4}, {bytes 4} or
    a counter of the emulator, {barriers 4}. Behind it choices=value, where the time is not that of the ladder's usual problem."""
    what, *rungs = [word for word in words.split() if "=" not in word]
    wanted = {**shown_problem(pattern), **dict(word.split("=") for word in words.split() if "=" in word)}
    has = lambda r: {"type": r["type"], "elements": asked(r), **dict(choices(r))}

    def found(device, number, of_problem):
        those = [r for r in ladder_records(pattern, device) if r["rung"] == int(number) and of_problem(r)]
        return those or sys.exit(f"{pattern} has no record of rung {number}: leave {{{words}}} out until tools/records.py has put one")

    of = lambda number, wanted: max(found("gpu", number, lambda r: all(has(r).get(name) == value for name, value in wanted.items())), key=asked)
    counted = lambda number: found("emulator", number, lambda r: True)[0]
    if what == "speedup":
        first, last = of(rungs[0], wanted), of(rungs[1], wanted)
        return figure(rate(last) / rate(first)) + (mark(first) or mark(last))
    r = of(rungs[0], wanted) if what in ("us", "roof", "step", "rate") else counted(rungs[0])
    values = {"us": lambda: figure(median(r), 4), "roof": lambda: f"{100 * r['roof_fraction']:.0f}%", "step": lambda: figure(r["step_speedup"]),
              "rate": lambda: figure(1e3 * rate(r)), "bytes": lambda: figure(32 * r["counters"]["global_sectors"] / r["elements"])}
    return values.get(what, lambda: figure(r["counters"][what]))() + mark(r)


def block_questions(_):
    """Each ladder's questions.txt: a rung and a question on one line, the answer below it. `explain` finds a question by its rung."""
    parts = []
    for pattern in patterns():
        text = (ROOT / "ladders" / pattern.replace("-", "_") / "questions.txt").read_text().strip()
        text = re.sub(r"\{([a-z][^{}]*)\}", lambda m: quoted(pattern, m[1]), text)
        answers = re.sub(r"^(\d+: .*)$", r"**\1**", text, flags=re.M)
        parts.append(f"## {pattern}\n\n{answers}")
    return dagger("\n\n".join(parts))


def block_agreement(_):
    """How many kernels of the cross-check are near enough."""
    names = {"sectors": "global sectors", "wavefronts": "shared wavefronts", "instructions": "instructions", "threads": "threads per instruction"}
    rows = [[names[what], f"{cross_check.FIGURES[what][1]:.0%}", f"{near} of {of}"]
            for what, (near, of) in cross_check.shares(cross_check.read()).items()]
    return table(["figure", ">within", ">kernels"], rows)


def block_gpu_counters(_):
    """How many rungs CUPTI's counters and Nsight's agree on, all launches of a rung together."""
    which = operator.itemgetter("pattern", "set", "rung")
    launches, rows = cross_check.read(), []
    rungs = [(cupti, [row for row in launches if which(row) == which(cupti)]) for cupti in cross_check.measured() if cupti["rung"]]
    for what in ("sectors", "wavefronts", "instructions"):
        within = cross_check.FIGURES[what][1]
        pairs = [(float(cupti[what]), sum(float(row[f"hardware_{what}"]) for row in same)) for cupti, same in rungs if same]
        near = sum(abs(cupti - nsight) <= within * nsight for cupti, nsight in pairs)
        rows.append([what, f"{within:.0%}", f"{near} of {len(pairs)}"])
    return table(["figure", ">within", ">rungs"], rows)


def block_pictures(pattern):
    """The pictures that tools/reports.py takes out of the ladder's report."""
    rung, request, words = PICTURED[pattern]
    site = f"../../docs/site/{pattern}"
    if not (ROOT / f"docs/site/{pattern}-ladder.svg").exists():
        return ""  # drawn once a GPU has timed the ladder
    page = f" [The report]({site}.html) shows every request." if pattern == "reduce" else ""
    return (f"![The {pattern} ladder]({site}-ladder.svg)\n\n![Rung {rung}: accesses]({site}-accesses.svg)\n\n"
            f"Rung {rung}, request {request} (a warp's access): {words}.{page}" + shape(pattern))


def shape(pattern):
    if pattern not in SHAPES:
        return ""
    rung, words = SHAPES[pattern]
    return (f"\n\n![Rung {rung}: shared memory](../../docs/site/{pattern}-shape.svg)\n\n"
            f"Shared memory of rung {rung}: {words}.")


def text_record(name):
    """The lines of a record that is a text, and a dagger if its first line names other code than there is now."""
    head, *lines = (ROOT / "results" / name).read_text().splitlines()
    named = re.match(r"# ([\w.]+).*; sources (\w+)$", head)
    source = named and next((file for file in (ROOT / "tools" / named[1], ROOT / f"benchmarks/{named[1]}.cu") if file.exists()), None)
    return lines, "" if source and named[2] == hash_of(source) else STALE


def block_transports(_):
    """The library's calls over GPUs beside cudax's, by results/ranks-gpu.txt."""
    lines, stale = text_record("ranks-gpu.txt")
    times = {}
    for line in lines:
        if found := re.match(r"(\w+) +2\^([\d.]+) on (\d+) GPUs +(strider, NCCL|cudax) +([\d.]+) us", line):
            times.setdefault((found[1], float(found[2]), int(found[3])), {})[found[4]] = float(found[5])
    rows = [[call, f"2^{elements:g}", str(gpus), f"{us['cudax'] / us['strider, NCCL']:.2f}{stale}"]
            for (call, elements, gpus), us in times.items() if len(us) == 2]
    return dagger(table(["call", ">elements in all", ">GPUs", ">cudax's time over ours"], rows))


BLOCKS = {name.removeprefix("block_"): block for name, block in list(globals().items()) if name.startswith("block_")}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    parser.add_argument("--check", action="store_true", help="change nothing; exit status 1 where a document is not what its records say")
    parser.add_argument("--fresh", action="store_true", help="the same, and where a figure of README.md is stale: a release measures it anew")
    parser.add_argument("--trace", action="store_true", help="change nothing; print what the figures of README.md are made of")
    given = parser.parse_args()
    checks = given.check or given.fresh
    stale = []
    for document in [README, ROOT / "ladders/README.md", *sorted(ROOT.glob("ladders/*/README.md")), *sorted(ROOT.glob("docs/*.md"))]:
        text = document.read_text()
        pattern = document.parent.name.replace("_", "-") if document.parent.parent == ROOT / "ladders" else "reduce"
        TRACED.clear()
        new = re.sub(r"(<!-- begin: (\w+) -->\n).*?(<!-- end: \2 -->)",
                     lambda m: m[1] + BLOCKS[m[2]](pattern) + "\n" + m[3], text, flags=re.S)
        if given.trace:
            print("\n".join(map(json.dumps, TRACED)))
            return 0
        if new != text:
            stale.append(str(document.relative_to(ROOT)))
            if not checks:
                document.write_text(new)
        if given.fresh and document == README and STALE in new:
            stale.append("README.md has stale figures (†): tools/records.py take, put")
    if stale:
        print(("not up to date: " if checks else "updated: ") + ", ".join(stale))
    return 1 if checks and stale else 0


sys.exit(main())
# SPDX-License-Identifier: Apache-2.0
