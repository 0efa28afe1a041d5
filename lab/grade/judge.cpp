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
    for (const record& one : in.findings) {
        const std::string kind = text_at(one, "finding");
        if (kinds.empty() || std::ranges::any_of(kinds, [&](auto& prefix) { return kind.starts_with(prefix); }))
            return &one;
    }
    return nullptr;
}

/// Why the test is not right; empty where it is. A GPU would not have let the host touch its memory.
std::string fault_of(const assignment& of, const test_run& ran, const test_run& reference, const course_test& test) {
    if (ran.endless) return ran.failure;
    if (const record* const touched = first_finding(ran, {"host-access", "deadlock"})) return text_of(*touched);
    if (ran.output.error != 0 || !ran.output.is_whole) {
        if (const record* const found = first_finding(ran, {})) return text_of(*found);
        // That no kernel was launched follows where the program ended before.
        if (!ran.failure.empty() && !ran.kernels.empty()) return ran.failure;
        if (!ran.failure.empty() && ran.failure.find("launched no kernel") == std::string::npos) return ran.failure;
        return ran.output.error != 0 ? fmt::format("CUDA error {}", ran.output.error)
                                     : "the program ended before its work was done";
    }
    if (!ran.failure.empty()) return ran.failure;
    if (ran.output.bytes_to_host > of.bytes_to_host)
        return fmt::format("the host reads what is the device's: {} bytes were copied to it, {} are allowed",
                           ran.output.bytes_to_host, of.bytes_to_host);
    return first_wrong(ran.output, reference.output, test, of);
}

/// Over all kernels of the run; lanes by their threads.
double count_of(const test_run& ran, measure what) {
    double sum = 0, weight = 0;
    for (const record& kernel : ran.kernels) {
        const double threads = number_at(kernel, "threads");
        if (what == measure::global_sectors) sum += number_at(kernel, "counters/global_sectors");
        if (what == measure::shared_wavefronts) sum += number_at(kernel, "counters/shared_wavefronts");
        if (what == measure::longest_path) sum += number_at(kernel, "counters/longest_path");
        if (what == measure::lanes) sum += threads * number_at(kernel, "counters/threads_per_step");
        weight += threads;
    }
    return what == measure::lanes ? sum / weight : sum;
}

/// Costs are compared in the test with the most elements.
std::size_t largest_test(const assignment& of) {
    const auto elements = [&](const course_test& test) {
        return std::accumulate(
            of.arrays.begin(), of.arrays.end(), std::size_t{0},
            [&](std::size_t sum, const array_parameter& one) { return sum + of.elements(one, test); });
    };
    return static_cast<std::size_t>(std::ranges::max_element(of.tests, {}, elements) - of.tests.begin());
}

/// What the criteria look at.
struct evidence {
    const assignment& of;
    const submission_run &reference, &ran;
    /// Hidden tests tell more than whether they are right: a submission can make findings, counts and results tell its
    /// input.
    bool tells_hidden;
    std::vector<std::string> faults = {};  ///< of each test that counts, or empty
    std::size_t right = 0;
    std::string first_fault = {};
    std::string endless = {};  ///< the test that did not end, after which no test is run

    bool hides(std::size_t test) const { return of.tests[test].hidden && !tells_hidden; }
};

score judge_right(const criterion& one, const evidence& all) {
    const std::size_t tests = all.faults.size();
    const double points =
        std::floor(100 * one.points * static_cast<double>(all.right) / static_cast<double>(tests)) / 100;
    std::string reason = fmt::format("{} of {} tests", all.right, tests);
    if (all.right != tests) reason += "; " + (all.endless.empty() ? all.first_fault : all.endless);
    return {one.name, points, one.points, reason};
}

score judge_findings(const criterion& one, const evidence& all) {
    bool is_found = false;
    const bool looks = all.right != 0 || all.endless.empty();
    for (std::size_t i = 0; looks && i < all.ran.tests.size(); ++i) {
        const record* const found = first_finding(all.ran.tests[i], one.kinds);
        if (found != nullptr && !all.hides(i)) return {one.name, 0, one.points, text_of(*found)};
        is_found = is_found || found != nullptr;
    }
    if (is_found) return {one.name, 0, one.points, "found in a hidden test; check your program with other sizes"};
    if (all.right == 0) return {one.name, 0, one.points, "counts where a test is right"};
    return {one.name, one.points, one.points, "none"};
}

score judge_cost(const criterion& one, const evidence& all) {
    if (all.right != all.faults.size()) return {one.name, 0, one.points, "counts where every test is right"};
    const std::size_t test = largest_test(all.of);
    const double ours = count_of(all.ran.tests[test], one.what);
    const bool is_hidden = all.hides(test);
    if (one.what == measure::lanes) {
        const bool enough = ours >= one.limit;
        return {one.name, enough ? one.points : 0, one.points,
                is_hidden ? fmt::format("{} {} of 32 on average", enough ? "at least" : "fewer than", one.limit)
                          : fmt::format("{:.1f} of 32 on average, {} asked for", ours, one.limit)};
    }
    const double theirs = count_of(all.reference.tests[test], one.what);
    const bool few = ours <= one.limit * theirs;
    return {one.name, few ? one.points : 0, one.points,
            is_hidden
                ? fmt::format("{} {} times the reference's", few ? "at most" : "more than", one.limit)
                : fmt::format("{} beside {} of the reference; {} times as many are allowed", ours, theirs, one.limit)};
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

submission_run run_reference(const assignment& of, bool confined) {
    const std::filesystem::path source = of.folder / of.reference;
    submission_run ran = run_source(of, source, trust::reference, confined);
    if (interruption::is_noted()) return ran;
    const auto refuse = [&](const std::string& why) {
        throw usage_error(fmt::format("{}: the reference fails: {}", source.string(), one_line(why)));
    };
    if (!ran.refused.empty()) refuse(ran.refused);
    if (ran.tests.size() != of.tests.size()) refuse(ran.tests.back().failure);
    const bool has_kernels = source.extension() == ".cu";
    for (test_run& one : ran.tests) {
        if (const record* const found = first_finding(one, {})) refuse(text_of(*found));
        if (!has_kernels && one.output.is_whole) one.failure.clear();  // it launched none
        if (!one.failure.empty() || !one.output.is_whole || one.output.error != 0)
            refuse(one.failure.empty() ? "it writes no result" : one.failure);
    }
    for (const criterion& one : of.criteria)
        if (!has_kernels && one.what != measure::right && one.what != measure::findings && one.what != measure::lanes)
            refuse(fmt::format("a criterion counts its {}, and {} has no kernel", one.name, of.reference));
    return ran;
}

grade judge(const assignment& of, const submission_run& reference, const std::string& name, const submission_run& ran,
            bool tells_hidden) {
    grade result{name, {}, {}};
    if (!ran.refused.empty()) {
        for (const criterion& one : of.criteria) result.scores.push_back({one.name, 0, one.points, ran.refused});
        return result;
    }
    // What is shown may be known by heart: it counts where nothing is hidden.
    const bool hides = std::ranges::any_of(of.tests, &course_test::hidden);
    evidence all{.of = of, .reference = reference, .ran = ran, .tells_hidden = tells_hidden};
    for (std::size_t i = 0; i < of.tests.size(); ++i) {
        const bool was_run = i < ran.tests.size();
        std::string fault = was_run ? fault_of(of, ran.tests[i], reference.tests[i], of.tests[i]) : "not run";
        const bool is_endless = was_run && ran.tests[i].endless;
        if (was_run && all.hides(i) && !fault.empty()) fault = is_endless ? "the program does not end" : "wrong";
        result.tests.push_back(fmt::format("{}: {}", of.tests[i].name, fault.empty() ? "right" : fault));
        if (is_endless) all.endless = result.tests.back();
        if (hides && !of.tests[i].hidden) continue;
        if (fault.empty())
            ++all.right;
        else if (all.first_fault.empty())
            all.first_fault = result.tests.back();
        all.faults.push_back(fault);
    }
    for (const criterion& one : of.criteria)
        result.scores.push_back(one.what == measure::right      ? judge_right(one, all)
                                : one.what == measure::findings ? judge_findings(one, all)
                                                                : judge_cost(one, all));
    return result;
}

}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
