#include <lab/report/ladder.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include <lab/base/sizes.hpp>
#include <lab/records/patterns.hpp>

namespace strider::lab {
namespace {

/// "sum of i32, boundary wrap": without the parameters that are usual for so many elements.
std::string problem_of(const record& row, const ladders::pattern& pattern) {
    const record usual = parameters_record(
        pattern, pattern.fitting(ladders::usual_instance(pattern, row.value("elements", std::uint64_t{0}))));
    const record parameters = row.value("parameters", record::object());
    std::string text = text_at(row, "type");
    if (const std::string operation = text_at(parameters, "operation"); !operation.empty())
        text = operation + " of " + text;
    for (const auto& [name, value] : usual.items()) {
        const auto match = parameters.find(name);
        if (name == "operation" || match == parameters.end() || *match == value) continue;
        text += fmt::format(", {} {}", name, match->is_string() ? match->get<std::string>() : match->dump());
    }
    if (row.contains("input")) text += " of " + text_at(row, "input");
    return text;
}

/// The ladders, with GPUs before processors, those of three rungs and more before single ones, and the usual problem at
/// the usual number of elements first.
std::vector<measured_ladder> in_order(std::vector<measured_ladder> ladders, const std::string& usual,
                                      std::uint64_t usual_elements) {
    const auto rank = [&](const measured_ladder& ladder) {
        return std::tuple(ladder.device == "gpu", ladder.rungs.size() >= 3, ladder.problem == usual,
                          ladder.elements == usual_elements, ladder.rungs.size(), ladder.elements);
    };
    std::stable_sort(ladders.begin(), ladders.end(), [&](const auto& a, const auto& b) { return rank(a) > rank(b); });
    return ladders;
}

}  // namespace

std::string measured_ladder::title() const {
    return fmt::format("{}, {} elements, {}", problem, format_size(elements), device_name);
}

const record* measured_ladder::rung(int number) const {
    const auto match = std::ranges::find_if(rungs, [&](const record& row) { return row.value("rung", 0) == number; });
    return match == rungs.end() ? nullptr : &*match;
}

reported_ladder sort_records(const ladders::pattern& pattern, const std::vector<record>& records) {
    reported_ladder out;
    out.pattern = &pattern;
    // The runs of each ladder, by their dates. Rungs and contenders of different runs are not compared.
    using run = std::map<int, const record*>;
    std::map<std::tuple<std::string, std::string, std::string, std::uint64_t>, std::map<std::string, run>> groups;
    for (const record& row : records) {
        const record* const verified = find(row, "verified");
        if (text_at(row, "pattern") != pattern.name || !verified || *verified != true || row.contains("gpus")) continue;
        if (find(row, "time/whole_program_us")) out.programs.push_back(row);
        if (row.contains("exhibit")) {
            if (row.contains("published")) out.published.push_back(row);
            continue;
        }
        if (!row.contains("time") && !row.contains("counters")) continue;
        const auto elements = row.value("ladder_elements", row.value("elements", std::uint64_t{0}));
        groups[{text_at(row, "device"), text_at(row, "device_name"), problem_of(row, pattern), elements}]
              [text_at(row, "fingerprint/date")][row.value("rung", 0)] = &row;
    }
    for (const auto& [key, runs] : groups) {
        const auto& [device, device_name, problem, elements] = key;
        const auto& [date, rungs] = *std::ranges::max_element(
            runs, {}, [](const auto& one) { return std::pair(one.second.size(), one.first); });
        measured_ladder ladder{device, device_name, problem, elements, {}};
        for (const auto& [number, one] : rungs) ladder.rungs.push_back(*one);
        (ladder.rungs.front().contains("time") ? out.timed : out.counted).push_back(std::move(ladder));
    }
    const record usual_record = {
        {"type", ladders::name(pattern.types.front())},
        {"parameters", parameters_record(pattern, ladders::usual_instance(pattern, pattern.usual_elements))}};
    const std::string usual = problem_of(usual_record, pattern);
    out.timed = in_order(std::move(out.timed), usual, pattern.usual_elements);
    out.counted = in_order(std::move(out.counted), usual, pattern.counted_elements);
    return out;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
