// strider ladder: what it runs, what it refuses to time, and what its records say.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> keys(const record& of) {
    std::vector<std::string> all;
    for (const auto& [name, value] : of.items()) all.push_back(name);
    return all;
}

std::vector<int> numbers(const std::vector<record>& of) {
    std::vector<int> all;
    for (const record& one : of) all.push_back(one.at("rung"));
    return all;
}

const std::vector<std::string> emulator_json = {"ladder",     "reduce", "--device", "emulator",
                                                "--elements", "1000",   "--format", "jsonl"};
const std::vector<std::string> gpu_json = {"ladder", "reduce",   "--device", "gpu",       "--elements",
                                           "1000",   "--format", "jsonl",    "--samples", "10"};

std::vector<std::string> operator+(std::vector<std::string> words, std::vector<std::string> more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
}

TEST(ladder, counted_records_have_the_fields_of_the_schema) {
    const outcome ran = strider(emulator_json, no_gpu());
    ASSERT_EQ(ran.status, 0) << ran.error;
    EXPECT_EQ(ran.error, "");
    const auto records = ran.records();
    EXPECT_THAT(numbers(records), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 90, 91));
    for (const record& one : records) {
        EXPECT_THAT(keys(one), ElementsAre("schema", "pattern", "rung", "name", "kind", "device", "device_name",
                                           "elements", "type", "parameters", "minimum_bytes", "verified", "error",
                                           "counters", "instructions_by", "findings", "fingerprint"));
        EXPECT_EQ(one["verified"], true);
        EXPECT_TRUE(one["findings"].empty());
        EXPECT_EQ(one["elements"], 1000);
        EXPECT_EQ(one["parameters"], (record{{"operation", "sum"}, {"block", 256}}));
    }
    EXPECT_TRUE(records[0]["counters"]["barriers"].is_number_integer()) << "counts are integers";
    EXPECT_EQ(records[0]["counters"]["threads_per_step"], 31.5);
    EXPECT_EQ(records[8]["kind"], "library");
    EXPECT_EQ(records[9]["kind"], "contender");
}

TEST(ladder, timed_records_have_times_bandwidth_roof_and_speedups) {
    const outcome ran = strider(gpu_json, with_gpu());
    ASSERT_EQ(ran.status, 0) << ran.error;
    const auto records = ran.records();
    const record& fourth = records[3];
    EXPECT_THAT(keys(fourth),
                ElementsAre("schema", "pattern", "rung", "name", "kind", "device", "device_name", "elements", "type",
                            "parameters", "minimum_bytes", "verified", "error", "time", "elements_per_us",
                            "bandwidth_gbps", "roof_gbps", "roof_fraction", "step_speedup", "step_speedup_interval",
                            "step_verdict", "cumulative_speedup", "cumulative_speedup_interval", "cumulative_verdict",
                            "ratios", "findings", "fingerprint"));
    EXPECT_EQ(number_at(fourth, "time/kernel_us/median"), 250);
    EXPECT_EQ(number_at(fourth, "time/kernel_us/samples"), 10);
    EXPECT_EQ(number_at(fourth, "time/hot_kernel_us/median"), 125);
    EXPECT_NEAR(number_at(fourth, "bandwidth_gbps"), 1001 * 4 / 250e3, 1e-12);
    EXPECT_EQ(number_at(fourth, "elements_per_us"), 4);
    EXPECT_NEAR(number_at(fourth, "roof_fraction"), 1001 * 4 / 250e3 / 1e6, 1e-15);
    EXPECT_NEAR(number_at(fourth, "step_speedup"), 4.0 / 3, 1e-12);
    EXPECT_NEAR(number_at(fourth, "cumulative_speedup"), 4, 1e-12);
    EXPECT_EQ(fourth["step_verdict"], "faster");
    EXPECT_THAT(fourth["step_speedup_interval"], ElementsAre(fourth["step_speedup"], fourth["step_speedup"]))
        << "all samples are alike";
    EXPECT_EQ(fourth["ratios"], (record{{{"rung", 91},
                                         {"name", "contender"},
                                         {"ratio", 1000.0 / 91 / 250},
                                         {"interval", {1000.0 / 91 / 250, 1000.0 / 91 / 250}},
                                         {"verdict", "slower"}}}));
    EXPECT_EQ(find(records[9], "ratios"), nullptr) << "a contender is compared with none";
    EXPECT_EQ(find(records[0], "step_speedup"), nullptr);
    EXPECT_EQ(find(records[9], "step_speedup"), nullptr) << "a contender is no step";
    EXPECT_NEAR(number_at(records[9], "cumulative_speedup"), 91, 1e-9);
}

TEST(ladder, over_gpus_has_weak_and_strong_scaling) {
    const outcome ran = strider(gpu_json + std::vector<std::string>{"--gpus", "all"}, with_gpu());
    ASSERT_EQ(ran.status, 0) << ran.error;
    const auto records = ran.records();
    ASSERT_EQ(records.size(), 5u) << "1, 2 and 2, 3 and 3 GPUs";
    EXPECT_THAT(keys(records[0]),
                ElementsAre("schema", "pattern", "name", "kind", "device", "device_name", "gpus", "scaling", "elements",
                            "type", "verified", "time", "speedup", "efficiency", "fingerprint"));
    EXPECT_EQ(number_at(records[0], "efficiency"), 1);
    const record &weak = records[3], &strong = records[4];
    EXPECT_EQ(weak["scaling"], "weak");
    EXPECT_EQ(weak["gpus"], 3);
    EXPECT_EQ(weak["elements"], 3000) << "as many on each";
    EXPECT_EQ(number_at(weak, "time/call_us/median"), 1200);
    EXPECT_NEAR(number_at(weak, "speedup"), 2.5, 1e-12);
    EXPECT_NEAR(number_at(weak, "efficiency"), 1 / 1.2, 1e-12);
    EXPECT_EQ(strong["scaling"], "strong");
    EXPECT_EQ(strong["elements"], 1000) << "as many in all";
    EXPECT_NEAR(number_at(strong, "efficiency"), 1000 / (1000 / 3.0 + 200) / 3, 1e-12);
}

TEST(ladder, over_gpus_runs_in_the_emulator) {
    for (const char* pattern : {"reduce", "scan", "histogram"}) {
        const outcome ran = strider(
            {"ladder", pattern, "--device", "emulator", "--elements", "20001", "--gpus", "3", "--format", "jsonl"},
            with_library());
        EXPECT_EQ(ran.status, 0) << pattern << ": " << ran.error;
        EXPECT_EQ(ran.records().size(), 5u) << pattern;
    }
    EXPECT_THAT(refusal_of({"ladder", "transpose", "--device", "emulator", "--gpus", "2"}),
                HasSubstr("is not measured over several GPUs; reduce, scan and histogram are"));
}

TEST(ladder, over_gpus_refuses_what_it_cannot_measure) {
    const auto refused = [](std::vector<std::string> more, const char* why) {
        const outcome ran = strider(gpu_json + std::move(more), with_gpu());
        EXPECT_EQ(ran.status, 2);
        EXPECT_THAT(ran.error, HasSubstr(why));
    };
    refused({"--gpus", "4"}, "gpu has 3; give 1 to 3, or all");
    refused({"--gpus", "0"}, "give 1 to 3, or all");
    refused({"--gpus", "2", "--rungs", "1"}, "leave out --rungs");
    refused({"--gpus", "2", "--with", "mine.cu"}, "--whole-program, --with and --input");
    refused({"--gpus", "2", "--whole-program"}, "leave out --rungs, --whole-program, --with and --input");
    const outcome wrong =
        strider(gpu_json + std::vector<std::string>{"--gpus", "2"}, with(with_gpu(), "STRIDER_FAKE", "wrong"));
    EXPECT_EQ(wrong.status, 1);
    EXPECT_EQ(find(wrong.records()[1], "time"), nullptr) << "what is wrong is not timed";
}

TEST(ladder, fingerprint_says_what_is_needed_to_judge_the_number) {
    const record print = strider(gpu_json, with_gpu()).records().front()["fingerprint"];
    EXPECT_EQ(print["device"], "NVIDIA Fake gpu");
    EXPECT_EQ(print["clock"], "1 MHz");
    EXPECT_EQ(print["command"], "strider ladder reduce --device gpu --elements 1000 --format jsonl --samples 10");
    EXPECT_THAT(print["date"].get<std::string>(), ::testing::MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}Z"));
}

TEST(ladder, whole_program_times_come_in_phases) {
    const auto records = strider(gpu_json + std::vector<std::string>{"--whole-program"}, with_gpu()).records();
    EXPECT_EQ(number_at(records[0], "time/whole_program_us/median"), 15);
    EXPECT_EQ(number_at(records[0], "time/whole_program_us/phases/allocate"), 1);
    EXPECT_EQ(number_at(records[0], "time/whole_program_us/phases/copy_in"), 2);
    EXPECT_EQ(number_at(records[0], "time/whole_program_us/phases/release"), 5);
    EXPECT_EQ(number_at(records[0], "time/whole_program_pinned_us/median"), 12);
    EXPECT_EQ(number_at(records[0], "time/whole_program_overlapped_us/median"), 6);
    EXPECT_EQ(find(records[0], "time/whole_program_overlapped_us/phases"), nullptr) << "they overlap";
}

/// The fake GPU takes 15 us for a whole program, the fake CPU 0.01 us for an element.
TEST(ladder, whole_programs_say_from_how_many_elements_on_the_gpu_is_faster) {
    const auto said = [](const std::string& elements, const std::string& device = "gpu") {
        return strider({"ladder", "reduce", "--device", device, "--elements", elements, "--samples", "10",
                        "--whole-program"},
                       with_gpu())
            .out;
    };
    EXPECT_THAT(said("1400"), HasSubstr("up to 1,400 elements, the CPU is faster than the GPU, data included"));
    EXPECT_THAT(said("1600"), HasSubstr("from 1,600 elements on, the GPU is faster than the CPU, data included"));
    for (const char* elements : {"2^11", "5000", "2^20", "2^20+1"})
        EXPECT_THAT(said(elements), HasSubstr("from 2^11 elements on, the GPU is faster than the CPU")) << elements;
    EXPECT_THAT(said("5000", "cpu"), Not(HasSubstr("is faster than the CPU")));
}

TEST(ladder, every_rung_of_the_processor_is_timed_as_a_whole_program) {
    for (const char* pattern : {"reduce", "histogram"}) {  // of the others: rungs_test.cpp
        const outcome ran = strider({"ladder", pattern, "--device", "cpu", "--elements", "4096", "--samples", "1",
                                     "--whole-program", "--format", "jsonl"},
                                    with_library());
        EXPECT_EQ(ran.status, 0) << pattern << ran.error;
        EXPECT_FALSE(ran.records().empty()) << pattern;
        for (const record& one : ran.records()) {
            EXPECT_GT(number_at(one, "time/whole_program_us/phases/run"), 0) << pattern << one["rung"];
            EXPECT_EQ(number_at(one, "time/whole_program_us/phases/copy_in"), 0) << "the data is there already";
        }
    }
}

TEST(ladder, takes_every_type_and_operation) {
    for (const std::string type : {"i32", "f32", "f64", "i64"}) {
        for (const std::string operation : {"sum", "max"}) {
            if (type == "i64" && operation == "max") continue;
            const outcome ran =
                strider(emulator_json + std::vector<std::string>{"--type", type, "--operator", operation}, no_gpu());
            EXPECT_EQ(ran.status, 0) << type << operation << ran.error;
            EXPECT_EQ(ran.records().size(), type == "f64" ? 9u : 10u) << "91 does not take f64";
        }
    }
}

TEST(ladder, of_nothing_is_verified) {
    for (const auto& environment : {no_gpu(), with_gpu()}) {
        const outcome ran = strider({"ladder", "reduce", "--elements", "0", "--format", "jsonl"}, environment);
        EXPECT_EQ(ran.status, 0) << ran.error;
        EXPECT_EQ(ran.records().at(0)["verified"], true);
    }
}

TEST(ladder, runs_the_rungs_that_were_named) {
    const auto records = strider(emulator_json + std::vector<std::string>{"--rungs", "5-99,2,2"}, no_gpu()).records();
    EXPECT_THAT(numbers(records), ElementsAre(2, 5, 6, 7, 8, 90, 91));
}

/// Whatever makes a result wrong: the rung is shown as wrong, is not timed, and fails the command; the others go on.
class ladder_with_fault : public ::testing::TestWithParam<const char*> {};

TEST_P(ladder_with_fault, fails_and_is_not_timed) {
    for (const auto& [words, environment] : {std::pair{emulator_json, no_gpu()}, std::pair{gpu_json, with_gpu()}}) {
        const outcome ran = strider(words, with(environment, "STRIDER_FAKE", GetParam()));
        EXPECT_EQ(ran.status, 1);
        const auto records = ran.records();
        ASSERT_EQ(records.size(), 10u);
        for (const record& one : records) {
            EXPECT_EQ(one["verified"], one["rung"] != 3) << one;
            if (one["rung"] == 3) {
                EXPECT_EQ(find(one, "time"), nullptr) << "an unverified rung was timed";
                EXPECT_EQ(find(one, "bandwidth_gbps"), nullptr);
            }
        }
    }
}
INSTANTIATE_TEST_SUITE_P(faults, ladder_with_fault, ::testing::Values("wrong", "unwritten", "throws"));

TEST(ladder, result_that_decays_while_it_is_timed_fails) {
    const outcome ran = strider(gpu_json, with(with_gpu(), "STRIDER_FAKE", "decays"));
    EXPECT_EQ(ran.status, 1);
    const record third = ran.records()[2];
    EXPECT_EQ(third["verified"], false);
    EXPECT_EQ(find(third, "time"), nullptr);
    EXPECT_EQ(find(ran.records()[3], "step_speedup"), nullptr) << "rung 4 follows rung 3, which has no time";
}

TEST(ladder, rung_that_cannot_run_says_why_in_one_line) {
    const auto third = strider(emulator_json, with(no_gpu(), "STRIDER_FAKE", "throws")).records()[2];
    EXPECT_THAT(third["findings"], ElementsAre("run-failed: cannot start, for a reason on two lines"));
    EXPECT_EQ(find(third, "error"), nullptr);
}

TEST(ladder, finding_fails_the_command_and_stands_under_its_rung) {
    const outcome ran = strider(emulator_json, with(no_gpu(), "STRIDER_FAKE", "finding"));
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.records()[2]["verified"], true);
    EXPECT_EQ(ran.records()[2]["findings"][0], "race-shared: third, file.cu:7: lanes 0 and 1");
    const outcome table =
        strider({"ladder", "--device", "emulator", "--elements", "1000"}, with(no_gpu(), "STRIDER_FAKE", "finding"));
    EXPECT_EQ(table.status, 1);
    EXPECT_THAT(table.out, HasSubstr("    race-shared: third, file.cu:7: lanes 0 and 1\n"));
}

TEST(ladder, of_a_gpu_is_counted_where_that_is_asked_for) {
    EXPECT_FALSE(strider(gpu_json, with_gpu()).records().front().contains("counters"));
    const outcome ran = strider(gpu_json + std::vector<std::string>{"--count"}, with_gpu());
    ASSERT_EQ(ran.status, 0) << ran.error;
    for (const record& one : ran.records()) {
        EXPECT_TRUE(one["counters"].contains("barriers"));
        EXPECT_TRUE(one.contains("time"));
    }
}

TEST(ladder, says_why_a_gpu_gives_no_counters_and_goes_on) {
    const auto refusing = with(with_gpu(), "STRIDER_FAKE", "refuses-counters");
    const outcome ran = strider(gpu_json + std::vector<std::string>{"--count"}, refusing);
    ASSERT_EQ(ran.status, 0) << ran.error;
    EXPECT_EQ(ran.records().front()["counters_refused"], "no counters: the driver keeps them");
    EXPECT_FALSE(ran.records().front().contains("counters"));
    const outcome table = strider({"ladder", "reduce", "--device", "gpu", "--elements", "1000", "--count"}, refusing);
    EXPECT_THAT(table.out, HasSubstr("no counters: the driver keeps them"));
}

TEST(ladder, more_than_the_roof_is_called_a_measuring_error) {
    const outcome table = strider({"ladder", "--elements", "1000"}, with(with_gpu(), "STRIDER_FAKE", "above-roof"));
    EXPECT_EQ(table.status, 0);
    EXPECT_THAT(table.out, HasSubstr("measuring error: rung 91 reaches"));
    EXPECT_THAT(strider({"ladder", "--elements", "1000"}, with_gpu()).out, Not(HasSubstr("measuring error")));
    const outcome json = strider(gpu_json, with(with_gpu(), "STRIDER_FAKE", "above-roof"));
    EXPECT_THAT(json.error, HasSubstr("measuring error: rung 91 reaches")) << "said where JSON cannot say it";
}

TEST(ladder, auto_is_the_gpu_or_else_the_emulator) {
    const std::vector<std::string> words = {"ladder", "reduce", "--elements", "1000", "--format", "jsonl"};
    for (const record& one : strider(words, with_gpu()).records()) EXPECT_EQ(one["device"], "gpu");
    const auto without_gpu = strider(words, no_gpu()).records();
    EXPECT_EQ(without_gpu.size(), 10u);
    for (const record& one : without_gpu) EXPECT_EQ(one["device"], "emulator");
}

TEST(ladder, shows_the_counters_of_its_claims_and_the_rest_with_details) {
    const std::vector<std::string> words = {"ladder", "reduce", "--device", "emulator", "--elements", "1000"};
    const outcome few = strider(words, no_gpu());
    EXPECT_THAT(few.out, HasSubstr("/ step"));
    EXPECT_THAT(few.out, HasSubstr("barriers"));
    EXPECT_THAT(few.out, Not(HasSubstr("instr.")));
    EXPECT_THAT(strider(words + std::vector<std::string>{"--details"}, no_gpu()).out, HasSubstr("instr."));
}

TEST(ladder, out_file_appears_whole_and_alone) {
    const scratch_folder folder;
    const std::string path = (folder.path() / "records.jsonl").string();
    EXPECT_EQ(strider(emulator_json + std::vector<std::string>{"--report", path}, no_gpu()).out, "");
    EXPECT_THAT(folder.names(), ElementsAre("records.jsonl"));
    std::ifstream in(path);
    int lines = 0;
    for (std::string line; std::getline(in, line); ++lines) EXPECT_TRUE(record::accept(line));
    EXPECT_EQ(lines, 10);
}

TEST(ladder, table_shows_recorded_times_and_says_when_and_where) {
    const scratch_folder folder;
    record recorded = strider(gpu_json + std::vector<std::string>{"--rungs", "4"}, with_gpu()).records()[0];
    recorded["fingerprint"]["date"] = "2026-11-20T08:00:00Z";
    recorded["elements"] = 67108864;
    recorded["device_name"] = "NVIDIA H200";
    folder.file("results/ladder.jsonl", recorded.dump() + "\n");
    const outcome table = strider({"ladder", "--device", "emulator", "--elements", "1000"},
                                  with(no_gpu(), "STRIDER_DATA", folder.path().string()));
    EXPECT_EQ(table.status, 0);
    EXPECT_THAT(table.out, HasSubstr("- recorded -"));
    EXPECT_THAT(table.out, HasSubstr("(NVIDIA H200, 2026-11-20, 2^26 elements)"));
    EXPECT_THAT(table.out, HasSubstr("250.0"));
    EXPECT_THAT(table.out, HasSubstr("us: median of single cold runs"));
    EXPECT_THAT(table.out, Not(HasSubstr("wavefronts"))) << "only what is shown is explained";
    EXPECT_THAT(table.out, Not(HasSubstr("\033"))) << "colours are for terminals";
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
