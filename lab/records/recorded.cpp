#include <lab/records/recorded.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <stdexcept>
#include <tuple>

#include <lab/base/location.hpp>
#include <lab/records/patterns.hpp>

namespace strider::lab {

std::vector<record> read_records(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in || std::filesystem::is_directory(file)) {
        throw std::runtime_error(fmt::format("{}: cannot be read; name a file of records", file.string()));
    }
    std::vector<record> rows;
    const auto take = [&](record row, const std::string& where) {
        if (number_at(row, "schema") != record_schema) {
            throw std::runtime_error(
                fmt::format("{}: not a record of schema {}; fix it or take the file away", where, record_schema));
        }
        rows.push_back(std::move(row));
    };
    if (in.peek() == '[') {
        record array = record::parse(in, nullptr, false);
        if (array.is_discarded()) throw std::runtime_error(fmt::format("{}: not valid JSON", file.string()));
        for (record& row : array) take(std::move(row), fmt::format("{}: record {}", file.string(), rows.size() + 1));
        return rows;
    }
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (!line.empty()) take(record::parse(line, nullptr, false), fmt::format("{}:{}", file.string(), number));
    }
    return rows;
}

std::vector<record> read_recorded(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().extension() == ".jsonl") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());

    std::vector<record> rows;
    for (const auto& file : files) {
        for (record& row : read_records(file)) rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<record> recorded_results() {
    const std::filesystem::path folder = data_path("results");
    return folder.empty() ? std::vector<record>() : read_recorded(folder);
}

const record* recorded_ladder::rung(int number) const {
    for (const record& row : rungs) {
        if (number_at(row, "rung") == number) return &row;
    }
    return nullptr;
}

namespace {

/// Whether a record's parameters are those of `like`, or both are what is usual for their numbers of elements.
bool same_parameters(const record& row, const ladders::pattern& pattern, const ladders::instance& like) {
    const record* const match = find(row, "parameters");
    if (!match) return false;
    const auto usual = [&pattern](std::uint64_t elements) {
        return parameters_record(pattern, pattern.fitting(ladders::usual_instance(pattern, elements)));
    };
    const record wanted = parameters_record(pattern, like), usual_here = usual(like.elements),
                 usual_there = usual(row.value("elements", std::uint64_t{0}));
    for (const auto& [name, value] : wanted.items()) {
        const record is = match->value(name, record());
        if (is == value || (name != "operation" && value == usual_here[name] && is == usual_there[name])) continue;
        return false;
    }
    return true;
}

}  // namespace

recorded_ladder choose_recorded(const std::vector<record>& results, const ladders::pattern& pattern,
                                const ladders::instance& like, std::string_view exhibit) {
    const auto newer = [](const record& a, const record& b) {
        const auto rank = [](const record& row) {
            return std::pair(row.contains("step_speedup"), text_at(row, "fingerprint/date"));
        };
        return rank(a) >= rank(b);
    };
    // By device and number of elements, then by rung: the newest, of those that ran beside the rung that they change.
    std::map<std::pair<std::string, std::uint64_t>, std::map<int, const record*>> groups;
    for (const record& row : results) {
        const record* verified = find(row, "verified");
        if (text_at(row, "device") != "gpu" || text_at(row, "pattern") != pattern.name ||
            text_at(row, "type") != ladders::name(like.type) || text_at(row, "exhibit") != exhibit ||
            row.contains("input") || !verified || *verified != true || !same_parameters(row, pattern, like)) {
            continue;
        }
        const auto count = row.value("ladder_elements", row.value("elements", std::uint64_t{0}));
        const record*& kept = groups[{text_at(row, "device_name"), count}][row.value("rung", 0)];
        if (!kept || newer(row, *kept)) kept = &row;
    }

    const auto rank = [&](std::size_t rungs, std::uint64_t elements) {
        return std::tuple(rungs, elements == like.elements, elements == pattern.usual_elements, elements);
    };
    recorded_ladder chosen;
    for (const auto& [key, rungs] : groups) {
        const auto& [device_name, count] = key;
        if (rank(rungs.size(), count) <= rank(chosen.rungs.size(), chosen.elements)) continue;
        chosen = {device_name, {}, count, {}};
        for (const auto& [number, one] : rungs) {
            chosen.rungs.push_back(*one);
            chosen.date = std::max(chosen.date, text_at(*one, "fingerprint/date").substr(0, 10));
        }
    }
    return chosen;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
