"""Records for documents: which are shown, and figures, cards and problems as words (tools/update_docs.py)."""
import functools
import json
import pathlib
import re

from records import command_of, is_stale

ROOT = pathlib.Path(__file__).resolve().parent.parent
README = ROOT / "README.md"


def records():
    for file in sorted((ROOT / "results").rglob("*.jsonl")):
        if file.name in ("state.jsonl", "counts.jsonl"):
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            yield json.loads(line) | {"place": [str(file.relative_to(ROOT / "results")), number]}


def of_this_code(found):
    """Without a GPU's stale records of rungs that another GPU has run with the code as it is now."""
    which = lambda r: (command_of(r), r.get("rung"))
    fresh = {which(r) for r in found if r["device"] == "gpu" and not is_stale(r)}
    return [r for r in found if r["device"] != "gpu" or which(r) not in fresh or not is_stale(r)]


ALL = of_this_code(list(records()))
RECORDS = [r for r in ALL if "gpus" not in r and "with" not in r]
SCALING = [r for r in ALL if "gpus" in r]
NEWEST_CCCL = [r for r in ALL if r.get("with") == "cccl"]
STALE = " †"
WIDTH = 120
TRACED = []  # figures of the document that is being written, with what they are made of


def asked(r):
    """The number of elements that the ladder was asked for; a rung may have taken fewer."""
    return r.get("ladder_elements", r["elements"])


def choices(r):
    """The record's parameters but for the block, which is the rung's own."""
    return tuple(sorted((k, str(v)) for k, v in r["parameters"].items() if k != "block"))


@functools.cache
def short_name(device_name):
    return re.sub(r"NVIDIA (\w+).*", r"\1", device_name)


def card(r):
    """As people call it: H200."""
    return short_name(r["device_name"])


def cards(found):
    """Those that records are of: first the one that most records hold for as the code is now."""
    names = {card(r) for r in found}
    return sorted(names, key=lambda name: (-sum(card(r) == name and not is_stale(r) for r in found), -sum(card(r) == name for r in found), name))


def mark(r):
    return STALE if is_stale(r) else ""


def field(r, path):
    for name in path.split("/"):
        r = r[name]
    return r


def traced(text, of, over=(), factor=1):
    """`text`, noted as `factor` times the fields `of`, divided by the fields `over`: each a record and the path of its field."""
    places = lambda fields: [[*r["place"], path] for r, path in fields]
    TRACED.append({"text": text, "of": places(of), "over": places(over), "factor": factor})
    return text


def newest(found):
    """The newest record of each rung of each ladder."""
    best = {}
    for r in found:
        key = (r["device"], card(r), r["type"], asked(r), choices(r), r["rung"])
        if key not in best or r["fingerprint"]["date"] >= best[key]["fingerprint"]["date"]:
            best[key] = r
    return [best[key] for key in sorted(best)]


@functools.cache
def ladder_records(pattern, device, picked=False, on=None):
    """Verified rungs on the first of the cards, or on the card `on`; of reduce either whole ladders, or the rungs picked by number
    (the library beside CUB)."""
    found = newest(r for r in RECORDS
                   if r.get("pattern") == pattern and r["device"] == device and "exhibit" not in r and r.get("verified")
                   and (pattern != "reduce" or ("--rungs" in r["fingerprint"]["command"]) == picked))
    name = on or next(iter(cards(found)), None)
    return [r for r in found if card(r) == name]


def other_cards(pattern, picked=False):
    """Those that the ladder was also measured on."""
    shown = card(ladder_records(pattern, "gpu", picked)[0])
    return sorted({card(r) for r in RECORDS if r.get("pattern") == pattern and r["device"] == "gpu" and "exhibit" not in r} - {shown})


def patterns():
    """Those that have records of a GPU, in the order in which their ideas build on each other."""
    text = (ROOT / "ladders/patterns.hpp").read_text()
    order = [p.replace("_", "-") for p in re.findall(r"&(\w+)::description", text)]
    return [p for p in order if ladder_records(p, "gpu")]


def table(head, rows):
    align = ["---" if column[0] != ">" else "--:" for column in head]
    return "\n".join("|" + "|".join(row) + "|" for row in [[column.lstrip(">") for column in head], align, *rows])


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
    names = {r["device_name"].removeprefix("NVIDIA ") for r in found}
    commits = {r["fingerprint"]["commit"][:7] + " with changes" * r["fingerprint"]["commit"].endswith("-dirty") for r in found}
    cub = sorted({r["fingerprint"]["cub"] for r in found if r["name"] in ("CUB", "Thrust") and "cub" in r["fingerprint"]})
    return (f"{', '.join(sorted(names))}, commit{'s' * (len(commits) > 1)} {', '.join(sorted(commits))}" +
            (f", CUB {', '.join(cub)}" if cub else ""))


def dagger(text):
    """`text` with the meaning of its daggers."""
    return text + ("\n\n† The code has changed since this was measured." if STALE in text else "")


def speedup(r, of):
    """The factor, or "=" where the difference is too close to call; records before 0.3.0 do not say."""
    if r.get(f"{of}_verdict") == "same" or f"{of}_speedup" not in r:
        return "=" if f"{of}_verdict" in r else ""
    return traced(figure(r[f"{of}_speedup"]), [(r, f"{of}_speedup")])


def percent(r):
    return traced(f"{100 * r['roof_fraction']:.0f}%", [(r, "roof_fraction")], factor=100) if "roof_fraction" in r else ""


def microseconds(r):
    return traced(figure(median(r), 4), [(r, "time/kernel_us/median")]) + mark(r)


def title(found):
    first = found[0]
    words = [f"{name} {value}" if name != "operation" else value for name, value in choices(first)]
    return f"{size(asked(first))} {first['type']}" + "".join(f", {word}" for word in words)


# One problem of each ladder, for the short table: what of its type, size and parameters is asked for.
SHOWN = {
    "reduce": {"type": "i32", "elements": 2 ** 26},
    "segmented-reduce": {"elements": 2 ** 28, "length": "256", "spread": "equal"},
    "softmax": {"elements": 2 ** 26, "columns": "1024"},
    "map": {"elements": 2 ** 28},
    "gather": {"elements": 2 ** 26, "indices": "random"},
    "scatter": {"elements": 2 ** 26, "indices": "random"},
    "transpose": {"type": "f32", "elements": 2 ** 26},
    "convolve": {"type": "f32", "mask": "9", "boundary": "replicate"},
    "stencil": {"elements": 2 ** 27},
    "matrix-product": {"elements": 2 ** 36, "inputs": "f32"},
    "scan": {"type": "i32", "elements": 2 ** 28, "kind": "inclusive"},
    "compact": {"type": "u32", "elements": 2 ** 28, "kept_percent": "50", "order": "any"},
    "histogram": {"type": "u8", "elements": 2 ** 28, "samples": "uniform"},
    "merge": {"elements": 2 ** 26, "first_percent": "50"},
    "sort": {"elements": 2 ** 26, "keys": "uniform"},
    "critical-section": {},
}


def is_shown(pattern, r, change={}):
    has = {"type": r["type"], "elements": asked(r), **dict(choices(r))}
    return all(has.get(name) == value for name, value in {**shown_problem(pattern), **change}.items())


@functools.cache
def shown_problem(pattern):
    """As SHOWN has it, or that of the newest record."""
    if pattern in SHOWN:
        return SHOWN[pattern]
    last = max(ladder_records(pattern, "gpu"), key=lambda r: (r["fingerprint"]["date"], asked(r)))
    return {"type": last["type"], "elements": asked(last), **dict(choices(last))}
# SPDX-License-Identifier: Apache-2.0
