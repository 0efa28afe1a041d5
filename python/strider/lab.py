"""The checker of CUDA programs and the ladders: the command line's records as objects."""
from __future__ import annotations

import contextlib
import html
import json
import os
import subprocess
import tempfile
from dataclasses import dataclass, field
from typing import Any, Dict, Iterator, List, Optional, Sequence, Tuple, Union

from .__main__ import COMMAND

__all__ = ["Check", "Error", "Finding", "Grade", "Records", "Score", "check", "explain", "grade", "ladder"]

Record = Dict[str, Any]


def _table(records: Sequence[Record]) -> Any:
    try:
        import pandas  # type: ignore[import-untyped]
    except ImportError as missing:
        raise ImportError("to_pandas() needs pandas: pip install pandas") from missing
    return pandas.json_normalize(list(records))


class Records(List[Record]):
    """The records of a command, as `--format json` writes them."""

    def to_pandas(self) -> Any:
        """A DataFrame, a row a record. What lies deeper is named with dots, such as "counters.barriers"."""
        return _table(self)


class Error(RuntimeError):
    """The command cannot be done: its message, such as that a file does not compile."""


@dataclass(eq=False)
class Finding(RuntimeError):
    """What the emulator found: its kind, such as "race-shared", where it is, and what mends it.

    A call of a kernel raises the first one; its text is then that of the whole `check`.
    """

    kind: str
    kernel: str
    file: Optional[str]
    line: Optional[int]
    message: str
    fix: str
    record: Record = field(repr=False)
    check: "Optional[Check]" = field(default=None, repr=False)  #: where it is raised

    def of(self, check: "Check") -> "Finding":
        """The same, to be raised."""
        return Finding(self.kind, self.kernel, self.file, self.line, self.message, self.fix, self.record, check)

    def __str__(self) -> str:
        if self.check is not None:
            return str(self.check)
        kernel = f" in {self.kernel}" if self.kernel else ""
        place = f" at {self.file}:{self.line}" if self.file else ""
        return f"{self.kind}{kernel}{place}\n    {self.message}\n    fix: {self.fix}"


@dataclass(frozen=True)
class Check:
    """What came of a check. It is true where all was right."""

    findings: Tuple[Finding, ...]
    kernels: Tuple[str, ...]  #: those that ran
    not_run: Tuple[str, ...]  #: those that the program never launched: they were not checked
    notes: Tuple[str, ...]
    output: str  #: what the program printed
    failure: Optional[str]  #: how the program itself failed
    verified: bool
    records: Tuple[Record, ...] = field(repr=False, compare=False)

    def __bool__(self) -> bool:
        return self.verified

    @property
    def counters(self) -> Dict[str, Dict[str, float]]:
        """The counters of each kernel, where they were asked for."""
        return {record["kernel"]: record["counters"] for record in self.records if "counters" in record}

    def to_pandas(self) -> Any:
        """A DataFrame, a row a finding."""
        return _table([one.record for one in self.findings])

    def __str__(self) -> str:
        failed = [self.failure] if self.failure else []
        kernels = f"{len(self.kernels)} kernel{'' if len(self.kernels) == 1 else 's'} checked"
        found = f"{len(self.findings)} finding{'' if len(self.findings) == 1 else 's'}"
        return "\n".join([*map(str, self.findings), *self.notes, *failed, f"{kernels}, {found}"])


@dataclass(frozen=True)
class Score:
    """The points of a criterion, of how many, and why."""

    name: str
    points: float
    of: float
    reason: str

    def __str__(self) -> str:
        return f"{self.points:g} of {self.of:g}  {self.name}: {self.reason}"


@dataclass(frozen=True)
class Grade:
    """What a submission earned."""

    points: float
    of: float
    scores: Tuple[Score, ...]
    tests: Tuple[str, ...]  #: how each test went
    record: Record = field(repr=False, compare=False)

    def __str__(self) -> str:
        return "\n".join([*map(str, self.scores), *self.tests, f"{self.points:g} of {self.of:g} points"])

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{html.escape(one.name)}</td><td>{one.points:g}</td><td>{one.of:g}</td>"
                       f"<td>{html.escape(one.reason)}</td></tr>" for one in self.scores)
        tests = html.escape("\n".join(self.tests))
        return (f"<table><tr><th>criterion</th><th>points</th><th>of</th><th>reason</th></tr>{rows}"
                f"<tr><th>all</th><th>{self.points:g}</th><th>{self.of:g}</th><th></th></tr></table><pre>{tests}</pre>")


def _without_folder(text: str, folder: str) -> str:
    """Files of the folder named without it, and without the part of it that lies in the current one."""
    return text.replace(folder + os.sep, "").replace(os.path.basename(folder) + os.sep, "") if folder else text


def _run(arguments: Sequence[str], folder: str = "") -> Records:
    """The records that a command writes; Error where it writes none. Files of `folder` are named without it."""
    # The command ends with this process, and the folder goes with it, even where nothing can be done here any more.
    environment = {**os.environ, "STRIDER_CALLER": f"{os.getpid()}:{folder}"}
    done = subprocess.run([COMMAND, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace",
                          env=environment)
    if done.returncode < 0:
        raise Error(f"strider {arguments[0]} was ended by signal {-done.returncode}")
    output, said = (_without_folder(text, folder) for text in (done.stdout, done.stderr))
    records = Records(json.loads(line) for line in output.splitlines())
    if not records:
        raise Error(said.strip().removeprefix("strider: ") or f"strider {arguments[0]} gave no answer")
    return records


def check(source: Union[str, "os.PathLike[str]"], args: Sequence[str] = (), compile: Sequence[str] = (), *,
          count: bool = False, options: Sequence[str] = ()) -> Check:
    """Runs a CUDA program in the emulator, and finds races, bad accesses and more. No GPU is needed, but a compiler.

    Parameters
    ----------
    source : str or path
        A program with a `main`: its text, or the path of its file. A text has a line break or a brace.
    args : sequence of str
        The program's own arguments.
    compile : sequence of str
        For the compiler, such as "-DSIZE=64" or "-Iinclude".
    count : bool
        Also count what the kernels cost: `counters`.
    options : sequence of str
        Others of the command, such as "--schedules=8"; `strider check --help` lists them.

    Raises
    ------
    strider.Error
        Where the program does not compile, or there is no compiler.

    Examples
    --------
    >>> program = '''
    ... __global__ void shift(int* x) { x[threadIdx.x] = x[threadIdx.x + 1]; }
    ... int main() {
    ...     int* x;
    ...     cudaMalloc(&x, 4 * 64);
    ...     cudaMemset(x, 0, 4 * 64);
    ...     shift<<<1, 64>>>(x);
    ...     return cudaDeviceSynchronize();
    ... }
    ... '''
    >>> checked = strider.check(program)
    >>> bool(checked), checked.kernels
    (False, ('shift',))
    >>> sorted({finding.kind for finding in checked.findings})
    ['out-of-bounds', 'race-global']
    >>> checked.findings[0].line
    2
    """
    command = ["check", "--format=jsonl", *(f"--compile={word}" for word in compile), *options]
    if count:
        command.append("--count")
    with _source_file(source) as (file, folder):
        return _checked(_run([*command, file, *_own(args)], folder))


def _is_text(source: Union[str, "os.PathLike[str]"]) -> bool:
    """Whether it is a source itself, and not its path."""
    return isinstance(source, str) and any(letter in source for letter in "\n{")


@contextlib.contextmanager
def _source_file(source: Union[str, "os.PathLike[str]"]) -> Iterator[Tuple[str, str]]:
    """The path of a source and, where the source is a text, the folder that holds it for now."""
    if not _is_text(source):
        yield os.fspath(source), ""
        return
    with tempfile.TemporaryDirectory(prefix="strider-") as folder:
        file = os.path.join(folder, "source.cu")
        with open(file, "w", encoding="utf-8") as out:
            out.write(source)
        yield file, folder


def _own(args: Sequence[str]) -> List[str]:
    return ["--", *map(str, args)] if args else []


def _checked(records: List[Record]) -> Check:
    verdict = records[-1]
    findings = tuple(Finding(one["finding"], one.get("kernel", ""), one.get("where", {}).get("file"), one.get("where", {}).get("line"),
                             one.get("message", ""), one.get("fix", ""), one) for one in records if "finding" in one)
    return Check(findings, tuple(verdict.get("kernels", ())), tuple(verdict.get("not_run", ())), tuple(verdict.get("notes", ())),
                 verdict.get("output", ""), verdict.get("failure"), bool(verdict["verified"]), tuple(records))


def grade(folder: Union[str, "os.PathLike[str]"], source: Union[str, "os.PathLike[str]"], *options: str) -> Grade:
    """The points of a submission to the assignment in a folder, with a reason each.

    `source` is a text or a path, as of `check`; `options` are the command's; `strider grade --help` lists them.

    Examples
    --------
    >>> graded = strider.grade("examples/course/vector_add", '''
    ... __global__ void vector_add(const float* a, const float* b, float* c, int n) {
    ...     int i = blockIdx.x * blockDim.x + threadIdx.x;
    ...     c[i] = a[i] + b[i];
    ... }
    ... ''')
    >>> graded.points, graded.of
    (8.0, 10.0)
    >>> graded.scores[1].reason[:26]
    'source.cu:4: out-of-bounds'
    """
    with _source_file(source) as (file, made):
        record = _run(["grade", "--format=jsonl", *options, os.fspath(folder), file], made)[0]
    return Grade(record["points"], record["of"], tuple(Score(**one) for one in record["criteria"]), tuple(record["tests"]), record)


def ladder(pattern: str = "reduce", *options: str) -> Records:
    """Runs the rungs of a ladder, each verified, then timed or counted: a record a rung.

    `options` are the command's, such as "--device=emulator" or "--rungs=1-4"; `strider ladder --help` lists them.

    Examples
    --------
    >>> [(rung["rung"], rung["verified"]) for rung in strider.ladder("reduce", "--device=emulator", "--elements=1000", "--rungs=1-2")]
    [(1, True), (2, True)]
    """
    return _run(["ladder", pattern, "--format=jsonl", *options])


def explain(pattern: str = "reduce", *options: str) -> Records:
    """The rungs of a ladder step by step: what each changes, whether its claims hold, and what limits it: a record a rung.

    `options` are the command's, as of `ladder`; `strider explain --help` lists them.

    Examples
    --------
    >>> for rung in strider.explain("reduce", "--device=emulator", "--elements=1000", "--rungs=1-2"):
    ...     print(rung["rung"], rung["change"])
    1 a tree in shared memory
    2 half as many barriers
    """
    return _run(["explain", pattern, "--format=jsonl", *options])
# SPDX-License-Identifier: Apache-2.0
