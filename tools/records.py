#!/usr/bin/env python3
"""Takes the records that results/manifest.json lists, all from one commit, and puts them into results/.

    tools/records.py list                              the entries, their minutes, and what was taken on which card
    tools/records.py tree                              the commit and a digest of its files: $STRIDER_COMMIT for a machine without git
    tools/records.py take OUT [--minutes N]            takes, in the manifest's order, what was not taken yet, N minutes at most
    tools/records.py put TAKEN.jsonl...                puts what was taken into results/, and notes it in the manifest

`take` refuses a tree that is not that of its commit. It passes over what OUT/taken.jsonl or the manifest has of the same code and
card; it ends with status 3 if entries are left for another call. A machine with a GPU takes what is measured there, another what is
counted or measured on a processor, unless --on says otherwise. Programs are those of build/device/bin, or of --bin; of entries "with"
another build, as with the newest CCCL, those of build/device-WITH/bin.
`put` replaces what was taken on the same card before, and drops records of commands that the manifest does not list.

A record holds the hash of the code that it measured ("sources"): update_docs.py calls it stale if the tree has other code now.
"""
import argparse
import functools
import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
MANIFEST = ROOT / "results/manifest.json"
BUILT_FROM = ("CMakeLists.txt", "benchmarks", "cmake", "include", "lab", "ladders", "emulator", "src")
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"].*$', re.M)
REGISTRATION = re.compile(r"^(static )?const registration\b", re.M)
LEFT = 3


@functools.cache
def code_of(text):
    """Without comments, includes and layout; of a rung's registration without its texts and claims, which explain code."""
    text = INCLUDE.sub("", re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.S))
    begin = REGISTRATION.search(text)
    if begin:
        told = re.sub(r'"(\\.|[^"\\])*"', "", text[begin.start():])
        text = text[:begin.start()] + re.sub(r"\.expectations = \{.*?\},\s*(?=\.)", "", told, flags=re.S)
    return re.sub(r"\s+", "", text)


def is_measured(path, text):
    """Kernels, what they share, and how they are launched; not what registers, checks and times rungs, nor streams and scratch."""
    place = path.relative_to(ROOT).parts
    if place[0] == "ladders":
        return len(place) > 2 and place[1] != "harness" and path.name != "library.hpp"
    if place[0] == "benchmarks":
        return True
    if place[2] == "cuda":
        return path.name != "policy.hpp" and not place[3].startswith("workspace")
    return place[2] == "distributed" or (place[2] in ("core", "pattern") and "_DEVICE" in text)


@functools.cache
def read(path):
    """The text of a file, and the files of this tree that it includes, but for the emulator's."""
    text, included = path.read_text(), []
    for name in INCLUDE.findall(text):
        found = next((base / name for base in (ROOT, ROOT / "include", path.parent) if (base / name).is_file()), None)
        if found and found.relative_to(ROOT).parts[0] != "emulator":
            included.append(found.resolve())
    return text, included


def closure(path, seen):
    """By path, the texts of the file and of what it includes of this tree."""
    if path not in seen:
        seen[path], included = read(path)
        for file in included:
            closure(file, seen)
    return seen


@functools.cache
def hash_of(path):
    """Of the code that the file brings along; empty if there is no such file."""
    if path is None or not path.is_file():
        return ""
    if path.suffix == ".py":
        codes = [path.read_text()]
    else:
        codes = sorted(code_of(text) for file, text in closure(path, {}).items() if file == path or is_measured(file, text))
    return hashlib.sha256("\0".join(codes).encode()).hexdigest()[:16]


@functools.cache
def rung_file(pattern, device, rung):
    folder = ROOT / "ladders" / pattern / ("cpu" if device == "cpu" else "gpu")
    return next(folder.glob(f"{rung:02}_*.c*"), None)


def source_of(record):
    """The rung, or the header of the call over ranks."""
    pattern = record["pattern"].replace("-", "_")
    if "rung" not in record:
        return ROOT / f"include/strider/distributed/{pattern}.hpp"
    return rung_file(pattern, record["device"], record["rung"])


def is_stale(record):
    return not record.get("sources") or record["sources"] != hash_of(source_of(record))


def manifest():
    return json.loads(MANIFEST.read_text())["entries"]


def key(entry):
    return entry["run"], entry.get("with", "")


def git(*words):
    try:
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True).stdout
    except FileNotFoundError:
        return ""


def digest(blobs):
    """Of files by their hashes in git; documents are not built."""
    return hashlib.sha256("".join(f"{blob} {path}\n" for path, blob in sorted(blobs) if not path.endswith(".md")).encode()).hexdigest()[:16]


def tree():
    """The commit, and a digest of its files that programs are built from."""
    listed = (line.split("\t") for line in git("ls-tree", "-r", "HEAD", *BUILT_FROM).splitlines())
    return f"{git('rev-parse', 'HEAD')[:12]}:{digest((path, words.split()[2]) for words, path in listed)}"


def commit():
    """The commit that the files here are of, to the last byte, and the digest of its code; ends the program if they are of none."""
    wanted = os.environ.get("STRIDER_COMMIT") or tree()
    blobs = {}
    for top in BUILT_FROM:
        for file in [ROOT / top, *(ROOT / top).rglob("*")]:
            if file.is_file() and "__pycache__" not in file.parts:
                bytes_ = file.read_bytes()
                blobs[str(file.relative_to(ROOT))] = hashlib.sha1(b"blob %d\0" % len(bytes_) + bytes_).hexdigest()
    name, _, of = wanted.partition(":")
    if not name or digest(blobs.items()) != of:
        sys.exit(f"these files are not those of commit {name or '(there is no git here, and no STRIDER_COMMIT)'}: commit or remove what has changed")
    return name, of


def machine(on):
    """The card, or the processor, that an entry is measured on; None if this machine has no such."""
    if on == "cpu":
        return re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())[1]
    try:
        cards = subprocess.run(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], capture_output=True, text=True).stdout.split("\n")[:-1]
    except FileNotFoundError:
        return None
    if on == "gpus":
        return f"{len(cards)} x {cards[0]}" if len(cards) > 1 else None
    return cards[0] if cards else None


def ran(entry, programs, of):
    """What the entry's command gives, as records that name their commit and sources, or as a text; some tools write it to its place."""
    name, *words = entry["run"].replace("STRIDER", str(programs / "strider")).split()
    tool, source, program = ROOT / "tools" / name, ROOT / f"benchmarks/{name}.cu", programs / name
    if source.exists() and not program.exists():
        subprocess.run(["nvcc", "-std=c++20", "-O3", "-arch=native", f"-I{ROOT}/include", f"-I{ROOT}/emulator/include", source, "-o", program,
                        *entry.get("link", [])], check=True)
    command = [sys.executable, tool] if tool.exists() else [program]
    as_records = entry["to"].endswith(".jsonl")
    done = subprocess.run(command + words + ["--format", "jsonl"] * as_records, capture_output=True, text=True,
                          env={**os.environ, "LD_LIBRARY_PATH": f"{programs}:{os.environ.get('LD_LIBRARY_PATH', '')}",
                               "PYTHONPATH": str(programs.parent / "python")})
    if done.returncode != 0:
        raise RuntimeError(f"exit status {done.returncode}\n{done.stderr[-2000:]}{done.stdout[-600:]}")
    if entry["to"].endswith(".csv"):
        return {"text": (ROOT / "results" / entry["to"]).read_text()}
    if not as_records:
        return {"text": done.stdout, "sources": hash_of(tool if tool.exists() else source)}
    records = [json.loads(line) for line in done.stdout.splitlines()]
    for record in records:
        record["fingerprint"].setdefault("commit", of)
        record["sources"] = hash_of(source_of(record))
    return {"records": records}


@functools.cache
def built_from(program):
    """The commit that the program names; empty if it names none."""
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    return "".join(re.findall(r"\(([^)]*)\)", said))


def take(out, minutes, wanted, binaries, kinds):
    (of, code), began = commit(), time.monotonic()
    out.mkdir(parents=True, exist_ok=True)
    file = out / "taken.jsonl"
    there = {(*key(one), one["card"], one["code"]) for one in map(json.loads, file.read_text().splitlines())} if file.exists() else set()
    kinds = kinds or (["gpu", "gpus"] if machine("gpu") else ["cpu"])
    failed, left = [], []
    for entry in manifest():
        programs = binaries.parent.parent / f"{binaries.parent.name}-{entry['with']}" / "bin" if "with" in entry else binaries
        card = machine(entry["on"]) if entry["on"] in kinds else None
        if card is None or not re.search(wanted, " with ".join(filter(None, key(entry)))):
            continue
        if (*key(entry), card, code) in there or entry.get("taken", {}).get(card, {}).get("code") == code:
            continue
        if not (programs / "strider").exists():
            print(f"left out, {programs} has not been built: {entry['run']}")
            continue
        if built_from(programs / "strider") not in ("", of):
            sys.exit(f"{programs / 'strider'} was built from {built_from(programs / 'strider')}, and this is {of}: build it again")
        spent = (time.monotonic() - began) / 60
        if spent + entry["minutes"] > minutes:
            left.append(entry)
            continue
        at = time.monotonic()
        try:
            said = ran(entry, programs, of)
        except (RuntimeError, OSError, ValueError, subprocess.CalledProcessError) as wrong:
            failed.append(entry)
            print(f"FAILED: {entry['run']}: {wrong}", flush=True)
            continue
        spent = round((time.monotonic() - at) / 60, 2)
        one = {name: entry[name] for name in ("run", "with", "to") if name in entry}
        one |= {"card": card, "commit": of, "code": code, "date": time.strftime("%Y-%m-%d", time.gmtime()), "minutes": spent, **said}
        with file.open("a") as to:
            to.write(json.dumps(one) + "\n")
        print(f"taken on {card}: {entry['run']} ({spent} min)", flush=True)
    if left:
        print(f"left for another call: {len(left)} entries, {sum(entry['minutes'] for entry in left):.1f} min")
    return 1 if failed else LEFT if left else 0


def command_of(record):
    """As the manifest writes it."""
    return re.sub(r" --format \w+", "", record["fingerprint"]["command"])


def put(files):
    entries = {key(entry): entry for entry in manifest()}
    newest = {}
    for line in (line for file in files for line in file.read_text().splitlines()):
        one = json.loads(line)
        if key(one) in entries:
            newest[(*key(one), one["card"])] = one
    for which, one in {key(one): one for one in newest.values()}.items():
        if not one["to"].endswith(".jsonl"):  # a text is replaced as a whole
            entries[which].pop("taken", None)
    for (*which, card), one in newest.items():
        entries[tuple(which)].setdefault("taken", {})[card] = {name: one[name] for name in ("commit", "code", "date")}
        entries[tuple(which)]["minutes"] = max(one["minutes"], 0.01)
    for name in sorted({one["to"] for one in newest.values()}):
        to, taken = ROOT / "results" / name, [one for one in newest.values() if one["to"] == name]
        to.parent.mkdir(exist_ok=True)
        if name.endswith(".csv"):
            to.write_text(taken[-1]["text"])
            continue
        if name.endswith(".txt"):
            head = "# {run}; {card}; commit {commit}, {date}{of}\n"
            of = [f"; sources {one['sources']}" if one["sources"] else "" for one in taken]
            to.write_text("\n".join(head.format(**one, of=its) + one["text"] for one, its in zip(taken, of)))
            continue
        fresh = {(*key(one), one["card"]): [record | {"with": one["with"]} if "with" in one else record for record in one["records"]] for one in taken}
        old = [json.loads(line) for line in to.read_text().splitlines()] if to.exists() else []
        replaced = {(run, build, record["device_name"]) for (run, build, _), records in fresh.items() for record in records}

        def stays(record):  # what the same command measured on a processor goes with any card
            which, name = (command_of(record), record.get("with", "")), record["device_name"]
            return which in entries and (*which, name) not in replaced and (name.startswith("NVIDIA") or all(one[:2] != which for one in replaced))

        kept = [record for record in old if stays(record)]
        lines = kept + [record for records in fresh.values() for record in records]
        order = {which: at for at, which in enumerate(entries)}
        lines.sort(key=lambda record: (record["device_name"], order[command_of(record), record.get("with", "")]))
        to.write_text("".join(json.dumps(record, separators=(",", ":")) + "\n" for record in lines))
        print(f"results/{name}: {len(lines)} records")
    write(list(entries.values()))


def write(entries):
    MANIFEST.write_text('{"entries": [\n' + ",\n".join(json.dumps(entry) for entry in entries) + "\n]}\n")


def show(wanted):
    for entry in manifest():
        if re.search(wanted, " with ".join(filter(None, key(entry)))):
            taken = ", ".join(f"{card} {one['commit'][:9]}" for card, one in entry.get("taken", {}).items())
            print(f"{entry['on']:4} {entry['minutes']:5.2f} min  {' with '.join(filter(None, key(entry)))}: {taken or 'not taken'}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False)
    verbs = parser.add_subparsers(dest="verb", required=True)
    listing, taking = verbs.add_parser("list"), verbs.add_parser("take")
    for verb in (listing, taking):
        verb.add_argument("--only", default="", metavar="REGEX", help="of the entries whose commands match")
    verbs.add_parser("tree")
    taking.add_argument("out", type=pathlib.Path)
    taking.add_argument("--minutes", type=float, default=9)
    taking.add_argument("--on", choices=["gpu", "gpus", "cpu"], action="append", help="gpus: several of one host")
    taking.add_argument("--bin", type=pathlib.Path, default=ROOT / "build/device/bin")
    verbs.add_parser("put").add_argument("files", nargs="+", type=pathlib.Path)
    given = parser.parse_args()
    if given.verb == "tree":
        print(tree())
    elif given.verb == "list":
        show(given.only)
    elif given.verb == "put":
        put(given.files)
    else:
        return take(given.out, given.minutes, given.only, given.bin.resolve(), given.on)
    return 0


if __name__ == "__main__":
    sys.exit(main())
# SPDX-License-Identifier: Apache-2.0
