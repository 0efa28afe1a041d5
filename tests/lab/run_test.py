"""./run with nothing to build says nothing; what it shows a newcomer fits a terminal and can be typed; and the commit that records
name follows the source tree.

run_test.py SOURCE BUILD CMAKE: BUILD is the build of this test, which ./run uses here, so that nothing is built for it.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

source, build, cmake = map(pathlib.Path, sys.argv[1:])


def run(*words):
    """./run in the root of the source tree, as a newcomer types it; or in a shell, where it is a line of a document."""
    environment = {**os.environ, "STRIDER_PRESET": build.name}
    for name in ["STRIDER_MODULES", "STRIDER_DATA", "STRIDER_BUILDER"]:
        environment.pop(name, None)
    command = ["bash", "-c", words[0]] if words and words[0].startswith("./run") else [source / "run", *words]
    return subprocess.run(command, env=environment, cwd=source, capture_output=True, text=True)


def run_twice():
    first = run("list", "reduce")
    assert first.returncode == 0, first.stderr
    second = run("list", "reduce")
    assert second.returncode == 0 and second.stdout == first.stdout, second
    assert second.stderr == "", f"the second ./run built something:\n{second.stderr}"


def run_through_a_link():
    """A tree is built under its own name, since CMake refuses a build folder of another; it is built through links as well."""
    with tempfile.TemporaryDirectory() as folder:
        tree, link, seen = (pathlib.Path(folder, name) for name in ["tree", "link", "seen"])
        (tree / "tools").mkdir(parents=True)
        for name in ["run", "tools/setup.sh", "tools/unbuilt.sh"]:
            shutil.copy(source / name, tree / name)
        (tree / "packages.txt").write_text("dpkg\n")  # is there wherever packages are looked for
        link.symlink_to(tree)
        (tree / "cmake").write_text(f'#!/bin/sh\nprintf %s "$PWD" >{seen}\nexit 1\n')
        (tree / "cmake").chmod(0o755)
        subprocess.run([link / "run", "devices"], env={**os.environ, "PATH": f"{tree}:{os.environ['PATH']}"}, capture_output=True)
        assert seen.read_text() == os.path.realpath(tree), seen.read_text()


def answer_unbuilt():
    """The help and the list of ladders need no build, and say what the program says."""
    strider = build / "bin" / "strider"
    for word, begin, count in [("--help", "ladder ", 11), ("list", "reduce ", 16)]:
        environment = {**os.environ, "STRIDER_PRESET": "of-no-build"}
        shown = subprocess.run([source / "run", word], env=environment, capture_output=True, text=True, check=True)
        assert shown.stderr == "" and not (source / "build" / "of-no-build").exists(), shown.stderr
        program = subprocess.run([strider, word], capture_output=True, text=True, check=True).stdout
        lines = [line.split() for line in shown.stdout.splitlines()]
        assert any(line.strip().startswith(begin) for line in shown.stdout.splitlines()), shown.stdout
        # The program breaks long lines elsewhere.
        there = " ".join(program.split())
        entries = lines[4:-3] if word == "--help" else lines
        for entry in entries:
            assert " ".join(entry) in there, (entry, program)
        assert len(entries) == count, entries


def expect_answer(line):
    """A command that a newcomer is told to type: it runs as printed, and fails only where it finds the race."""
    done = run(line)
    finds = "race.cu" in line
    assert done.returncode == (1 if finds else 0), (line, done)
    assert ("race-shared" if finds else "reduce:" if "reduce" in line else "scan:") in done.stdout, (line, done)


def show_a_newcomer():
    shown = run()
    assert shown.returncode == 0, shown
    lines = shown.stdout.splitlines()
    assert len(lines) <= 30 and max(map(len, lines)) <= 80, shown.stdout
    for word in ["what changed", "strided index", "bandwidth", "threads at work", "bank conflict"]:
        assert word in shown.stdout, (word, shown.stdout)
    for word in ["wavefront", "sector", ".so", "no room"]:
        assert word not in shown.stdout, (word, shown.stdout)
    for line in lines[-3:]:
        expect_answer(re.split(r"  +", line)[0])


def type_what_readme_says():
    block = re.search(r"```sh\n(\./run.*?)```", (source / "README.md").read_text(), re.S)[1]
    commands = [line.split("  ")[0] for line in block.splitlines()]
    assert commands[0] == "./run" and len(commands) == 4, commands
    for line in commands[1:3]:
        expect_answer(line)


def name_commits():
    if shutil.which("git") is None:
        print("skipped: there is no git here")
        return
    with tempfile.TemporaryDirectory() as folder:
        tree, made = pathlib.Path(folder, "tree"), pathlib.Path(folder, "commit.cpp")
        tree.mkdir()

        def git(*words):
            identity = ["-c", "user.name=a", "-c", "user.email=a@localhost", "-c", "commit.gpgsign=false"]
            ran = subprocess.run(["git", "-C", tree, *identity, *words], check=True, capture_output=True, text=True)
            return ran.stdout.strip()

        def name():
            """The commit as it is written, and the files that the answer depends on."""
            depfile = pathlib.Path(folder, "commit.d")
            subprocess.run([cmake, f"-DSOURCE={tree}", f"-DFILE={made}", f"-DDEPFILE={depfile}",
                            "-P", source / "lab" / "commit.cmake"], check=True)
            return made.read_text().split('"')[1], depfile.read_text().replace("\\\n", "").split(": ", 1)[-1].split()

        assert name() == ("", [str(source / "lab" / "commit.cmake")]), "of no commit, and yet a dependency, else it runs at every build"
        git("init", "-q")
        (tree / "a.cpp").write_text("1")
        git("add", "a.cpp")
        git("commit", "-q", "-m", "first")
        clean, files = name()
        assert clean == git("rev-parse", "--short=12", "HEAD"), clean
        assert str(tree / "a.cpp") in files and all(pathlib.Path(file).exists() for file in files), files
        log = str(tree / ".git" / "logs" / "HEAD")
        assert log in files, "a commit is seen"
        written = made.stat().st_mtime_ns
        assert name()[0] == clean and made.stat().st_mtime_ns == written, "nothing to compile where nothing changed"
        (tree / "a.cpp").write_text("2")
        assert name()[0] == clean + "-dirty"
        git("commit", "-q", "-a", "-m", "second")
        assert name()[0] not in (clean, clean + "-dirty")
        (tree / "a.cpp").unlink()
        assert name()[0].endswith("-dirty"), "a file that was deleted"


name_commits()
run_through_a_link()
answer_unbuilt()
if build.parent == source / "build":
    run_twice()
    show_a_newcomer()
    type_what_readme_says()
else:
    print(f"skipped: ./run uses {source}/build/PRESET, and this build is {build}")
# SPDX-License-Identifier: Apache-2.0
