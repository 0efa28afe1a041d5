"""The command line: `strider`, or `python -m strider`."""
import os
import sys

COMMAND = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "strider")


def main() -> None:
    os.execv(COMMAND, [COMMAND, *sys.argv[1:]])


if __name__ == "__main__":
    main()
# SPDX-License-Identifier: Apache-2.0
