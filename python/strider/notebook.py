"""`%%strider`: a cell of CUDA. One with a `main` is checked; shown are what it prints, then the findings beside their
lines. One without becomes a RawModule, or binds the names of its kernels."""
from __future__ import annotations

import html
import re
import shlex
from typing import Any, Callable, Dict, List

from .lab import Check, Error, Finding, check

_MARKED = "background:#fde8e8;border-left:3px solid #c0392b"


class Shown:
    """A check of a cell, as a notebook shows it."""

    def __init__(self, source: str, checked: Check) -> None:
        self.source = source
        self.checked = checked

    def __repr__(self) -> str:
        return self.checked.output + str(self.checked)

    def _repr_html_(self) -> str:
        found: Dict[int, List[Finding]] = {}
        for finding in self.checked.findings:
            if finding.file and finding.file.endswith("source.cu") and finding.line:
                found.setdefault(finding.line, []).append(finding)
        placed = [finding for line in found.values() for finding in line]
        parts = [f"<pre>{html.escape(self.checked.output)}</pre>"] if self.checked.output else []
        if found:
            lines = []
            for number, text in enumerate(self.source.splitlines(), 1):
                style = f' style="{_MARKED}"' if number in found else ""
                lines.append(f"<div{style}>{number:4}  {html.escape(text)}</div>")
                lines += [f'<div style="color:#c0392b">      {html.escape(finding.kind)}: {html.escape(finding.message)}\n'
                          f"      fix: {html.escape(finding.fix)}</div>" for finding in found.get(number, [])]
            parts.append(f'<pre style="line-height:1.3">{"".join(lines)}</pre>')
        others = [str(finding) for finding in self.checked.findings if finding not in placed]
        last = str(self.checked).splitlines()[-1]
        said = [*others, *self.checked.notes, *([self.checked.failure] if self.checked.failure else []), last]
        return "".join(parts) + f"<pre>{html.escape(chr(10).join(said))}</pre>"


class Kernels:
    """A cell without a `main`, as a notebook shows it."""

    def __init__(self, module: Any, names: List[str]) -> None:
        self.module, self.names = module, names

    def __repr__(self) -> str:
        called = ", ".join(self.names) if self.names else "get_function(name)"
        return f"compiled; call {called} with a grid, a block and the arguments"


def _bind(line: List[str], cell: str, variables: Dict[str, Any]) -> Any:
    """-n NAME: binds that kernel; other words are the compiler's."""
    from .kernels import RawModule
    names, options, words = [], [], iter(line)
    for word in words:
        names.append(next(words, "")) if word == "-n" else options.append(word)
    module = RawModule(cell + "\n", options=options, name_expressions=names)
    module.compile()
    for name in names:
        variables[re.sub(r"\W+", "_", name).strip("_")] = module.get_function(name)
    return Kernels(module, names) if names else module


def magic(variables: Dict[str, Any]) -> Callable[[str, str], Any]:
    """The magic of a notebook with these variables."""

    def strider(line: str, cell: str) -> Any:
        """%%strider [OPTIONS] [-- ARGUMENTS]: options of `strider check`, arguments of the program's own.

        %%strider [-n KERNEL] [OPTIONS OF NVCC], where the cell has no `main`: KERNEL is bound to a RawKernel, and without
        -n the cell's value is a RawModule.
        """
        words = shlex.split(line)
        at = words.index("--") if "--" in words else len(words)
        try:
            if not re.search(r"\bmain\s*\(", re.sub(r"//.*", "", cell)):
                return _bind(words, cell, variables)
            return Shown(cell, check(cell + "\n", args=words[at + 1:], options=words[:at]))
        except Error as error:
            print(error)
            return None

    return strider
# SPDX-License-Identifier: Apache-2.0
