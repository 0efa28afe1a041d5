"""Processes that answer calls of kernels, and arrays that they share."""
from __future__ import annotations

import atexit
import collections
import contextlib
import ctypes
import json
import mmap
import os
import re
import signal
import subprocess
import tempfile
import threading
import weakref
from typing import Any, Dict, Iterable, List, Sequence, Tuple, Union

import numpy

from .__main__ import COMMAND
from .lab import Error, Record, _is_text, _without_folder

Path = Union[str, "os.PathLike[str]"]


class Program:
    """A compiled source and the process that answers calls of its kernels and functions."""

    def __init__(self, source: Path, names: Sequence[str], options: Sequence[str]) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="strider-")
        self.lock, self.process_of, self.owes_answer = threading.Lock(), os.getpid(), False
        file = os.fspath(source)
        if _is_text(source):
            file = os.path.join(self.folder.name, "source.cu")
            with open(file, "w", encoding="utf-8") as out:
                # NVRTC has no such types, and code for it defines them.
                out.write(re.sub(r"\btypedef\b[^;{}\n]*\bu?int(8|16|32|64)_t\s*;", "", os.fspath(source)))
        command = [COMMAND, "check", file, *(f"--call={name}" for name in names or ["()"]), *options]
        with open(os.path.join(self.folder.name, "errors"), "w+", encoding="utf-8", errors="replace") as errors:
            # Its own session: an interrupt reaches it through this process alone.
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True, encoding="utf-8",
                errors="replace", start_new_session=True,
                env={**os.environ, "STRIDER_CALLER": f"{os.getpid()}:{self.folder.name}"})
            self.end = weakref.finalize(self, _end, self.process, self.folder)
            told = self._line()
            if not told:
                self.process.wait()
                errors.seek(0)
                said = _without_folder(errors.read(), self.folder.name).strip()
                self.end()
                raise Error(said.removeprefix("strider: ") or "the kernels could not be compiled")
        described = json.loads(told)
        self.callables: List[Record] = described["callables"]
        self.variables = self._map_variables(described)
        self.memory, self.shared = os.memfd_create("strider"), mmap.mmap(-1, 1)
        weakref.finalize(self, os.close, self.memory)

    @staticmethod
    def _map_variables(described: Record) -> Dict[str, Any]:
        bytes_in_all = sum(one["bytes"] for one in described["variables"])
        if bytes_in_all == 0:
            return {}
        with open(described["file"], "r+b") as file:
            shared = numpy.frombuffer(mmap.mmap(file.fileno(), bytes_in_all), numpy.uint8)
        return {one["name"]: shared[one["offset"]:one["offset"] + one["bytes"]] for one in described["variables"]}

    def _line(self) -> str:
        """A line of the process; it ends what runs where this process is interrupted, and answers for it."""
        assert self.process.stdout is not None
        try:
            line = self.process.stdout.readline()
        except KeyboardInterrupt:
            self.process.send_signal(signal.SIGINT)
            self.process.stdout.readline()
            self.owes_answer = False
            raise
        self.owes_answer = False
        return line

    def call(self, request: Record, ranges: Sequence[Tuple[int, int]]) -> List[Record]:
        """Runs it on the memory between these addresses, which it changes as `request` says."""
        with self.lock:
            placed = self._place(request, ranges)
            assert self.process.stdin is not None
            self.owes_answer = True
            try:
                self.process.stdin.write(json.dumps(request) + "\n")
                self.process.stdin.flush()
                answer = self._line()
            finally:
                if self.owes_answer:  # a second interrupt: the next call must not read this one's
                    self.end()
            if not answer:
                raise Error("the process that answers calls has ended")
            for array, view in zip(request["arrays"], placed):
                if array["written"]:
                    view[:] = self.shared[array["offset"]:array["offset"] + array["bytes"]]
            return list(json.loads(_without_folder(answer, self.folder.name)))

    def _place(self, request: Record, ranges: Sequence[Tuple[int, int]]) -> List[memoryview]:
        """Copies the memory into the file that both processes map."""
        end = 0
        for array, (begin, behind) in zip(request["arrays"], ranges):
            array["offset"], array["bytes"] = end, behind - begin
            end += (behind - begin + 255) // 256 * 256
        if end > len(self.shared):
            os.ftruncate(self.memory, end)
            self.shared = mmap.mmap(self.memory, end)
        request["file"], request["file_bytes"] = f"/proc/{os.getpid()}/fd/{self.memory}", end
        views = [memoryview((ctypes.c_char * (behind - begin)).from_address(begin)).cast("B") for begin, behind in ranges]
        for array, view in zip(request["arrays"], views):
            self.shared[array["offset"]:array["offset"] + array["bytes"]] = view
        return views


def _end(process: "subprocess.Popen[str]", folder: "tempfile.TemporaryDirectory[str]") -> None:
    process.kill()  # its supervisor ends what it has started
    process.wait()
    for end in (process.stdin, process.stdout):
        if end is not None:
            with contextlib.suppress(OSError):
                end.close()
    folder.cleanup()


_programs: "collections.OrderedDict[Any, Program]" = collections.OrderedDict()
_MOST_PROGRAMS = 16
atexit.register(_programs.clear)


def program_of(source: Path, names: Iterable[str], options: Tuple[str, ...]) -> Program:
    """The program of this text or file; the same one as before where nothing has changed."""
    changed = None if _is_text(source) else os.stat(source).st_mtime_ns
    key = (os.getpid(), os.fspath(source), changed, tuple(sorted(names)), options)
    if key not in _programs or _programs[key].process.poll() is not None:
        _programs[key] = Program(source, key[3], options)
        if len(_programs) > _MOST_PROGRAMS:
            _programs.popitem(last=False)
    _programs.move_to_end(key)
    return _programs[key]
# SPDX-License-Identifier: Apache-2.0
