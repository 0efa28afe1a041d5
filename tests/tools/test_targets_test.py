#!/usr/bin/env python3
"""What tools/test_targets.py prints: test_targets_test.py BUILD"""
import pathlib
import subprocess
import sys
import unittest

BUILD = pathlib.Path(sys.argv.pop(1))
TOOL = pathlib.Path(__file__).resolve().parents[2] / "tools/test_targets.py"


def targets_of(name):
    ran = subprocess.run([sys.executable, TOOL, BUILD, name], check=True, text=True, capture_output=True)
    return ran.stdout.split()


class Targets(unittest.TestCase):
    def test_one_program_has_the_test(self):
        self.assertEqual(targets_of("ScanCpu.AnyNumberOfThreadsGivesTheSameBits"), ["strider_library_test"])

    def test_a_suite_is_found_with_its_backend_and_its_prefix(self):
        self.assertEqual(targets_of("^Emulator.Emulator/ScanConformance/0"), ["strider_library_emulator_test"])
        self.assertEqual(targets_of("^Cpu/ScanConformance/0"), ["strider_library_test"])

    def test_a_command_needs_its_program_and_what_it_opens(self):
        self.assertEqual(targets_of("^ladders.rungs.emulator.scan$"), ["bin/libstrider_emulator_scan.so", "bin/strider_rungs_test"])
        self.assertEqual(targets_of("^ladders.explain.scan$"), ["bin/libstrider_emulator_scan.so", "bin/strider"])

    def test_everything_is_needed_where_all_is_installed_or_nothing_is_found(self):
        self.assertEqual(targets_of("consumer.install"), [])
        self.assertEqual(targets_of("no such test"), [])

    def test_what_is_no_regular_expression_is_refused(self):
        ran = subprocess.run([sys.executable, TOOL, BUILD, "scan["], text=True, capture_output=True)
        self.assertEqual((ran.returncode, ran.stdout), (2, ""))
        self.assertIn("'scan[' is not a regular expression: unterminated character set", ran.stderr)


if __name__ == "__main__":
    unittest.main(verbosity=2)
# SPDX-License-Identifier: Apache-2.0
