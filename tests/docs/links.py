#!/usr/bin/env python3
"""Whether the links and pictures of documents lead to files, and their fragments to headings: links.py [DOCUMENT...]

Without arguments, every document that git knows. Links to other sites are not followed. Generated pages do not count, as a clone lacks them.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
KNOWN = {(ROOT / name).resolve() for name in subprocess.run(["git", "ls-files"], cwd=ROOT, text=True, capture_output=True, check=True).stdout.splitlines()}
FOLDERS = {folder for file in KNOWN for folder in file.parents}


def headings(document):
    """As GitHub names them in fragments."""
    text = re.sub(r"^```.*?^```", "", document.read_text(), flags=re.S | re.M)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in re.findall(r"^#+ (.+)$", text, re.M)}


def is_dead(document, link):
    path, _, fragment = link.partition("#")
    target = (document.parent / path).resolve() if path else document
    if target not in KNOWN and target not in FOLDERS:
        return True
    return bool(fragment) and target.suffix == ".md" and fragment not in headings(target)


def main():
    documents = [pathlib.Path(word).resolve() for word in sys.argv[1:]] or sorted(file for file in KNOWN if file.suffix == ".md" and file.name != "wrong.md")
    dead = 0
    for document in documents:
        for number, line in enumerate(document.read_text().splitlines(), 1):
            for link in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
                if not re.match(r"[a-z]+:", link) and is_dead(document, link):
                    print(f"{document.relative_to(ROOT)}:{number}: no file or heading {link}")
                    dead += 1
    return 1 if dead else 0


sys.exit(main())
# SPDX-License-Identifier: Apache-2.0
