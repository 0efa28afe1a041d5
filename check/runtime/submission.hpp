// The main() that `strider grade` puts around a submission. It reads a test's input from a file, calls the submission,
// and writes the result. Only values cross: another process knows the right ones.
#pragma once

namespace strider::emulation::program {

struct submission {
    /// Calls it with the arrays and the numbers of a test.
    void (*call)(void* const* arrays, const double* numbers);
    /// Device memory for an array, allocated by a line that names it in findings. Null: arrays are the host's.
    void* (*allocate)(unsigned array, unsigned long bytes);
};

/// `words`: the program, the input's file, the output's file (formats in submission.cpp). Returns the exit status.
int run_submission(int count, char** words, const submission& what);

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
