// strider bench: the library's calls beside other ways, and what it refuses to measure.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::HasSubstr;

TEST(bench, has_a_record_of_the_library_for_every_type_and_size) {
    const outcome ran =
        strider({"bench", "reduce", "--least", "16", "--most", "4096", "--format", "jsonl"}, with_gpu());
    ASSERT_EQ(ran.status, 0) << ran.error;
    std::set<std::pair<std::string, std::uint64_t>> seen;
    for (const record& one : ran.records()) {
        EXPECT_EQ(one["kind"], "library");
        EXPECT_EQ(one["device"], "gpu");
        seen.emplace(one["type"], one["elements"]);
    }
    EXPECT_EQ(seen.size(), ran.records().size());
    EXPECT_EQ(seen.size() % 3, 0u) << "16, 256 and 4096";
    EXPECT_TRUE(seen.contains({"f64", 256}));
    EXPECT_EQ(ran.records()[0]["ratios"][0]["name"], "contender");
}

TEST(bench, takes_several_types) {
    const outcome ran = strider({"bench", "reduce", "--least", "16", "--most", "16", "--type", "f32", "--type", "u8",
                                 "--type", "i64", "--format", "jsonl"},
                                with_gpu());
    ASSERT_EQ(ran.status, 0) << ran.error;
    ASSERT_EQ(ran.records().size(), 2u) << "the pattern takes no u8";
    EXPECT_EQ(ran.records()[0]["type"], "f32");
    EXPECT_EQ(ran.records()[1]["type"], "i64");
}

TEST(bench, says_what_the_library_is_worth_in_the_mean) {
    const outcome ran = strider({"bench", "reduce", "--least", "1e4", "--most", "1e4", "--type", "f32"}, with_gpu());
    ASSERT_EQ(ran.status, 0) << ran.error;
    EXPECT_THAT(ran.out, HasSubstr("geometric mean of 1, ahead in 0")) << "the contender of this device is faster";
}

TEST(bench, sets_calls_on_the_cpu_against_plain_loops) {
    const outcome ran = strider({"bench", "reduce", "histogram", "--device", "cpu", "--type", "i32", "--least", "4096",
                                 "--most", "5000", "--time-limit", "0.001", "--format", "jsonl"},
                                with_library());
    ASSERT_EQ(ran.status, 0) << ran.error;
    std::set<std::string> calls;
    for (const record& one : ran.records()) {
        calls.insert(one["call"]);
        EXPECT_EQ(one["type"], "i32");
        for (const char* const elements : {"4096", "5000"}) {
            const record& times = one["elements"][elements];
            EXPECT_FALSE(times.contains("wrong")) << times;
            EXPECT_GT(number_at(times, "hot/us"), 0);
            EXPECT_GT(number_at(times, "hot/ratio"), 0);
            EXPECT_FALSE(text_at(times, "hot/fastest").empty());
        }
    }
    EXPECT_EQ(calls, (std::set<std::string>{"reduce", "reduce by a lambda", "reduce, maximum", "histogram"}));
}

TEST(bench, refuses_what_it_cannot_measure) {
    EXPECT_THAT(refusal_of({"bench", "reduce", "--device", "emulator"}), HasSubstr("emulator"));
    EXPECT_THAT(refusal_of({"bench", "reduce", "--least", "0"}), HasSubstr("--least 0"));
    EXPECT_THAT(refusal_of({"bench", "reduce", "--least", "100", "--most", "10"}), HasSubstr("--most 10"));
    EXPECT_THAT(refusal_of({"bench", "histogram", "--type", "i8"}, {}, with_gpu()),
                HasSubstr("these patterns do not take it"));
    EXPECT_THAT(refusal_of({"bench", "--device", "cpu", "--least", "16"}), HasSubstr("from 1024 elements on"));
    EXPECT_THAT(refusal_of({"bench", "--device", "cpu", "--type", "u64"}), HasSubstr("timed for i8, i32, f32, f64"));
    EXPECT_THAT(refusal_of({"bench", "nothing", "--device", "cpu", "--least", "4096", "--most", "4096"}),
                HasSubstr("there is no such call"));
    EXPECT_THAT(refusal_of({"bench", "reduce", "--type", "i7"}, {}, with_gpu()), HasSubstr("type \"i7\" is not known"));
    EXPECT_THAT(refusal_of({"bench", "nothing"}, {}, with_gpu()), HasSubstr("no pattern"));
    EXPECT_THAT(refusal_of({"bench", "--time-limit", "0"}), HasSubstr("above 0"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
