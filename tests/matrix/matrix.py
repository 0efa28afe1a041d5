"""Checks many small cases with `strider check`, and holds the findings against a rule.

A table is a Python file that makes cases and calls judge(). It runs as `python3 TABLE.py STRIDER [OPTIONS OF CHECK]`, prints the
cases that are missed or falsely accused, and fails if there is one."""
import concurrent.futures, json, os, pathlib, subprocess, sys, tempfile
from dataclasses import dataclass


@dataclass
class Case:
    name: str
    statements: str  # of main(): what sets the case up, runs it and tidies up
    wrong: bool  # a finding is right
    code: str = ""  # kernels, with names of their own


def findings_of(strider, options, cases, head, setup):
    """The numbers of the cases that are accused: a finding names a line, and a case has its own ones."""
    lines, case_of = (head + "\n").split("\n"), {}
    for i, case in enumerate(cases):
        case_of[len(lines)] = i
        lines[-1:] = [" ".join(case.code.split()), ""]
    lines[-1:] = ["int main() {", *setup.split("\n"), ""]
    for i, case in enumerate(cases):
        case_of[len(lines)] = i
        lines[-1:] = [" ".join(case.statements.split()), ""]
    lines[-1] = "}\n"
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, "cases.cu")
        file.write_text("\n".join(lines))
        done = subprocess.run([strider, "check", "--all", "--format", "json", *options, file], capture_output=True, text=True)
    if done.returncode == 2 or not done.stdout:
        sys.exit(f"{cases[0].name} to {cases[-1].name}: {done.stderr}")
    return [(case_of.get(row["where"]["line"]), row) for row in json.loads(done.stdout) if "finding" in row]


def judge(cases, kinds, head="", setup="", per_file=100, notes=True):
    """Ends the process: with status 1 if a wrong case has no finding of these kinds, or another one has. Notes count as findings or not."""
    strider, options = sys.argv[1], sys.argv[2:]
    parts = [cases[i : i + per_file] for i in range(0, len(cases), per_file)]
    accused = set()
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for part, rows in zip(parts, pool.map(lambda part: findings_of(strider, options, part, head, setup), parts)):
            rows = [(i, row) for i, row in rows if row["finding"] in kinds and (notes or "note" not in row)]
            accused.update(part[i].name for i, row in rows if i is not None)
    missed = [case.name for case in cases if case.wrong and case.name not in accused]
    false = [case.name for case in cases if not case.wrong and case.name in accused]
    for name in missed:
        print("missed:", name)
    for name in false:
        print("false:", name)
    print(f"{len(cases)} cases, {sum(case.wrong for case in cases)} wrong: {len(missed)} missed, {len(false)} false")
    sys.exit(1 if missed or false else 0)
# SPDX-License-Identifier: Apache-2.0
