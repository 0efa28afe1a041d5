// The input and output of a submission's process: the program around it, the input of a test, the output. See
// check/runtime/submission.cpp for the files.
#pragma once

#include <string>
#include <vector>

#include <lab/grade/assignment.hpp>

namespace strider::lab {

/// The name of the file that is made around a source.
inline constexpr const char* program_file = "strider_grade.cu";

/// A program that includes `source` behind what it calls, so that no macro of the source reaches that. `on_host`: the
/// function works on arrays of the host.
std::string program_around(const std::string& source, const assignment& task, bool on_host);

/// The bytes of the input file; the values come from the test's seed, the same on every machine.
std::string input_of(const course_test& test, const assignment& task);

struct test_output {
    bool is_whole = false;  ///< else the program ended before it had written it
    std::uint64_t error = 0, bytes_to_host = 0;
    std::vector<std::string> arrays;  ///< the bytes of each output
};
test_output read_output(const std::filesystem::path& file, const course_test& test, const assignment& task);

/// The first element that is wrong, as "c[1000] is 0, not 3.5"; empty where none is.
std::string first_wrong(const test_output& got, const test_output& expected, const course_test& test,
                        const assignment& task);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
