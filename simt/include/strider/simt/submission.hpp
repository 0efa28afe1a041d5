// What `strider grade` puts around a submission: a main() that takes the input of a test from a file, hands it to the
// submission, and writes what comes back. Values alone cross: what is right is known to another process.
#pragma once

namespace strider::executor::program {

/// Calls the submission with the arrays and the numbers of a test.
using submission = void (*)(void* const* arrays, const double* numbers);

enum class array_place { device, host };

/// `words`: the program, the file of the input, that of the output; see submission.cpp for both. The exit status.
int run_submission(int count, char** words, submission call, array_place place);

}  // namespace strider::executor::program
