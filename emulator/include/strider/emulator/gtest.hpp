// GoogleTest matchers for kernels: run them in a session, then state what its report must show.
//
//   strider::emulation::session session({.speed = strider::emulation::speed::count});
//   strider::launch(my_kernel, {grid, block}, ...);
//   EXPECT_NO_FINDINGS(session.report());
//   EXPECT_WAVEFRONTS_PER_REQUEST(session.report(), 1.0);
//
// The matchers behind the macros are in strider::emulation::matchers, for EXPECT_THAT and for combinations. Each of
// them fails for a report without a launch, and for a session whose speed does not look.
#pragma once

#include <gmock/gmock.h>

#include <cmath>
#include <ostream>
#include <string>
#include <string_view>

#include <strider/emulator/session.hpp>

namespace strider::emulation {

/// How GoogleTest prints a report: the launches, then the findings.
inline void PrintTo(const report& printed, std::ostream* out) {
    constexpr std::string_view speeds[] = {"run", "check", "count"};
    *out << "a report of " << printed.total.launches << " launches at speed "
         << speeds[static_cast<std::size_t>(printed.at)] << " with " << printed.findings.size() << " findings";
    for (const finding& found : printed.findings) *out << '\n' << text(found);
}

namespace matchers {

namespace detail {

/// Whether the session has looked closely enough; if not, writes the reason to `listener`.
inline bool has_looked(const report& at, speed needed, ::testing::MatchResultListener& listener) {
    if (at.at < needed) {
        listener << "which was not made at speed " << (needed == speed::count ? "count" : "check") << ", as it must be";
        return false;
    }
    if (at.total.launches == 0) {
        listener << "which saw no launch";
        return false;
    }
    return true;
}

inline std::string listed(const std::vector<finding>& findings) {
    std::string all;
    for (const finding& found : findings) all.append(1, '\n').append(text(found));
    return all;
}

/// "has 2 block barriers"
template <class Expected>
std::string described(bool negation, const Expected& expected, const char* what) {
    std::string all = negation ? "has not " : "has ";
    all += ::testing::PrintToString(expected);
    all += ' ';
    all += what;
    return all;
}

}  // namespace detail

MATCHER(has_no_findings, negation ? "has findings" : "has no findings") {
    const report& checked = arg;
    if (!detail::has_looked(checked, speed::check, *result_listener)) return false;
    if (!checked.findings.empty()) *result_listener << "which has" << detail::listed(checked.findings);
    return checked.findings.empty();
}

MATCHER(has_no_races, negation ? "has races" : "has no races") {
    const report& checked = arg;
    if (!detail::has_looked(checked, speed::check, *result_listener)) return false;
    std::vector<finding> races;
    for (const finding& found : checked.findings)
        if (name(found.kind).starts_with("race-")) races.push_back(found);
    if (!races.empty()) *result_listener << "which has" << detail::listed(races);
    return races.empty();
}

/// A report with at least one finding of this kind, given by its spelling ("race-shared").
MATCHER_P(has_finding, kind, detail::described(negation, kind, "finding")) {
    const report& checked = arg;
    if (!detail::has_looked(checked, speed::check, *result_listener)) return false;
    if (!checked.of(std::string_view(kind)).empty()) return true;
    *result_listener << "which has " << (checked.findings.empty() ? "none" : "only")
                     << detail::listed(checked.findings);
    return false;
}

namespace detail {
inline bool has_counted(const report& counted, double value, double expected,
                        ::testing::MatchResultListener& listener) {
    if (!has_looked(counted, speed::count, listener)) return false;
    listener << "which has " << value;
    return std::abs(value - expected) <= 1e-6 * std::abs(expected);  // ratios compare to six digits
}
}  // namespace detail

MATCHER_P(has_wavefronts_per_request, expected,
          detail::described(negation, expected, "shared wavefronts per request")) {
    return detail::has_counted(arg, arg.total.shared_wavefronts_per_request(), expected, *result_listener);
}
MATCHER_P(has_sectors_per_request, expected, detail::described(negation, expected, "global sectors per request")) {
    return detail::has_counted(arg, arg.total.global_sectors_per_request(), expected, *result_listener);
}
MATCHER_P(has_threads_per_instruction, expected, detail::described(negation, expected, "threads per instruction")) {
    return detail::has_counted(arg, arg.total.threads_per_step(), expected, *result_listener);
}
MATCHER_P(has_barriers, expected, detail::described(negation, expected, "block barriers")) {
    return detail::has_counted(arg, static_cast<double>(arg.total.barriers), static_cast<double>(expected),
                               *result_listener);
}
MATCHER_P(has_atomics, expected, detail::described(negation, expected, "atomic operations")) {
    return detail::has_counted(arg, static_cast<double>(arg.total.atomics), static_cast<double>(expected),
                               *result_listener);
}

}  // namespace matchers
}  // namespace strider::emulation

#define EXPECT_NO_FINDINGS(report) EXPECT_THAT((report), ::strider::emulation::matchers::has_no_findings())
#define ASSERT_NO_FINDINGS(report) ASSERT_THAT((report), ::strider::emulation::matchers::has_no_findings())
#define EXPECT_NO_RACES(report) EXPECT_THAT((report), ::strider::emulation::matchers::has_no_races())
#define EXPECT_FINDING(report, kind) EXPECT_THAT((report), ::strider::emulation::matchers::has_finding(kind))

// Counters need a session at speed count.
#define EXPECT_WAVEFRONTS_PER_REQUEST(report, expected) \
    EXPECT_THAT((report), ::strider::emulation::matchers::has_wavefronts_per_request(expected))
#define EXPECT_SECTORS_PER_REQUEST(report, expected) \
    EXPECT_THAT((report), ::strider::emulation::matchers::has_sectors_per_request(expected))
#define EXPECT_THREADS_PER_INSTRUCTION(report, expected) \
    EXPECT_THAT((report), ::strider::emulation::matchers::has_threads_per_instruction(expected))
#define EXPECT_BARRIERS(report, expected) EXPECT_THAT((report), ::strider::emulation::matchers::has_barriers(expected))
#define EXPECT_ATOMICS(report, expected) EXPECT_THAT((report), ::strider::emulation::matchers::has_atomics(expected))
// SPDX-License-Identifier: Apache-2.0
