#!/usr/bin/env python3
"""Every public header compiles alone. compile_alone.py RECORD [of=calls] [without=HEADER...] COMPILER FLAG...

With of=calls, the headers of calls, which users include, and not those that these include.
It would take a compilation for each header. Most headers include what others include, so they share: a file may include
several headers, one after another, where each includes all that those before it include, and them. Then the text of each
is compiled behind what it includes itself and nothing more. (Each file is included twice, since it must bear that.)
RECORD is a file for the groups that have compiled: those whose headers have not changed are not compiled again."""
import hashlib
import pathlib
import re
import subprocess
import sys

INCLUDE = pathlib.Path(__file__).resolve().parents[2] / "include"
record, arguments = pathlib.Path(sys.argv[1]), sys.argv[2:]
without = {a.removeprefix("without=") for a in arguments if a.startswith("without=")}
of_calls = "of=calls" in arguments
command = [a for a in arguments if not a.startswith(("of=", "without="))] + ["-fsyntax-only", "-x", "c++", "-"]
for_emulator = "-DSTRIDER_EMULATOR" in command
OF_TARGET = re.compile("STRIDER_EMULATOR|STRIDER_DEVICE_CODE|__CUDA")


class Header:
    def __init__(self, path):
        self.name = str(path.relative_to(INCLUDE))
        self.text = path.read_text()
        self.always, self.perhaps, depth = [], [], 0
        for line in self.text.splitlines():
            depth += bool(re.match(r"\s*#\s*if", line)) - bool(re.match(r"\s*#\s*endif", line))
            if included := re.match(r'\s*#\s*include\s*[<"]([^>"]+)[>"]', line):
                (self.perhaps if depth else self.always).append(included[1])

    def is_compiled(self):
        """In this mode: as plain C++, or for the emulator, which is for device code and for text that depends on it."""
        if self.name in without or self.name == "strider/distributed/nccl.hpp":  # which only nvcc compiles
            return False
        if not for_emulator:
            return not self.name.startswith(("strider/cuda/", "strider/core/cuda_error"))
        if self.name.startswith(("strider/cpu/", "strider/core/cuda_error")):
            return False
        return self.name.startswith("strider/cuda/") or bool(OF_TARGET.search(self.text))


headers = {h.name: h for h in map(Header, sorted(INCLUDE.rglob("*.hpp")))}
closures = {}


def closure(name):
    """What including a header includes, itself too: file -> the headers whose conditions it depends on, for each way."""
    if name not in closures:
        found = {name: {()}}
        if name in headers:
            for below in headers[name].always:
                for file, ways in closure(below).items():
                    found.setdefault(file, set()).update(ways)
            for below in headers[name].perhaps:
                for file, ways in closure(below).items():
                    found.setdefault(file, set()).update((name, *way) for way in ways)
        closures[name] = found
    return closures[name]


def may_follow(first, second):
    """Whether `second` includes all that `first` does, whatever comes of the conditions around includes."""
    of_second = closure(second)
    return all(() in of_second.get(file, ()) or ways <= of_second.get(file, set()) for file, ways in closure(first).items())


def groups(names):
    """As few as can be: a largest matching of headers and their successors."""
    followers = {a: [b for b in names if a != b and may_follow(a, b)] for a in names}
    before = {}

    def give_a_follower(a, seen):
        for b in followers[a]:
            if b not in seen:
                seen.add(b)
                if b not in before or give_a_follower(before[b], seen):
                    before[b] = a
                    return True
        return False

    for a in names:
        give_a_follower(a, set())
    after = {a: b for b, a in before.items()}
    for name in names:
        if name not in before:
            group = [name]
            while group[-1] in after:
                group.append(after[group[-1]])
            yield group


done = set(record.read_text().split()) if record.exists() else set()
still, failed, compiled = set(), 0, 0
version = subprocess.run([command[0], "--version"], capture_output=True, text=True).stdout
public = [name for name in headers if name.count("/") == 1]  # all calls in one file, in both orders: none takes a name of another
names = [name for name in (public if of_calls else headers) if headers[name].is_compiled()]
for group in [*groups(names), public, public[::-1]]:
    files = sorted(set().union(*map(closure, group)) & set(headers))
    key = repr((command, version, group, [headers[f].text for f in files]))
    key = hashlib.sha256(key.encode()).hexdigest()
    if key not in done:
        text = "".join(f"#include <{name}>\n" * 2 for name in group)
        compiled += 1
        if subprocess.run(command, input=text, text=True).returncode:
            print("does not compile alone, or behind what it includes:", " ".join(group), flush=True)
            failed += 1
            continue
    still.add(key)
record.write_text("\n".join(sorted(still)))
print(f"{compiled} compilations, {failed} failed")
sys.exit(failed > 0)
# SPDX-License-Identifier: Apache-2.0
