#include <lab/records/questions.hpp>

#include <fmt/format.h>

#include <fstream>

#include <lab/base/location.hpp>

namespace strider::lab {

std::vector<answered_question> questions_about(std::string_view pattern, int rung) {
    std::vector<answered_question> found;
    const std::string part = fmt::format("## [{}]", pattern), behind = fmt::format("** (rung {})", rung);
    constexpr std::string_view mark = "**";
    std::ifstream in(data_path("docs/questions.md"));
    bool is_inside = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("## ")) is_inside = line.starts_with(part);
        if (!is_inside || !line.starts_with(mark) || !line.ends_with(behind)) continue;
        std::string answer;
        std::getline(in, answer);
        found.push_back({line.substr(mark.size(), line.size() - mark.size() - behind.size()), answer});
    }
    return found;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
