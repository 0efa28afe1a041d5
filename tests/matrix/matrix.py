"""Checks many small cases with `strider check`, and holds the findings against a rule.

A table is a Python file that makes cases and calls judge(). It runs as `python3 TABLE.py STRIDER [OPTIONS OF CHECK]`, prints the
cases that are missed or falsely accused, and fails if there is one. `python3 TABLE.py compute-sanitizer [OPTIONS OF NVCC]` judges
NVIDIA's tool instead, on a GPU."""
import concurrent.futures, json, os, pathlib, re, subprocess, sys, tempfile
from dataclasses import dataclass


@dataclass
class Case:
    name: str
    statements: str  # of main(): what sets the case up, runs it and tidies up
    wrong: bool  # a finding is right
    code: str = ""  # kernels, with names of their own


def source_of(cases, head, setup):
    """A program of all cases, and the number of the case that a line belongs to: each has lines of its own."""
    lines, case_of = (head + "\n").split("\n"), {}
    for i, case in enumerate(cases):
        case_of[len(lines)] = i
        lines[-1:] = [" ".join(case.code.split()), ""]
    lines[-1:] = ["int main() {", *setup.split("\n"), ""]
    for i, case in enumerate(cases):
        case_of[len(lines)] = i
        lines[-1:] = [" ".join(case.statements.split()), ""]
    lines[-1] = "}\n"
    return "\n".join(lines), case_of


def accused_by_check(strider, options, file, kinds, notes):
    """The lines of the findings of these kinds; notes count or not."""
    done = subprocess.run([strider, "check", "--all", "--format", "json", *options, file], capture_output=True, text=True)
    if done.returncode == 2 or not done.stdout:
        sys.exit(done.stderr)
    rows = [row for row in json.loads(done.stdout) if row.get("finding") in kinds and (notes or "note" not in row)]
    return {row["where"]["line"] for row in rows}


def accused_by_sanitizer(sanitizer, options, file, *_):
    """The lines that some tool of compute-sanitizer names, on the GPU of this machine. All that it says counts."""
    program = file.with_suffix("")
    subprocess.run(["nvcc", "-arch=native", "-std=c++17", "-g", "-lineinfo", "-w", *options, "-o", program, file, "-lcuda"], check=True)
    accused = set()
    for tool in ("memcheck", "racecheck", "initcheck", "synccheck"):
        command = [sanitizer, "--tool", tool, "--print-limit", "100000", "--destroy-on-device-error", "kernel", program]
        try:
            said = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=300).stdout
        except subprocess.TimeoutExpired as ended:
            said = (ended.stdout or b"").decode(errors="replace")
        accused.update(int(line) for line in re.findall(rf"{file.name}:(\d+)", said))
    return accused


def judge(cases, kinds, head="", setup="", per_file=100, notes=True):
    """Ends the process: with status 1 if a wrong case has no finding of these kinds, or another one has. Notes count as findings or not."""
    by, options = sys.argv[1], sys.argv[2:]
    accused_by = accused_by_sanitizer if pathlib.Path(by).name == "compute-sanitizer" else accused_by_check
    accused = set()

    def judge_part(folder, part):
        text, case_of = source_of(part, head, setup)
        file = pathlib.Path(folder, f"cases{id(part)}.cu")
        file.write_text(text)
        accused.update(part[case_of[line]].name for line in accused_by(by, options, file, kinds, notes) if line in case_of)

    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        parts = [cases[i : i + per_file] for i in range(0, len(cases), per_file)]
        list(pool.map(lambda part: judge_part(folder, part), parts))
    missed = [case.name for case in cases if case.wrong and case.name not in accused]
    false = [case.name for case in cases if not case.wrong and case.name in accused]
    for name in missed:
        print("missed:", name)
    for name in false:
        print("false:", name)
    print(f"{len(cases)} cases, {sum(case.wrong for case in cases)} wrong: {len(missed)} missed, {len(false)} false")
    sys.exit(1 if missed or false else 0)
# SPDX-License-Identifier: Apache-2.0
