// What `strider grade` puts around a submission: a main() that takes the input of a test from a file, hands it to the
// submission, and writes what comes back. Values alone cross: what is right is known to another process.
#pragma once

namespace strider::emulation::program {

struct submission {
    /// Calls it with the arrays and the numbers of a test.
    void (*call)(void* const* arrays, const double* numbers);
    /// Device memory for an array, allocated by a line that names it in findings. Null: arrays are the host's.
    void* (*allocate)(unsigned array, unsigned long bytes);
};

/// `words`: the program, the file of the input, that of the output; see submission.cpp for both. The exit status.
int run_submission(int count, char** words, const submission& what);

}  // namespace strider::emulation::program
// SPDX-License-Identifier: Apache-2.0
