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


def ladders(found):
    """Records by the ladder that they are rungs of, in the order of type, size and parameters."""
    groups = {}
    for r in found:
        groups.setdefault((r["type"], asked(r), choices(r)), []).append(r)
    return list(groups.values())


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
    fingerprints = {(r["device_name"], r["fingerprint"]["date"][:10], r["fingerprint"]["commit"][:9]) for r in found}
    return "; ".join(f"{name}, {date}, commit {commit}" for name, date, commit in sorted(fingerprints))


def speedup(r, of):
    """The factor, or "=" where it is no difference that is sure; records before 0.3.0 do not say."""
    return "=" if r.get(f"{of}_verdict") == "same" else figure(r.get(f"{of}_speedup"))


def percent(r):
    return f"{100 * r['roof_fraction']:.0f}%" if "roof_fraction" in r else ""


def times_table(found):
    rows = []
    for r in found:
        taken = size(r["elements"]) if "ladder_elements" in r else ""
        rows.append([str(r["rung"]), r["name"], taken, figure(median(r), 4), figure(rate(r), 3),
                     figure(r["bandwidth_gbps"], 4) if "roof_gbps" in r else "", percent(r), speedup(r, "step"),
                     speedup(r, "cumulative")])
    return filled([">#", "rung", ">elements", ">us", ">G elements/s", ">GB/s", ">of roof", ">step", ">total"], rows)


def title(found):
    first = found[0]
    words = [f"{name} {value}" if name != "operation" else value for name, value in choices(first)]
    return f"{size(asked(first))} {first['type']}" + "".join(f", {word}" for word in words)


def block_times(pattern):
    return "\n\n".join(f"{title(group)} ({provenance(group)}):\n\n" + times_table(group)
                       for group in ladders(ladder_records(pattern, "gpu")))


def block_cpu(pattern):
    return "\n\n".join(f"{title(group)} ({provenance(group)}):\n\n" + times_table(group)
                       for group in ladders(ladder_records(pattern, "cpu")))


def issued(r, counter):
    """Of machine instructions, with a mark where they are estimated."""
    return ("~" if r.get("instructions_by") == "estimated" else "") + figure(r["counters"].get(counter))


def block_counters(pattern):
    parts = []
    for group in ladders(ladder_records(pattern, "simt")):
        rows = []
        for r in group:
            c = r["counters"]
            taken = size(r["elements"]) if "ladder_elements" in r else ""
            rows.append([str(r["rung"]), r["name"], taken, figure(c["launches"]), figure(c["steps"]), issued(r, "instructions"),
                         issued(r, "threads_per_instruction"), figure(c["shared_wavefronts"]),
                         figure(c["shared_wavefronts_per_request"]), figure(c["global_sectors"]),
                         figure(c["global_sectors_per_request"]), figure(c["barriers"]), figure(c["atomics"]),
                         figure(c.get("global_atomics", 0)), figure(c.get("operations", 0))])
        parts.append(f"{title(group)}:\n\n" + filled(
            [">#", "rung", ">elements", ">launches", ">steps", ">instructions", ">threads per instruction", ">shared wavefronts",
             ">per request", ">global sectors", ">per request", ">barriers", ">atomics", ">global", ">operations"], rows))
    return "\n\n".join(parts)


def block_ladder(_):
    found = [r for r in ladder_records("reduce", "gpu") if asked(r) == 2 ** 26 and r["type"] == "i32"]
    counted = {r["rung"]: r["counters"] for r in ladder_records("reduce", "simt") if asked(r) == 2 ** 20}
    rows = []
    for r in found:
        c = counted.get(r["rung"], {})
        rows.append([str(r["rung"]), r["name"], figure(median(r), 4), figure(r["bandwidth_gbps"], 4), percent(r),
                     speedup(r, "step"), speedup(r, "cumulative"), figure(c.get("threads_per_step")),
                     figure(c.get("shared_wavefronts_per_request")), figure(c.get("barriers"))])
    head = [">#", "rung", ">us", ">GB/s", ">of roof", ">step", ">total", ">threads / step", ">wavefronts / request", ">barriers"]
    return table(head, rows) + f"\n\n({provenance(found)}. Medians of cold launches.)"


# One problem of each ladder, for the short table: what of its type, size and parameters is asked for.
SHOWN = {
    "reduce": {"type": "i32", "elements": 2 ** 30},
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


def is_shown(pattern, r):
    has = {"type": r["type"], "elements": asked(r), **dict(choices(r))}
    return all(has[name] == value for name, value in SHOWN[pattern].items())


def block_summary(_):
    return patterns_table(is_shown, "ladders/")


def block_patterns(_):
    return patterns_table(lambda pattern, r: True, "")


def patterns_table(wanted, folder):
    """One line a ladder: its first rung, its best, and the best contender, each by elements a second."""
    rows, sources = [], []
    for pattern in patterns():
        for group in ladders(r for r in ladder_records(pattern, "gpu") if wanted(pattern, r)):
            ours = [r for r in group if r["kind"] != "contender"]
            others = [r for r in group if r["kind"] == "contender"]
            if len(ours) < 2:
                continue
            first, best = ours[0], max(ours, key=rate)
            row = [f"[{pattern}]({folder}{pattern.replace('-', '_')}/README.md)", title(group), f"{first['name']}", figure(rate(first)),
                   f"{best['name']}", figure(rate(best)), figure(rate(best) / rate(first)), percent(best)]
            peer = max(others, key=rate) if others else None
            row += [peer["name"], figure(rate(best) / rate(peer), 3)] if peer else ["", ""]
            rows.append(row)
            sources += group
    head = ["ladder", "problem", "first rung", ">G/s", "best rung", ">G/s", ">speedup", ">of roof", "best contender", ">ratio"]
    return table(head, rows) + f"\n\n(G/s: billions of elements a second, cold. {provenance(sources)}.)"


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


def block_kernels(_):
    """The tables "Kernels of the sources" of every ladder, in the order of the ladders."""
    parts = []
    text = (ROOT / "ladders/patterns.hpp").read_text()
    for folder in re.findall(r"&(\w+)::description", text):
        page = (ROOT / "ladders" / folder / "README.md").read_text()
        found = re.search(r"## Kernels of the sources\n\n(.*?)(?=\n## |\Z)", page, flags=re.S)
        if found:
            body = re.sub(r"\]\((?!http)([^)]+)\)", lambda m: f"](../ladders/{folder}/{m[1]})", found[1].strip())
            parts.append(f"## {folder.replace('_', ' ')}\n\n{body}")
    return "\n\n".join(parts)


def block_features(_):
    """What the programs of tests/programs say that they use, and whether each has a wrong twin that must be caught."""
    found = {}
    for program in sorted((ROOT / "tests/programs").glob("*.cu")):
        text = program.read_text()
        for group, feature in re.findall(r"^// Feature: ([^:]+): (.+)$", text, re.M):
            wrong = "yes" if re.search(r"def WRONG$", text, re.M) else ""
            found.setdefault(group, []).append((feature, program.name, wrong))
    lines = ["| what | of that | program | with a wrong twin |", "| --- | --- | --- | --- |"]
    for group in sorted(found, key=str.lower):
        for feature, name, wrong in found[group]:
            lines.append(f"| {group} | {feature} | [{name}](../tests/programs/{name}) | {wrong} |")
    return "\n".join(lines)


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
            rows.append(["  measured"] + [figure(measured[n]["time"]["call_us"]["median"], 4) if n in measured else "" for n in counts])
    e = EXCHANGE
    text = (f"A model: what one GPU reads and writes at its measured rates, and the exchange. Within a host an all-gather of small messages "
            f"takes {e['gather'] * 1e6:.0f} us, every GPU receives {e['gather_rate'] / 1e9:.0f} GB/s in a gather "
            f"(four H200, NVLink, NCCL 2.28.9, 2026-11-22). Between hosts of "
            f"{e['host']} GPUs it assumes {e['network_rate'] / 1e9:.0f} GB/s a GPU and {e['hop'] * 1e6:.0f} us for every doubling of the hosts; "
            f"{ONE_GPU['walk'] * 1e9:.0f} ns for each total that a rank of a scan hears of are an estimate. Microseconds for 2^30 elements of 4 bytes on each GPU:")
    tail = "" if SCALING else "\n\nThree ranks on one H200 give the same bits; nothing of this has run on several GPUs yet, so that no time here is measured: `strider ladder reduce --gpus all` measures them."
    return text + "\n\n" + table(["call"] + [f">{n} GPU" + "s" * (n > 1) for n in counts], rows) + tail


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
    """Each ladder's questions.txt: a rung and a question on one line, the answer below it. `explain` finds them by the links."""
    parts = []
    for pattern in patterns():
        folder = pattern.replace("-", "_")
        text = (ROOT / "ladders" / folder / "questions.txt").read_text().strip()
        text = re.sub(r"\{([a-z][^{}]*)\}", lambda m: quoted(pattern, m[1]), text)
        answers = []
        for number, question, answer in re.findall(r"^(\d+): (.*)\n(.*)$", text, flags=re.M):
            source = next((ROOT / "ladders" / folder / "gpu").glob(f"{int(number):02}_*.cu"))
            answers.append(f"**{question}** ([rung {number}](../{source.relative_to(ROOT)}))\n{answer}")
        parts.append(f"## [{pattern}](../ladders/{folder}/README.md)\n\n" + "\n\n".join(answers))
    return "\n\n".join(parts)


def block_agreement(_):
    """How many launches of the cross-check are near enough, and which are not."""
    rows = cross_check.read()
    names = {"sectors": "global sectors", "wavefronts": "shared wavefronts", "instructions": "instructions", "threads": "threads per instruction"}
    lines = []
    for what, (near, of) in cross_check.shares(rows).items():
        far = [f"{r['pattern']} {r['rung']} `{r['kernel']}` {100 * cross_check.error(r, what):.1f}%" for r in rows
               if not cross_check.is_chance(r) and (cross_check.error(r, what) or 0) > cross_check.FIGURES[what][2]]
        lines.append([names[what], f"{cross_check.FIGURES[what][2]:.0%}", f"{near} of {of}", f"{100 * near / of:.0f}%", ", ".join(far)])
    return table(["figure", ">within", ">launches", ">share", "the others"], lines)


def block_gpu_counters(_):
    """How many rungs CUPTI's counters (results/gpu-counters.csv) and Nsight's agree on, all launches of a rung together."""
    counted = list(csv.DictReader((ROOT / "results/gpu-counters.csv").open()))
    launches = cross_check.read()
    lines = []
    for what, counter in {"sectors": "global_sectors", "wavefronts": "shared_wavefronts", "instructions": "instructions"}.items():
        within, exact, far, of = cross_check.FIGURES[what][2], 0, [], 0
        for rung in counted:
            same = [r for r in launches if (r["pattern"], r["rung"]) == (rung["pattern"], rung["rung"])]
            if not same:
                continue
            nsight, cupti = sum(float(r[f"hardware_{what}"] or 0) for r in same), float(rung[counter])
            of, exact = of + 1, exact + (cupti == nsight)
            if abs(cupti - nsight) > within * nsight:
                far.append(f"{rung['pattern']} {rung['rung']}")
        lines.append([what, f"{exact}", f"{within:.0%}", f"{of - len(far)} of {of}", ", ".join(far)])
    return table(["figure", ">equal", ">within", ">rungs", "the others"], lines)


def block_cross_check(_):
    rows = []
    for r in cross_check.read():
        name = f"{r['pattern']} {r['rung']}"
        rows.append([name, f"`{r['kernel']}`", r["grid"], "by chance" if cross_check.is_chance(r) else ""] +
                    [figure(float(r[f"{who}_{what}"]), 4) for what in cross_check.FIGURES for who in ("executor", "hardware")])
    head = ["rung", "kernel", "grid", "figures"] + [f">{what}{who}" for what in ("sectors", "wavefronts", "instructions", "threads / instruction")
                                             for who in ("", ", H200")]
    return table(head, rows)


def block_pictures(pattern):
    """The pictures that tools/reports.py takes out of the ladder's report."""
    rung, request, words = PICTURED[pattern]
    site = f"../../docs/site/{pattern}"
    page = f"[the report]({site}.html)" if pattern == "reduce" else f"`./run report {pattern} -o {pattern}.html`"
    return (f"![The {pattern} ladder on an H200]({site}-ladder.svg)\n\n![Rung {rung}: {words}]({site}-accesses.svg)\n\n"
            f"Request {request} of the first warp of rung {rung}, {words}. All of it, line by line: {page}." + block_shape(pattern))


def block_shape(pattern):
    if pattern not in SHAPES:
        return ""
    rung, words = SHAPES[pattern]
    return (f"\n\n![Rung {rung}: {words}](../../docs/site/{pattern}-shape.svg)\n\n"
            f"Rung {rung}, {words}. Shared memory from left to right, the first warp's requests from top to bottom: loads blue, stores green, atomics orange.")


BLOCKS = {"pictures": block_pictures, "gpu_counters": block_gpu_counters, "agreement": block_agreement, "cross_check": block_cross_check, "questions": block_questions, "scaling": block_scaling, "ladder": block_ladder, "patterns": block_patterns, "summary": block_summary, "sizes": block_sizes, "times": block_times, "cpu": block_cpu,
          "counters": block_counters, "kernels": block_kernels, "features": block_features}


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
