#include <lab/records/sources.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>

#include <lab/base/location.hpp>

namespace strider::lab {
namespace {

/// None where the file cannot be read.
std::vector<std::string> lines_of(const std::filesystem::path& file) {
    std::vector<std::string> lines;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

using numbered_line = std::pair<std::size_t, std::string>;

/// Without the head of the file and without registrations.
std::vector<numbered_line> code_of(const rung_source& source) {
    std::vector<numbered_line> code;
    bool in_head = true, in_registration = false;
    for (std::size_t i = 0; i < source.lines.size(); ++i) {
        const std::string& line = source.lines[i];
        in_head = in_head && (line.empty() || line.starts_with("//") || line.starts_with("#include"));
        if (line.starts_with("static const registration")) in_registration = true;
        if (!in_head && !in_registration) code.emplace_back(i + 1, line);
        if (line == "}};") in_registration = false;
    }
    return code;
}

struct marked_line {
    char mark;
    std::size_t number;  ///< in the file after; of a line that went, that of the next one that stays
    std::string text;
};

/// By the longest common subsequence of lines: files are short.
std::vector<marked_line> marked(const std::vector<numbered_line>& a, const std::vector<numbered_line>& b) {
    std::vector<std::vector<unsigned>> common(a.size() + 1, std::vector<unsigned>(b.size() + 1));
    for (std::size_t i = a.size(); i-- > 0;) {
        for (std::size_t j = b.size(); j-- > 0;) {
            common[i][j] =
                a[i].second == b[j].second ? common[i + 1][j + 1] + 1 : std::max(common[i + 1][j], common[i][j + 1]);
        }
    }
    std::vector<marked_line> lines;
    for (std::size_t i = 0, j = 0; i < a.size() || j < b.size();) {
        const std::size_t number = j < b.size() ? b[j].first : b.empty() ? 0 : b.back().first;
        if (i < a.size() && j < b.size() && a[i].second == b[j].second) {
            lines.push_back({' ', number, b[j].second});
            ++i, ++j;
        } else if (i < a.size() && (j == b.size() || common[i + 1][j] >= common[i][j + 1])) {
            lines.push_back({'-', number, a[i++].second});
        } else {
            lines.push_back({'+', number, b[j++].second});
        }
    }
    return lines;
}

struct waste {
    double wavefronts = 0, sectors = 0, steps = 0;
    double all() const { return wavefronts + sectors + steps; }
};

void add_waste(waste& to, const record& counters) {
    const auto count = [&](const char* name) { return counters.value(name, 0.0); };
    to.wavefronts += count("shared_excess_wavefronts");
    to.sectors += std::max(0.0, count("global_sectors") - count("global_bytes_requested") / 32);
    to.steps += count("steps") * (1 - count("threads_per_step") / 32);
}

std::string trimmed_line(std::string text) {
    text.erase(0, std::min(text.find_first_not_of(' '), text.size()));
    return text;
}

}  // namespace

rung_source source_of(std::string_view pattern, int number, std::string_view device) {
    std::string folder = fmt::format("ladders/{}/{}", pattern, device == "cpu" ? "cpu" : "gpu");
    std::ranges::replace(folder, '-', '_');
    rung_source source;
    const std::filesystem::path at = data_path(folder);
    if (at.empty()) return source;
    for (const auto& file : std::filesystem::directory_iterator(at)) {
        const std::string name = file.path().filename().string();
        if (!name.starts_with(fmt::format("{:02}_", number))) continue;
        source = {folder + "/" + name, lines_of(file.path())};
    }
    return source;
}

rung_source source_in(const std::string& file) { return {file, lines_of(file)}; }

std::vector<std::string> differences(const rung_source& before, const rung_source& after) {
    constexpr std::size_t around = 2;
    const std::vector<marked_line> lines = marked(code_of(before), code_of(after));
    std::vector<bool> is_shown(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (lines[i].mark == ' ') continue;
        const std::size_t end = std::min(lines.size(), i + around + 1);
        for (std::size_t near = i - std::min(i, around); near < end; ++near) is_shown[near] = true;
    }
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (!is_shown[i]) continue;
        if (i == 0 || !is_shown[i - 1]) shown.push_back(fmt::format("@@ line {}", lines[i].number));
        shown.push_back(lines[i].mark + lines[i].text);
    }
    return shown;
}

int own_line(const record& place, const std::string& file) {
    if (file.empty()) return 0;  // else a place without a file would match
    for (const char* const at : {"", "inlined_at/"}) {
        if (text_at(place, std::string(at) + "file") == file) {
            return static_cast<int>(number_at(place, std::string(at) + "line"));
        }
    }
    return 0;
}

record worst_lines(const record& counted, const rung_source& source, std::size_t most) {
    std::map<int, waste> by_line;
    if (const record* lines = find(counted, "lines")) {
        for (const record& row : *lines) {
            if (const int line = own_line(row, source.file); line != 0) add_waste(by_line[line], row["counters"]);
        }
    }
    std::vector<std::pair<int, waste>> worst(by_line.begin(), by_line.end());
    std::erase_if(worst, [](const auto& one) { return one.second.all() < 0.5; });
    std::ranges::stable_sort(worst, std::greater(), [](const auto& one) { return one.second.all(); });
    if (worst.size() > most) worst.resize(most);

    record out = record::array();
    for (const auto& [line, wasted] : worst) {
        record row{{"line", line}};
        if (const auto at = static_cast<std::size_t>(line); at <= source.lines.size()) {
            row["text"] = trimmed_line(source.lines[at - 1]);
        }
        const auto add = [&row](const char* field, double value) {
            if (std::round(value) != 0) row[field] = count_or_ratio(std::round(value));
        };
        add("excess_wavefronts", wasted.wavefronts);
        add("excess_sectors", wasted.sectors);
        add("idle_steps", wasted.steps);
        out.push_back(std::move(row));
    }
    return out;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
