"""A process that is killed at a random moment: the others end soon, and none has printed a wrong result.

    python3 killed_rank_test.py TIMES LAUNCHER... PROGRAM
"""
import random
import subprocess
import sys
import time

times, command = int(sys.argv[1]), sys.argv[2:]
random.seed(1)
for trial in range(times):
    life = random.randrange(2000)
    start = time.monotonic()
    done = subprocess.run([*command, str(life)], capture_output=True, text=True, timeout=600)
    took = time.monotonic() - start
    said = f"trial {trial}, killed after {life} ms: status {done.returncode} after {took:.1f} s"
    print(said, flush=True)
    if done.returncode == 0 or "wrong" in done.stdout or took * 1000 < life:
        sys.exit(f"{said}\n{done.stdout}\n{done.stderr}")
# SPDX-License-Identifier: Apache-2.0
