"""The command line of tools that take strider and names of patterns."""
import argparse


def strider_and_patterns(text):
    options = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("strider", help="the program, with the modules that it needs")
    options.add_argument("pattern", nargs="*", help="default: all")
    given = options.parse_args()
    return given.strider, *given.pattern
# SPDX-License-Identifier: Apache-2.0
