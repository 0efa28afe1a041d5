"""The documents have the table of last_places.txt, an H200's, and the emulator has the host's functions: last_places_test.py STRIDER"""
import json, pathlib, subprocess, sys

here = pathlib.Path(__file__).parent
page = here.joinpath("../../docs/emulator.md").read_text()
missing = [row for row in here.joinpath("last_places.txt").read_text().splitlines()[1:] if row not in page]
done = subprocess.run([sys.argv[1], "check", "--seconds", "600", "--format", "json", here / "last_places.cu"], capture_output=True, text=True)
answers = json.loads(done.stdout)[-1]["output"].splitlines() if done.stdout else [done.stderr]
other = [answer for answer in answers if not answer.startswith("|0|")]
print(*missing, *other, f"{len(missing)} rows are not in the documents, {len(other)} rows differ", sep="\n")
sys.exit(bool(missing or other or not answers))
# SPDX-License-Identifier: Apache-2.0
