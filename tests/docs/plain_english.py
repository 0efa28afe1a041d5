#!/usr/bin/env python3
"""Whether documents and comments are easy to read: plain_english.py [FILE...]

Without arguments, every Markdown page but the changelog, the comments of headers and kernels, and the subjects of commits since the
last version's tag (without a tag, the newest fifty). A sentence has at most 35 words, a subject at most 72 characters, no phrase of
BANNED stands anywhere, and no comment begins with a word of UNCLEAR_BEGINNING. Code, tables, and what update_docs.py puts between
markers are not looked at. An area of the changelog has at most ten lines a version.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MOST_WORDS = 35
MOST_CHARACTERS = 72
MOST_LINES = 10
BANNED = {
    r"\bcommutative they\b": "they need not be commutative",
    r"\bis no (?:valid|multiple|difference|error)\b": "is not",
    r"\bnobody has\b": "say who did not, or use the passive",
    r"\bof which\b": "repeat the noun",
    r"\bhas none\b": "does not have",
    r"\bthat of\b": "repeat the noun",
    r"\bnothing of\b": "none of, or does not",
    r"\bare its own matter\b": "say what happens to them",
    r"\bEnough is when\b": "say what happens, then when",
    r"\bwhat comes of it\b": "its result",
}
# A comment begins with the noun that it is about, or with a verb.
UNCLEAR_BEGINNING = re.compile(r"(What|Of|Its own|One of these|Those)\b")
COMMENT = re.compile(r"(?:^[ \t]*//.*\n)+|(?<=[^\s:/])[ \t]+//.*\n", re.M)


def comments(text):
    """(line, comment) of C++: neighbouring lines are one, without slashes."""
    for comment in COMMENT.finditer(text):
        yield text.count("\n", 0, comment.start()) + 1, re.sub(r"^[ \t]*//[/<]*[ \t]?", "", comment.group(), flags=re.M)


def prose(text):
    """The text with everything blanked that is not prose; line numbers stay."""
    blank = lambda found: re.sub(r"[^\n]", " ", found.group())
    text = re.sub(r"^```.*?^```", blank, text, flags=re.S | re.M)
    text = re.sub(r"<!-- begin:.*?<!-- end:", blank, text, flags=re.S)
    text = re.sub(r"<!--.*?-->|<[a-z/][^>]*>", blank, text, flags=re.S)
    text = re.sub(r"^\s*\|.*$|^#.*$", blank, text, flags=re.M)
    text = re.sub(r"\]\([^)]*\)", blank, text)
    return re.sub(r"`[^`]*`", "code", text)


def sentences(text):
    """(line, sentence) of each; an item of a list, a paragraph or a colon at a line's end closes one."""
    for paragraph in re.finditer(r"(?:^(?!\s*$).*\n?)+", text, re.M):
        for item in re.finditer(r"(?:\A|^\s*(?:[-*]|\d+\.) ).*?(?=^\s*(?:[-*]|\d+\.) |\Z)", paragraph.group(), re.S | re.M):
            start = paragraph.start() + item.start()
            for sentence in re.finditer(r"\S.*?(?:[.?!:](?=\s|\*|$)|\Z)", item.group(), re.S):
                yield text.count("\n", 0, start + sentence.start()) + 1, sentence.group()


def wrong_in_prose(name, first, text):
    for line, sentence in sentences(text):
        words = len(re.findall(r"[\w'’-]*\w", sentence))
        if words > MOST_WORDS:
            yield f"{name}:{first + line - 1}: a sentence of {words} words: {' '.join(sentence.split()[:8])} ..."
    for number, line in enumerate(text.splitlines(), first):
        for phrase, instead in BANNED.items():
            if found := re.search(phrase, line):
                yield f'{name}:{number}: "{found.group()}": {instead}'


def wrong_in(document):
    name, text = document.relative_to(ROOT), document.read_text()
    if document.suffix == ".md":
        yield from wrong_in_prose(name, 1, prose(text))
        return
    for line, comment in comments(text):
        yield from wrong_in_prose(name, line, re.sub(r"`[^`]*`", "code", comment))
        if found := UNCLEAR_BEGINNING.match(comment):
            yield f'{name}:{line}: a comment begins with "{found.group()}": begin with the noun that it is about, or a verb'


def long_areas(changelog):
    for area in re.finditer(r"^(?:## |\*\*).*\n(?:(?!## |\*\*).*\n)*", changelog.read_text(), re.M):
        lines = re.findall(r"^(?!## |\*\*).*\S", area.group(), re.M)
        if len(lines) > MOST_LINES:
            yield f"{changelog.name}: {len(lines)} lines of {area.group().splitlines()[0]}"


def git(*words):
    ran = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.stdout.strip() if ran.returncode == 0 else ""


def main():
    named = [pathlib.Path(word).resolve() for word in sys.argv[1:]]
    documents = named or sorted(path for path in ROOT.rglob("*") if path.suffix in {".md", ".hpp", ".h", ".cuh", ".cu"}
                                and path.name != "CHANGELOG.md" and not {"build", "tests"} & set(path.relative_to(ROOT).parts))
    wrong = [line for document in documents for line in wrong_in(document)]
    if not named:
        wrong += long_areas(ROOT / "CHANGELOG.md")
        tag = git("describe", "--tags", "--abbrev=0")
        subjects = git("log", "--format=%h %s", *([f"{tag}.."] if tag else ["-50"])).splitlines()
        wrong += [f"{subject}: a subject of more than {MOST_CHARACTERS} characters" for subject in subjects
                  if len(subject.split(" ", 1)[1]) > MOST_CHARACTERS]
    print("\n".join(wrong) or "sentences and subjects are short")
    return bool(wrong)


sys.exit(main())
# SPDX-License-Identifier: Apache-2.0
