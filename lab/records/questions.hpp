// The questions and answers of docs/questions.md, by the rung that they are about.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace strider::lab {

struct answered_question {
    std::string question, answer;
};

/// The questions in the pattern's part that name the rung; none where the document did not come with this executable.
std::vector<answered_question> questions_about(std::string_view pattern, int rung);

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
