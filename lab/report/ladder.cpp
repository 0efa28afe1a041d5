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
std::string problem_of(const record& one, const ladders::pattern& of) {
    const record usual =
        parameters_record(of, of.fitting(ladders::usual_instance(of, one.value("elements", std::uint64_t{0}))));
    const record given = one.value("parameters", record::object());
    std::string text = text_at(one, "type");
    if (const std::string operation = text_at(given, "operation"); !operation.empty()) text = operation + " of " + text;
    for (const auto& [name, value] : usual.items()) {
        const auto found = given.find(name);
        if (name == "operation" || found == given.end() || *found == value) continue;
        text += fmt::format(", {} {}", name, found->is_string() ? found->get<std::string>() : found->dump());
    }
    return text;
}

/// The ladders, with GPUs before processors, those of three rungs and more before single ones, and the usual problem at
/// the usual number of elements first.
std::vector<measured_ladder> in_order(std::vector<measured_ladder> ladders, const std::string& usual,
                                      std::uint64_t usual_elements) {
    const auto rank = [&](const measured_ladder& one) {
        return std::tuple(one.device == "gpu", one.rungs.size() >= 3, one.problem == usual,
                          one.elements == usual_elements, one.rungs.size(), one.elements);
    };
    std::stable_sort(ladders.begin(), ladders.end(), [&](const auto& a, const auto& b) { return rank(a) > rank(b); });
    return ladders;
}

}  // namespace

std::string measured_ladder::title() const {
    return fmt::format("{}, {} elements, {}", problem, format_size(elements), device_name);
}

const record* measured_ladder::rung(int number) const {
    const auto found = std::ranges::find_if(rungs, [&](const record& one) { return one.value("rung", 0) == number; });
    return found == rungs.end() ? nullptr : &*found;
}

reported_ladder sort_records(const ladders::pattern& of, const std::vector<record>& records) {
    reported_ladder out;
    out.of = &of;
    std::map<std::tuple<std::string, std::string, std::string, std::uint64_t>, std::map<int, const record*>> groups;
    for (const record& one : records) {
        const record* const verified = find(one, "verified");
        if (text_at(one, "pattern") != of.name || !verified || *verified != true || one.contains("gpus")) continue;
        if (find(one, "time/whole_program_us")) out.programs.push_back(one);
        if (one.contains("exhibit")) {
            if (one.contains("published")) out.published.push_back(one);
            continue;
        }
        if (!one.contains("time") && !one.contains("counters")) continue;
        const auto elements = one.value("ladder_elements", one.value("elements", std::uint64_t{0}));
        const record*& kept = groups[{text_at(one, "device"), text_at(one, "device_name"), problem_of(one, of),
                                      elements}][one.value("rung", 0)];
        const auto date = [](const record& of_one) { return text_at(of_one, "fingerprint/date"); };
        if (!kept || date(one) >= date(*kept)) kept = &one;
    }
    for (const auto& [key, rungs] : groups) {
        const auto& [device, device_name, problem, elements] = key;
        measured_ladder ladder{device, device_name, problem, elements, {}};
        for (const auto& [number, one] : rungs) ladder.rungs.push_back(*one);
        (ladder.rungs.front().contains("time") ? out.timed : out.counted).push_back(std::move(ladder));
    }
    const record usual_record = {{"type", ladders::name(of.types.front())},
                                 {"parameters", parameters_record(of, ladders::usual_instance(of, of.usual_elements))}};
    const std::string usual = problem_of(usual_record, of);
    out.timed = in_order(std::move(out.timed), usual, of.usual_elements);
    out.counted = in_order(std::move(out.counted), usual, of.counted_elements);
    return out;
}

}  // namespace strider::lab
