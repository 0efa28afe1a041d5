#include <lab/measure/whole_program.hpp>

#include <stdexcept>
#include <utility>

#include <lab/base/interruption.hpp>
#include <lab/measure/statistics.hpp>

namespace strider::lab {

std::vector<program_samples> sample_programs(verified_rung& checked, const sampling_options& options) {
    constexpr unsigned warm_up = 1, usual_runs = 7;
    ladders::device& on = checked.placed->on;
    const ladders::problem& data = checked.placed->data;
    std::vector<program_samples> programs;
    for (const ladders::copying copying : on.ways_of_copying()) {
        program_samples& some = programs.emplace_back(copying);
        double seconds = 0;
        for (unsigned run = 0; run < warm_up + options.samples.value_or(usual_runs); ++run) {
            if (interruption::is_noted() || (some.times.size() >= fewest_samples(options) && seconds > options.seconds))
                break;
            std::vector<std::byte> output = poison_for(data.expected, run);
            const ladders::program_times times =
                on.time_program(*checked.entry, checked.with, {data.input, data.side_input, output}, copying);
            checked.error = data.error(output);
            if (!checked.right()) {
                checked.wrong = data.first_wrong(output);
                return {};
            }
            seconds += times.whole * 1e-6;
            if (run >= warm_up) some.times.push_back(times);
        }
        if (some.times.size() < fewest_samples(options)) programs.pop_back();  // interrupted
    }
    return programs;
}

record time_record(std::span<const double> samples, bool with_raw) {
    const std::vector<double> all = kept(samples);
    const estimate result = estimate_median(all);
    record time = {{"median", result.median}, {"low", result.low}, {"high", result.high}, {"samples", result.samples}};
    if (all.size() != samples.size()) time["discarded"] = samples.size() - all.size();
    if (with_raw) time["raw"] = all;
    return time;
}

record program_record(const std::vector<ladders::program_times>& programs, bool with_raw) {
    using ladders::program_phases;
    constexpr std::pair<const char*, double program_phases::*> phases[] = {
        {"allocate", &program_phases::allocate}, {"copy_in", &program_phases::copy_in}, {"run", &program_phases::run},
        {"copy_out", &program_phases::copy_out}, {"release", &program_phases::release},
    };
    std::vector<double> wholes;
    for (const ladders::program_times& times : programs) wholes.push_back(times.whole);
    record time = time_record(wholes, with_raw);
    if (!programs.front().phases) return time;
    for (const auto& [name, member] : phases) {
        std::vector<double> times;
        for (const ladders::program_times& one : programs) times.push_back((*one.phases).*member);
        time["phases"][name] = median(times);
    }
    return time;
}

const char* field_of(ladders::copying mode) {
    switch (mode) {
        case ladders::copying::pageable:
            return "whole_program_us";
        case ladders::copying::pinned:
            return "whole_program_pinned_us";
        case ladders::copying::overlapped:
            return "whole_program_overlapped_us";
    }
    throw std::logic_error("field_of: no way of copying");
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
