#!/usr/bin/env python3
"""Writes results/sass.json: how many machine instructions a step of each line of the rungs' kernels stands for, by nvcc's code for sm_90.

    tools/sass_weights.py STRIDER [PATTERN ...]

STRIDER is the command line with modules of the emulator. Needs nvcc, nvdisasm and cuobjdump in PATH and SciPy, and no GPU; what is not
named is kept. The emulator says how often warps make the requests of each line; how often they execute each block of machine code
follows from that and from the code's control flow. Nothing is taken from measurements of a GPU.
"""
import collections
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

import scipy.optimize
import scipy.sparse

import sass
from arguments import strider_and_patterns

ROOT = pathlib.Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "results/sass.json"
ARCHITECTURE = "sm_90"
MULTIPROCESSORS = "132"
ELEMENTS = {"reduce": "2^20", "matrix-product": "2^22"}  # of the others 2^18, as in the cross-check
REQUESTS = {"global_load": "global_load_requests", "global_store": "global_store_requests", "shared_load": "shared_load_requests",
            "shared_store": "shared_store_requests", "atomic": "atomic_requests", "barrier": "barriers", "warp": "warp_syncs"}


def checksum(file):
    """FNV-1a of the code before a rung's registration or the licence's line, as lab/records/instructions.cpp computes it: line numbers count,
    comments do not."""
    value = 0xCBF29CE484222325
    for byte in re.sub(rb"//[^\n]*| ", b"", re.split(rb"static const registration|// SPDX-", file.read_bytes())[0]):
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def plain(name):
    """A kernel's name whatever it was compiled for; in the emulator operators count their calls."""
    return re.sub(r"strider::ladders::counted<([\w:]+)>", r"\1", re.sub(r"(gpu|emulator)_target::", "", name).replace(" >", ">"))


def compile_rung(source, folder):
    cubin = pathlib.Path(folder) / (source.parts[-3] + "-" + source.stem + ".cubin")
    if not cubin.exists():
        subprocess.run(["nvcc", f"-I{ROOT}", f"-I{ROOT}/include", "-O3", "-DNDEBUG", "-std=c++20", f"-arch={ARCHITECTURE}", "-lineinfo", "-cubin",
                        "-x", "cu", str(source), "-o", str(cubin)], check=True)
    return str(cubin)


def kernels_of(record):
    """What the emulator saw of each kernel: warps, requests by (place, kind) and the bytes of a lane, steps and lanes by place."""
    found = {}
    for launch in record["launches"]:
        one = found.setdefault(launch["kernel"], {"instance": launch["instance"], "warps": 0, "blocks": 0, "requests": collections.Counter(),
                                                  "bytes": collections.Counter(), "steps": collections.Counter(), "lanes": collections.Counter()})
        blocks = math.prod(launch["grid"])
        one["blocks"] += blocks
        one["warps"] += blocks * -(-math.prod(launch["block"]) // 32)
    for line in record["lines"]:
        one, counters = found[line["kernel"]], line["counters"]
        place = (line["file"], line["line"])
        one["steps"][place] += counters.get("steps", 0)
        one["lanes"][place] += counters.get("steps", 0) * counters.get("threads_per_step", 0)
        for kind, counter in REQUESTS.items():
            each = one["warps"] / one["blocks"] if kind == "barrier" else 1
            one["requests"][place, kind] += counters.get(counter, 0) * each
    for request in record["requests"]:
        key, widest = ((request["file"], request["line"]), request["kind"].replace(" ", "_")), found[request["kernel"]]["bytes"]
        widest[key] = max(widest[key], request["bytes"])
    return found


def matched(requests, places):
    """Requests by the places that the machine code has; compilers differ by a line or two where a statement takes several."""
    found, left = {}, {key: count for key, count in requests.items() if key not in places and count}
    for key in places:
        (file, line), kind = key
        near = [other for other in left if other[1] == kind and other[0][0] == file and abs(other[0][1] - line) <= 3]
        if near and not requests.get(key):
            found[key] = left.pop(min(near, key=lambda other: abs(other[0][1] - line)))
        elif key in requests:
            found[key] = requests[key]
    return found


class Equations:
    """Rows of a linear program over named variables, none below zero."""

    def __init__(self):
        self.index, self.costs, self.equal, self.most = {}, [], [], []

    def variable(self, name, cost):
        self.index[name] = len(self.costs)
        self.costs.append(cost)

    def solve(self):
        def matrix(rows):
            made = scipy.sparse.lil_matrix((len(rows), len(self.costs)))
            for at, (terms, _) in enumerate(rows):
                for name, factor in terms:
                    made[at, self.index[name]] += factor
            return made.tocsr(), [right for _, right in rows]
        (equal, equal_to), (most, at_most) = matrix(self.equal), matrix(self.most)
        found = scipy.optimize.linprog(self.costs, A_ub=most if self.most else None, b_ub=at_most or None, A_eq=equal, b_eq=equal_to, method="highs")
        if found.status != 0:
            raise RuntimeError(found.message)
        return found.x


def executions(blocks, warps, requests, requested_bytes):
    """How often warps execute each block: the fewest instructions that agree with the control flow and, as far as that goes, with the
    requests. A predicated instruction may be issued without a request, and a branch may part a warp. A wide instruction stands for
    several requests of neighbours that nvcc has joined."""
    of = Equations()
    number = {id(block): at for at, block in enumerate(blocks)}
    size = sum(len(block.instructions) for block in blocks)
    for at, block in enumerate(blocks):
        of.variable(("block", at), len(block.instructions))
    into, joined = collections.defaultdict(list), collections.defaultdict(list)
    for at, block in enumerate(blocks):
        edges = [("edge", at, number[id(after)], which) for which, after in enumerate(block.next)]
        for edge in edges:
            of.variable(edge, size if edge[2] <= at else 0)  # rather many warps in a loop than many turns of few
            into[edge[2]].append(edge)
        if block.instructions[-1].name in ("BRA", "EXIT", "RET") and block.instructions[-1].is_conditional():
            of.most += [([(edge, 1), (("block", at), -1)], 0) for edge in edges]
            if len(edges) == 2:
                of.most.append(([(edges[0], -1), (edges[1], -1), (("block", at), 1)], 0))
        else:
            of.equal += [([(edge, 1), (("block", at), -1)], 0) for edge in edges]
        for after in block.joined:
            joined[number[id(after)]].append(at)
    for at in range(len(blocks)):
        comes = [(("block", before), -1) for before in joined[at]] if at in joined else [(edge, -1) for edge in into[at]]
        of.equal.append(([(("block", at), 1)] + comes, warps if at == 0 else 0))

    # Requests of such an instruction by block: it is always issued with a request, or not.
    places = collections.defaultdict(lambda: (collections.Counter(), collections.Counter()))
    for at, block in enumerate(blocks):
        for one in block.instructions:
            for kind in one.kinds() if one.line else []:
                stands_for = one.bytes() // requested_bytes.get((one.line, kind), one.bytes())
                places[one.line, kind][one.predicated][at] += max(1, stands_for)
    for key, count in matched(requests, places).items():
        surely, perhaps = ([(("block", at), many) for at, many in which.items()] for which in places[key])
        cost = (3 if key[1] == "warp" else 30) * size  # one call may be several instructions
        of.variable(("more", key), cost)
        copies = places[key][0] + places[key][1]
        for at, many in copies.items():
            if many > min(copies.values()):  # of copies of a loop's body: a warp with fewer turns left takes another way
                of.variable(("copied", key, at), 10 * size)
                of.most.append(([(("block", at), 1), (("copied", key, at), -1)], count // warps // many * warps))
        of.variable(("less", key), cost)
        of.most.append((surely + [(("more", key), -1)], count))
        of.most.append(([(name, -many) for name, many in surely + perhaps] + [(("less", key), -1)], -count))
    return of.solve()[:len(blocks)]


def weights_of(blocks, counts, steps, lanes):
    """Instructions for a step of each line: each block is laid to that of its lines which is stepped on as often as it is executed."""
    laid = collections.Counter()
    for block, count in zip(blocks, counts):
        if count < 0.5:
            continue
        inside = collections.Counter(one.line for one in block.instructions if steps.get(one.line))

        def distance(place):
            return (round(abs(math.log(steps[place] / count)), 2), -round(lanes[place] / steps[place], 1), -inside[place])
        place = min(inside or [place for place in steps if steps[place]], key=distance)
        laid[place] += len(block.instructions) * count
    return {place: laid[place] / steps[place] for place in steps if steps[place]}


def weigh(record, cubin):
    """A record of results/sass.json for each kernel of a rung that nvcc has compiled as well."""
    code, used = sass.listings(cubin), sass.resources(cubin)
    demangled = subprocess.run(["c++filt"], input="\n".join(code), capture_output=True, text=True, check=True).stdout.splitlines()
    mangled = {plain(readable): name for name, readable in zip(code, demangled)}
    for kernel, seen in kernels_of(record).items():
        name = mangled.get(plain(seen["instance"]))
        if name is None or not any(file for file, _ in seen["steps"]):
            print(f"{record['pattern']} {record['rung']}: no code or no lines of {seen['instance']}", file=sys.stderr)
            continue
        blocks = sass.blocks_of(code[name])
        counts = executions(blocks, seen["warps"], seen["requests"], seen["bytes"])
        weights = weights_of(blocks, counts, seen["steps"], seen["lanes"])
        files = collections.defaultdict(dict)
        for (file, line), weight in sorted(weights.items()):
            files[file][str(line)] = float(f"{weight:.4g}")
        yield {"pattern": record["pattern"], "rung": record["rung"], "kernel": kernel, "instance": seen["instance"], **used[name],
               "instructions": round(sum(len(block.instructions) * count for block, count in zip(blocks, counts))),
               "steps": sum(seen["steps"].values()), "weights": files}


def records_of(strider, pattern):
    command = [strider, "ladder", pattern, "--device", "emulator", "--elements", ELEMENTS.get(pattern, "2^18"),
               "--multiprocessors", MULTIPROCESSORS, "--details", "--format", "jsonl"]
    printed = subprocess.run(command, capture_output=True, text=True)
    return [json.loads(line) for line in printed.stdout.splitlines()]


def main(strider, *wanted):
    old = json.loads(OUTPUT.read_text())["kernels"] if OUTPUT.exists() else []
    patterns = wanted or sorted(folder.parent.name.replace("_", "-") for folder in (ROOT / "ladders").glob("*/gpu"))
    kernels = [one for one in old if one["pattern"] not in patterns]
    with tempfile.TemporaryDirectory() as folder:
        for pattern in patterns:
            for record in records_of(strider, pattern):
                found = sorted((ROOT / "ladders" / pattern.replace("-", "_") / "gpu").glob(f"{record['rung']:02}_*.cu"))
                kernels += weigh(record, compile_rung(found[0], folder))
    write(kernels)


def write(kernels):
    kernels.sort(key=lambda one: (one["pattern"], one["rung"], one["instance"]))
    sources = sorted({file for one in kernels for file in one["weights"] if (ROOT / file).is_file()})
    compiler = re.search(r"V([\d.]+)", subprocess.run(["nvcc", "--version"], capture_output=True, text=True, check=True).stdout).group(1)
    mean = math.exp(sum(math.log(one["instructions"] / one["steps"]) for one in kernels) / len(kernels))
    head = {"architecture": ARCHITECTURE, "compiler": f"nvcc {compiler}", "instructions_per_step": float(f"{mean:.3g}"),
            "sources": {file: checksum(ROOT / file) for file in sources}}
    lines = ",\n".join(json.dumps(one) for one in kernels)
    OUTPUT.write_text(json.dumps(head, indent=1)[:-2] + ',\n "kernels": [\n' + lines + "\n]}\n")


if __name__ == "__main__":
    main(*strider_and_patterns(__doc__))
# SPDX-License-Identifier: Apache-2.0
