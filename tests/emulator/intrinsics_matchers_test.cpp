// The matchers of <strider/emulator/gtest.hpp> on reports made by hand: what they accept, what they say when they do
// not.
#include <gtest/gtest-spi.h>

#include <strider/emulator/gtest.hpp>

namespace {

using namespace strider::emulation;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

report clean(speed at = speed::count) {
    report made;
    made.at = at;
    made.total.launches = 1;
    made.total.shared_load_requests = 4;
    made.total.shared_load_wavefronts = 8;
    made.total.global_load_requests = 2;
    made.total.global_load_sectors = 8;
    made.total.warp_steps = 2;
    made.total.thread_steps = 48;
    made.total.barriers = 9;
    made.total.atomics = 5;
    return made;
}

report with(finding_kind kind) {
    report made = clean();
    made.findings.push_back({.kind = kind,
                             .kernel = "reduce",
                             .where = {"a.cu", 12},
                             .other = {"a.cu", 14},
                             .array = "",
                             .message = "the message",
                             .fix = "how to fix it",
                             .occurrences = 3});
    return made;
}

template <class Matcher>
std::string explanation(const Matcher& matcher, const report& of) {
    testing::StringMatchResultListener listener;
    testing::ExplainMatchResult(matcher, of, &listener);
    return listener.str();
}

TEST(findings, are_matched_by_kind) {
    EXPECT_NO_FINDINGS(clean());
    EXPECT_NO_RACES(clean());
    EXPECT_NO_RACES(with(finding_kind::out_of_bounds));
    EXPECT_FINDING(with(finding_kind::race_shared), "race-shared");
    for (auto kind : {finding_kind::race_global, finding_kind::race_volatile, finding_kind::race_streams})
        EXPECT_THAT(with(kind), Not(matchers::has_no_races()));
    EXPECT_THAT(with(finding_kind::out_of_bounds), Not(matchers::has_no_findings()));
    EXPECT_THAT(with(finding_kind::out_of_bounds), Not(matchers::has_finding("race-shared")));
}

TEST(findings, are_printed_when_they_are_not_expected) {
    const auto shown = AllOf(HasSubstr("a.cu:12"), HasSubstr("race-shared"), HasSubstr("the message"));
    EXPECT_THAT(explanation(matchers::has_no_findings(), with(finding_kind::race_shared)), shown);
    EXPECT_THAT(explanation(matchers::has_no_races(), with(finding_kind::race_shared)), shown);
    EXPECT_THAT(explanation(matchers::has_finding("deadlock"), with(finding_kind::race_shared)), shown);
    EXPECT_THAT(testing::PrintToString(with(finding_kind::race_shared)), shown);
    EXPECT_NONFATAL_FAILURE(EXPECT_NO_FINDINGS(with(finding_kind::race_shared)), "the message");
}

TEST(counters, are_matched_by_value) {
    EXPECT_WAVEFRONTS_PER_REQUEST(clean(), 2.0);
    EXPECT_SECTORS_PER_REQUEST(clean(), 4.0);
    EXPECT_THREADS_PER_INSTRUCTION(clean(), 24.0);
    EXPECT_BARRIERS(clean(), 9u);
    EXPECT_ATOMICS(clean(), 5u);
    EXPECT_NONFATAL_FAILURE(EXPECT_WAVEFRONTS_PER_REQUEST(clean(), 1.0), "has 2");
    EXPECT_NONFATAL_FAILURE(EXPECT_BARRIERS(clean(), 10u), "has 9");
}

TEST(reports, that_saw_nothing_are_not_accepted) {
    EXPECT_THAT(explanation(matchers::has_no_findings(), clean(speed::run)), HasSubstr("speed check"));
    EXPECT_THAT(explanation(matchers::has_barriers(9), clean(speed::check)), HasSubstr("speed count"));
    report idle = clean();
    idle.total.launches = 0;
    EXPECT_THAT(explanation(matchers::has_no_findings(), idle), HasSubstr("saw no launch"));
    EXPECT_NONFATAL_FAILURE(EXPECT_NO_RACES(clean(speed::run)), "speed check");
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
