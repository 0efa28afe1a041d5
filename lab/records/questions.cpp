#include <lab/records/questions.hpp>

#include <fmt/format.h>

#include <fstream>

#include <lab/base/location.hpp>

namespace strider::lab {

std::vector<answered_question> questions_about(std::string_view pattern, int rung) {
    std::vector<answered_question> answered;
    const std::string part = fmt::format("## {}", pattern), ahead = fmt::format("**{}: ", rung);
    constexpr std::string_view mark = "**";
    std::ifstream in(data_path("docs/questions.md"));
    bool is_inside = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("## ")) is_inside = line == part;
        if (!is_inside || !line.starts_with(ahead) || !line.ends_with(mark)) continue;
        std::string answer;
        std::getline(in, answer);
        answered.push_back({line.substr(ahead.size(), line.size() - ahead.size() - mark.size()), answer});
    }
    return answered;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
