// The questions and answers of docs/questions.md, by the rung that they are about.
#pragma once

#include <string>
#include <vector>

#include <lab/records/sources.hpp>

namespace strider::lab {

struct answered_question {
    std::string question, answer;
};

/// Those that link to the rung's file; none where the document did not come with this executable.
std::vector<answered_question> questions_about(const rung_source& rung);

}  // namespace strider::lab
