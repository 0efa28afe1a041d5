// A submission is built and run by a process of its own, which the kernel confines: it reads the input of each test and
// the system's files, and writes its folder. What is right never enters that process.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <lab/base/record.hpp>
#include <lab/grade/assignment.hpp>
#include <lab/grade/program.hpp>

namespace strider::lab {

struct test_run {
    std::string failure;                    ///< how the program failed, or empty
    bool endless = false;                   ///< it failed since it did not end
    std::vector<record> findings, kernels;  ///< as `check` has them
    test_output output;
};

struct submission_run {
    std::string refused;          ///< why nothing was run: it does not compile, or calls what it may not
    std::vector<test_run> tests;  ///< up to the first that did not end
};

enum class trust {
    reference,   ///< the lecturer's: may call anything
    submission,  ///< may call what the assignment allows
};

/// Throws usage_error where the source cannot be read, and where this system cannot confine it.
submission_run run_source(const assignment& task, const std::filesystem::path& source, trust in, bool confined);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
