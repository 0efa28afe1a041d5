#include <lab/measure/crossover.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include <lab/base/output/progress.hpp>
#include <lab/base/sizes.hpp>
#include <lab/measure/statistics.hpp>
#include <lab/measure/whole_program.hpp>

namespace strider::lab {
namespace {

/// The request's problem with fewer elements. Parameters that followed from the number of elements follow from the new
/// one.
ladders::instance smaller(const ladder_request& request, std::uint64_t elements) {
    const ladders::pattern& pattern = *request.pattern;
    ladders::instance setting = request.instance;
    const ladders::instance usual = ladders::usual_instance(pattern, setting.elements), fitted = pattern.fitting(usual);
    for (std::size_t i = 0; i < pattern.parameters.size(); ++i) {
        if (setting.parameters[i] == fitted.parameters[i]) setting.parameters[i] = usual.parameters[i];
    }
    setting.elements = elements;
    return pattern.fitting(setting);
}

/// Microseconds of the library's call as a whole program, from memory as the host allocates it.
std::optional<double> program_us(const opened_device& on, const ladder_request& request,
                                 const ladders::instance& setting, progress& said) {
    const std::vector<const ladders::rung*> rungs = rungs_of(on, request.pattern->name);
    const auto library = std::ranges::find(rungs, ladders::rung_kind::library, &ladders::rung::kind);
    if (library == rungs.end() || !(*library)->supports(setting) || setting.elements > (*library)->most_elements)
        return {};
    said.say(fmt::format("{} on {}: whole program, {} elements", request.pattern->name, on.name,
                         format_size(setting.elements)));
    placed_problem placed(*on.device, *request.pattern, setting);
    verified_rung checked = prepared(**library, placed);
    verify(checked);
    if (!checked.right()) return {};
    const std::vector<program_samples> programs = sample_programs(checked, request.sampling);
    if (programs.empty()) return {};
    std::vector<double> times;
    for (const ladders::program_times& each : programs.front().times) times.push_back(each.whole);
    return median(times);
}

}  // namespace

std::string crossover_line(const planned_ladder& plan, progress& said) {
    const ladder_request& request = plan.request;
    const std::uint64_t most = request.instance.elements;
    const opened_device& cpu = open_device("cpu", request.pattern->name);
    if (plan.on->name != "gpu" || !cpu.device || most == 0 || request.input) return {};
    const auto problem = [&](int power) { return smaller(request, std::min(most, std::uint64_t{1} << power)); };
    const auto is_gpu_faster = [&](int power) -> std::optional<bool> {
        const ladders::instance setting = problem(power);
        if (setting.elements == 0) return false;
        const auto gpu_us = program_us(*plan.on, request, setting, said),
                   cpu_us = program_us(cpu, request, setting, said);
        if (!gpu_us || !cpu_us) return std::nullopt;
        return *gpu_us < *cpu_us;
    };

    constexpr int least = 10;
    int low = least, high = std::max(least, static_cast<int>(std::bit_width(most)));
    const std::optional<bool> ever = is_gpu_faster(high);
    if (!ever) return {};
    constexpr const char* condition = "data included (the library's call as a whole program)";
    if (!*ever)
        return fmt::format("up to {} elements, the CPU is faster than the GPU, {}", format_size(most), condition);
    while (low < high) {
        const int middle = std::midpoint(low, high);
        const std::optional<bool> is_faster = is_gpu_faster(middle);
        if (!is_faster) return {};
        if (*is_faster)
            high = middle;
        else
            low = middle + 1;
    }
    return fmt::format("from {} elements on{}, the GPU is faster than the CPU, {}", format_size(problem(high).elements),
                       high == least ? " (the smallest size that was tried)" : "", condition);
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
