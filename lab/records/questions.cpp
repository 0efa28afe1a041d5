#include <lab/records/questions.hpp>

#include <fstream>

#include <lab/base/location.hpp>

namespace strider::lab {

std::vector<answered_question> questions_about(const rung_source& rung) {
    std::vector<answered_question> found;
    if (rung.file.empty()) return found;
    constexpr std::string_view mark = "**";
    std::ifstream in(data_path("docs/questions.md"));
    for (std::string line; std::getline(in, line);) {
        const std::size_t end = line.find(mark, mark.size());
        if (!line.starts_with(mark) || end == std::string::npos) continue;
        if (line.find("(../" + rung.file + ")", end) == std::string::npos) continue;
        std::string answer;
        std::getline(in, answer);
        found.push_back({line.substr(mark.size(), end - mark.size()), answer});
    }
    return found;
}

}  // namespace strider::lab
