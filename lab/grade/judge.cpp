#include <lab/grade/judge.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include <lab/base/errors.hpp>
#include <lab/base/interruption.hpp>

namespace strider::lab {
namespace {

std::string place_of(const record& finding) {
    const std::string file = text_at(finding, "where/file");
    return file.empty() ? "" : fmt::format("{}:{}: ", file, finding["where"].value("line", 0));
}

std::string text_of(const record& finding) {
    return fmt::format("{}{}: {}", place_of(finding), text_at(finding, "finding"), text_at(finding, "message"));
}

const record* first_finding(const test_run& in, const std::vector<std::string>& kinds) {
    for (const record& finding : in.findings) {
        const std::string kind = text_at(finding, "finding");
        if (kinds.empty() || std::ranges::any_of(kinds, [&](auto& prefix) { return kind.starts_with(prefix); }))
            return &finding;
    }
    return nullptr;
}

/// Why the test is not right; empty where it is. A GPU would not have let the host touch its memory.
std::string fault_of(const assignment& task, const test_run& ran, const test_run& reference, const course_test& test) {
    if (ran.endless) return ran.failure;
    if (const record* const touched = first_finding(ran, {"host-access", "deadlock"})) return text_of(*touched);
    if (ran.output.error != 0 || !ran.output.is_whole) {
        if (const record* const finding = first_finding(ran, {})) return text_of(*finding);
        // That no kernel was launched follows where the program ended before.
        if (!ran.failure.empty() && !ran.kernels.empty()) return ran.failure;
        if (!ran.failure.empty() && ran.failure.find("launched no kernel") == std::string::npos) return ran.failure;
        return ran.output.error != 0 ? fmt::format("CUDA error {}", ran.output.error)
                                     : "the program ended before its work was done";
    }
    if (!ran.failure.empty()) return ran.failure;
    if (ran.output.bytes_to_host > task.bytes_to_host)
        return fmt::format("the host reads what is the device's: {} bytes were copied to it, {} are allowed",
                           ran.output.bytes_to_host, task.bytes_to_host);
    return first_wrong(ran.output, reference.output, test, task);
}

/// Over all kernels of the run; lanes by their threads.
double count_of(const test_run& ran, measure quantity) {
    double sum = 0, weight = 0;
    for (const record& kernel : ran.kernels) {
        const double threads = number_at(kernel, "threads");
        if (quantity == measure::global_sectors) sum += number_at(kernel, "counters/global_sectors");
        if (quantity == measure::shared_wavefronts) sum += number_at(kernel, "counters/shared_wavefronts");
        if (quantity == measure::longest_path) sum += number_at(kernel, "counters/longest_path");
        if (quantity == measure::lanes) sum += threads * number_at(kernel, "counters/threads_per_step");
        weight += threads;
    }
    return quantity == measure::lanes ? sum / weight : sum;
}

/// Costs are compared in the test with the most elements.
std::size_t largest_test(const assignment& task) {
    const auto elements = [&](const course_test& test) {
        return std::accumulate(
            task.arrays.begin(), task.arrays.end(), std::size_t{0},
            [&](std::size_t sum, const array_parameter& array) { return sum + task.elements(array, test); });
    };
    return static_cast<std::size_t>(std::ranges::max_element(task.tests, {}, elements) - task.tests.begin());
}

/// What the criteria look at.
struct evidence {
    const assignment& task;
    const submission_run &reference, &ran;
    /// Hidden tests tell more than whether they are right: a submission can make findings, counts and results tell its
    /// input.
    bool tells_hidden;
    std::vector<std::string> faults = {};  ///< of each test that counts, or empty
    std::size_t right = 0;
    std::string first_fault = {};
    std::string endless = {};  ///< the test that did not end, after which no test is run

    bool hides(std::size_t test) const { return task.tests[test].hidden && !tells_hidden; }
};

score judge_right(const criterion& item, const evidence& facts) {
    const std::size_t tests = facts.faults.size();
    const double points =
        std::floor(100 * item.points * static_cast<double>(facts.right) / static_cast<double>(tests)) / 100;
    std::string reason = fmt::format("{} of {} tests", facts.right, tests);
    if (facts.right != tests) reason += "; " + (facts.endless.empty() ? facts.first_fault : facts.endless);
    return {item.name, points, item.points, reason};
}

score judge_findings(const criterion& item, const evidence& facts) {
    bool is_found = false;
    const bool looks = facts.right != 0 || facts.endless.empty();
    for (std::size_t i = 0; looks && i < facts.ran.tests.size(); ++i) {
        const record* const finding = first_finding(facts.ran.tests[i], item.kinds);
        if (finding != nullptr && !facts.hides(i)) return {item.name, 0, item.points, text_of(*finding)};
        is_found = is_found || finding != nullptr;
    }
    if (is_found) return {item.name, 0, item.points, "found in a hidden test; check your program with other sizes"};
    if (facts.right == 0) return {item.name, 0, item.points, "counts where a test is right"};
    return {item.name, item.points, item.points, "none"};
}

score judge_cost(const criterion& item, const evidence& facts) {
    if (facts.right != facts.faults.size()) return {item.name, 0, item.points, "counts where every test is right"};
    const std::size_t test = largest_test(facts.task);
    const double ours = count_of(facts.ran.tests[test], item.quantity);
    const bool is_hidden = facts.hides(test);
    if (item.quantity == measure::lanes) {
        const bool enough = ours >= item.limit;
        return {item.name, enough ? item.points : 0, item.points,
                is_hidden ? fmt::format("{} {} of 32 on average", enough ? "at least" : "fewer than", item.limit)
                          : fmt::format("{:.1f} of 32 on average, {} asked for", ours, item.limit)};
    }
    const double theirs = count_of(facts.reference.tests[test], item.quantity);
    const bool few = ours <= item.limit * theirs;
    return {item.name, few ? item.points : 0, item.points,
            is_hidden
                ? fmt::format("{} {} times the reference's", few ? "at most" : "more than", item.limit)
                : fmt::format("{} beside {} of the reference; {} times as many are allowed", ours, theirs, item.limit)};
}

}  // namespace

double grade::points() const {
    return std::accumulate(scores.begin(), scores.end(), 0.0,
                           [](double sum, const score& one) { return sum + one.points; });
}
double grade::most() const {
    return std::accumulate(scores.begin(), scores.end(), 0.0,
                           [](double sum, const score& one) { return sum + one.most; });
}

submission_run run_reference(const assignment& task, bool confined) {
    const std::filesystem::path source = task.folder / task.reference;
    submission_run ran = run_source(task, source, trust::reference, confined);
    if (interruption::is_noted()) return ran;
    const auto refuse = [&](const std::string& why) {
        throw usage_error(fmt::format("{}: the reference fails: {}", source.string(), one_line(why)));
    };
    if (!ran.refused.empty()) refuse(ran.refused);
    if (ran.tests.size() != task.tests.size()) refuse(ran.tests.back().failure);
    const bool has_kernels = source.extension() == ".cu";
    for (test_run& run : ran.tests) {
        if (const record* const finding = first_finding(run, {})) refuse(text_of(*finding));
        if (!has_kernels && run.output.is_whole) run.failure.clear();  // it launched none
        if (!run.failure.empty() || !run.output.is_whole || run.output.error != 0)
            refuse(run.failure.empty() ? "it writes no result" : run.failure);
    }
    for (const criterion& item : task.criteria)
        if (!has_kernels && item.quantity != measure::right && item.quantity != measure::findings &&
            item.quantity != measure::lanes)
            refuse(fmt::format("a criterion counts its {}, and {} has no kernel", item.name, task.reference));
    return ran;
}

grade judge(const assignment& task, const submission_run& reference, const std::string& name, const submission_run& ran,
            bool tells_hidden) {
    grade result{name, {}, {}};
    if (!ran.refused.empty()) {
        for (const criterion& item : task.criteria) result.scores.push_back({item.name, 0, item.points, ran.refused});
        return result;
    }
    // What is shown may be known by heart: it counts where nothing is hidden.
    const bool hides = std::ranges::any_of(task.tests, &course_test::hidden);
    evidence facts{.task = task, .reference = reference, .ran = ran, .tells_hidden = tells_hidden};
    for (std::size_t i = 0; i < task.tests.size(); ++i) {
        const bool was_run = i < ran.tests.size();
        std::string fault = was_run ? fault_of(task, ran.tests[i], reference.tests[i], task.tests[i]) : "not run";
        const bool is_endless = was_run && ran.tests[i].endless;
        if (was_run && facts.hides(i) && !fault.empty()) fault = is_endless ? "the program does not end" : "wrong";
        result.tests.push_back(fmt::format("{}: {}", task.tests[i].name, fault.empty() ? "right" : fault));
        if (is_endless) facts.endless = result.tests.back();
        if (hides && !task.tests[i].hidden) continue;
        if (fault.empty())
            ++facts.right;
        else if (facts.first_fault.empty())
            facts.first_fault = result.tests.back();
        facts.faults.push_back(fault);
    }
    for (const criterion& item : task.criteria)
        result.scores.push_back(item.quantity == measure::right      ? judge_right(item, facts)
                                : item.quantity == measure::findings ? judge_findings(item, facts)
                                                                     : judge_cost(item, facts));
    return result;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
