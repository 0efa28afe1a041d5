// The points of a submission for each criterion, and why. They follow from counts and values: no clock decides.
#pragma once

#include <string>
#include <vector>

#include <lab/grade/assignment.hpp>
#include <lab/grade/submission.hpp>

namespace strider::lab {

struct score {
    std::string name;
    double points = 0, most = 0;
    std::string reason;
};

struct grade {
    std::string submission;
    std::vector<score> scores;
    std::vector<std::string> tests;  ///< how each test went, a line each

    double points() const;
    double most() const;
};

/// Runs the reference: what is right, and what it costs. Throws usage_error where it fails or has findings.
submission_run run_reference(const assignment& task, bool confined);

/// `tells_hidden`: for the lecturer; else a hidden test tells only whether it is right.
grade judge(const assignment& task, const submission_run& reference, const std::string& name, const submission_run& ran,
            bool tells_hidden);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
