// strider compare, on records that were made up.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::ContainsRegex;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

struct made_up {
    int rung;
    double time;
    double relative_interval = 0.001;
    const char* device = "gpu";
};

record a_record(const made_up& of) {
    record one = {{"schema", 1}, {"pattern", "reduce"}, {"rung", of.rung}, {"name", "a rung"}, {"kind", "rung"}};
    one["device"] = of.device;
    one["device_name"] = std::string("a ") + of.device;
    one["elements"] = 1000;
    one["type"] = "i32";
    one["parameters"] = {{"operation", "sum"}, {"block", 256}};
    one["verified"] = true;
    one["time"]["kernel_us"] = {{"median", of.time},
                                {"low", of.time * (1 - of.relative_interval)},
                                {"high", of.time * (1 + of.relative_interval)},
                                {"samples", 20}};
    one["fingerprint"] = {{"commit", "abc"}};
    return one;
}

std::string lines(const std::vector<record>& records) {
    std::string text;
    for (const record& one : records) text += one.dump() + "\n";
    return text;
}

std::string rows(const std::vector<made_up>& all) {
    std::vector<record> records;
    for (const made_up& row : all) records.push_back(a_record(row));
    return lines(records);
}

struct two_files {
    scratch_folder folder;
    std::string before, after;
    two_files(const std::string& was, const std::string& is)
        : before(folder.file("a.jsonl", was)), after(folder.file("b.jsonl", is)) {}
    outcome compare(std::vector<std::string> more = {}) const {
        more.insert(more.begin(), {"compare", before, after});
        return strider(more, no_gpu());
    }
};

TEST(compare, judges_each_row_by_the_intervals) {
    const two_files files(rows({{1, 100}, {2, 100}, {3, 100}, {4, 100, 0.1}, {5, 100, 0.1}}),
                          rows({{1, 80}, {2, 104}, {3, 100.5}, {4, 108, 0.1}, {5, 180, 0.1}}));
    const outcome ran = files.compare({"--format", "jsonl"});
    std::vector<std::string> verdicts;
    for (const record& row : ran.records()) verdicts.push_back(row["verdict"]);
    EXPECT_THAT(verdicts, ElementsAre("faster", "slower", "same", "unclear", "slower"));
    EXPECT_EQ(ran.status, 1) << "rung 5";
    EXPECT_THAT(ran.error, HasSubstr("1 row is slower by more than 5%, or wrong"));
    const record second = ran.records()[1];
    EXPECT_NEAR(second["change"].get<double>(), 1.04, 1e-12);
    EXPECT_LT(second["change_interval"][0].get<double>(), 1.04);
    EXPECT_GT(second["change_interval"][0].get<double>(), 1.03);
    EXPECT_EQ(second["is_regression"], false) << "below the threshold";
}

TEST(compare, fails_beyond_the_threshold_alone) {
    const two_files files(rows({{1, 100}}), rows({{1, 104}}));
    EXPECT_EQ(files.compare().status, 0);
    EXPECT_EQ(files.compare({"--threshold", "3"}).status, 1);
    EXPECT_EQ(files.compare({"--threshold", "4.5"}).status, 0);
    EXPECT_EQ(two_files(rows({{1, 104}}), rows({{1, 50}})).compare().status, 0) << "faster is no regression";
}

TEST(compare, a_row_that_became_wrong_is_a_regression) {
    record wrong = a_record({1, 100});
    wrong["verified"] = false;
    wrong.erase("time");
    const two_files files(rows({{1, 100}}), wrong.dump() + "\n");
    EXPECT_EQ(files.compare().status, 1);
    EXPECT_THAT(files.compare().out, HasSubstr("wrong"));
    EXPECT_EQ(two_files(wrong.dump() + "\n", rows({{1, 100}})).compare().status, 0) << "it has been mended";
}

TEST(compare, names_the_rows_that_one_file_has_alone) {
    record other_size = a_record({3, 100}), other_parameters = a_record({1, 100});
    other_size["elements"] = 2000;
    other_parameters["parameters"]["block"] = 128;
    const two_files files(rows({{1, 100}, {2, 100}, {3, 100}}),
                          lines({a_record({2, 100}), other_size, other_parameters}));
    const outcome ran = files.compare({"--format", "jsonl"});
    std::vector<std::string> verdicts;
    for (const record& row : ran.records()) verdicts.push_back(row["verdict"]);
    const std::string a = "only in " + files.before, b = "only in " + files.after;
    EXPECT_THAT(verdicts, ElementsAre(a, "same", a, b, b));
    EXPECT_EQ(ran.status, 0);
}

TEST(compare, several_runs_of_a_row_differ_by_what_their_medians_do) {
    const two_files once(rows({{1, 100}}), rows({{1, 120}}));
    EXPECT_EQ(once.compare().status, 1);
    const two_files often(rows({{1, 100}, {1, 118}, {1, 101}}), rows({{1, 120}, {1, 99}, {1, 121}}));
    const outcome ran = often.compare({"--format", "jsonl"});
    EXPECT_EQ(ran.status, 0);
    EXPECT_EQ(ran.records()[0]["verdict"], "unclear");
    EXPECT_EQ(ran.records()[0]["before_us"]["runs"], 3);
    EXPECT_EQ(number_at(ran.records()[0], "before_us/median"), 101);
    const two_files sure(rows({{1, 100}, {1, 102}}), rows({{1, 120}, {1, 124}}));
    EXPECT_EQ(sure.compare().status, 1);
}

TEST(compare, says_where_the_records_are_from) {
    record other = a_record({1, 100});
    other["device_name"] = "another gpu";
    other["fingerprint"]["commit"] = "def";
    const two_files files(rows({{1, 100}}), other.dump() + "\n");
    const outcome ran = files.compare();
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.out, HasSubstr("a gpu, commit abc"));
    EXPECT_THAT(ran.out, HasSubstr("another gpu, commit def"));
    EXPECT_THAT(ran.out, HasSubstr("the records are of different devices: a gpu and another gpu"));
    EXPECT_THAT(two_files(rows({{1, 100}}), rows({{1, 100}})).compare().out, Not(HasSubstr("different devices")));
}

/// As the emulator has it, which times nothing.
record counted(int rung, const record& counters) {
    record one = a_record({rung, 1, 0, "emulator"});
    one.erase("time");
    one["counters"] = counters;
    return one;
}

TEST(compare, judges_rows_without_times_by_their_counters) {
    const record was = {{"steps", 1000}, {"barriers", 8}, {"atomics", 0}, {"threads_per_step", 32.0}};
    const auto with = [&](const char* counter, const record& value) {
        record is = was;
        is[counter] = value;
        return is;
    };
    const two_files files(
        lines({counted(1, was), counted(2, was), counted(3, was), counted(4, was), counted(5, was), counted(6, was)}),
        lines({counted(1, was), counted(2, with("barriers", 24)), counted(3, with("barriers", 2)),
               counted(4, with("steps", 1040)), counted(5, with("atomics", 1)),
               counted(6, with("threads_per_step", 16.0))}));
    const outcome ran = files.compare({"--format", "jsonl"});
    std::vector<std::string> verdicts;
    for (const record& row : ran.records()) verdicts.push_back(row["verdict"]);
    EXPECT_THAT(verdicts, ElementsAre("same", "worse", "better", "same", "worse", "worse"));
    EXPECT_EQ(ran.status, 1);
    EXPECT_THAT(ran.error, HasSubstr("3 rows have a counter that grew by more than 5%"));
    const record tripled = ran.records()[1];
    EXPECT_EQ(tripled["compared_by"], "counters");
    EXPECT_EQ(tripled["counter_changes"],
              (record{{"barriers", record{{"before", 8}, {"after", 24}, {"change", 3.0}}}}));
    EXPECT_EQ(tripled["most_grown"], "barriers");
    EXPECT_EQ(tripled["is_regression"], true);
    EXPECT_FALSE(ran.records()[0].contains("counter_changes"));
    EXPECT_EQ(ran.records()[4]["counter_changes"]["atomics"]["change"], "inf");
    EXPECT_THAT(files.compare().out, HasSubstr("barriers: 8, now 24 (+200.0%)"));
    EXPECT_THAT(files.compare().out, ContainsRegex("2 same, 0 unclear, 1\\sbetter, 3 worse"));
}

TEST(compare, counters_fail_beyond_the_threshold_alone) {
    const two_files files(lines({counted(1, {{"steps", 1000}})}), lines({counted(1, {{"steps", 1040}})}));
    EXPECT_EQ(files.compare().status, 0);
    EXPECT_EQ(files.compare({"--threshold", "3"}).status, 1);
    EXPECT_EQ(two_files(lines({counted(1, {{"steps", 1000}})}), lines({counted(1, {{"steps", 10}})})).compare().status,
              0);
}

TEST(compare, counters_that_one_file_has_alone_are_named) {
    const two_files files(lines({counted(1, {{"steps", 10}, {"old", 1}})}),
                          lines({counted(1, {{"steps", 10}, {"new", 2}})}));
    const outcome ran = files.compare();
    EXPECT_EQ(ran.status, 0);
    EXPECT_THAT(ran.out, HasSubstr("old: 1, now not counted"));
    EXPECT_THAT(ran.out, HasSubstr("new: not counted, now 2"));
}

TEST(compare, counters_of_several_runs_are_their_medians) {
    const auto runs = [](int a, int b, int c) {
        return lines({counted(1, {{"steps", a}}), counted(1, {{"steps", b}}), counted(1, {{"steps", c}})});
    };
    EXPECT_EQ(two_files(runs(10, 99, 10), runs(99, 10, 10)).compare().status, 0);
    EXPECT_EQ(two_files(runs(10, 10, 99), runs(10, 99, 99)).compare().status, 1);
}

TEST(compare, a_row_that_counts_less_and_is_wrong_is_a_regression) {
    record wrong = counted(1, {{"steps", 5}});
    wrong["verified"] = false;
    const outcome ran = two_files(lines({counted(1, {{"steps", 10}})}), lines({wrong})).compare({"--format", "jsonl"});
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.records()[0]["verdict"], "wrong");
}

TEST(compare, takes_what_a_ladder_wrote) {
    const scratch_folder folder;
    const outcome ran = shell(folder, R"("$STRIDER" ladder transpose --device cpu --elements 4096 --samples 5 \
--rungs 1 --format jsonl -o a.jsonl && "$STRIDER" compare a.jsonl a.jsonl)");
    EXPECT_EQ(ran.status, 0) << ran.error;
    EXPECT_THAT(ran.out, HasSubstr("+0.0%"));
}

TEST(compare, refuses_what_are_no_records) {
    const scratch_folder folder;
    const std::string good = folder.file("good.jsonl", rows({{1, 100}}));
    const auto refused = [&](const std::string& text, const char* why) {
        EXPECT_THAT(refusal_of({"compare", good, folder.file("odd.jsonl", text)}), HasSubstr(why));
    };
    refused("", "has no records of rungs");
    refused("not json\n", "odd.jsonl:1: not a record of schema 1");
    refused(rows({{1, 100}}) + "{\"schema\": 7}\n", "odd.jsonl:2: not a record of schema 1");
    refused("[1, 2]\n", "not a record of schema 1");
    refused(R"({"schema": 1, "pattern": "reduce", "elements": "many"})", "has no number of elements");
    refused(R"({"schema": "1"})", "not a record of schema 1");
    EXPECT_THAT(refusal_of({"compare", good, "/nonexistent"}), HasSubstr("/nonexistent: cannot be read"));
    EXPECT_THAT(refusal_of({"compare", good, "/tmp"}), HasSubstr("/tmp: cannot be read"));
    EXPECT_THAT(refusal_of({"compare", good, good, "--threshold", "-1"}), HasSubstr("a percentage above 0"));
    EXPECT_THAT(refusal_of({"compare", good, good, "-o", good}), HasSubstr(good));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
