// Bad input: one line that says what is wrong and what would be right, exit status 2, nothing written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

struct misuse {
    const char* name;
    std::vector<std::string> arguments;
    const char* said;
};

void PrintTo(const misuse& of, std::ostream* out) { *out << of.name; }

class usage : public ::testing::TestWithParam<misuse> {};

TEST_P(usage, is_one_line_status_2_and_nothing_written) {
    const scratch_folder folder;
    std::vector<std::string> words = GetParam().arguments;
    if (!words.empty() && words[0][0] != '-') {
        words.insert(words.begin() + 1, {"--report", (folder.path() / "out").string()});
    }
    EXPECT_THAT(refusal_of(words, {}, no_gpu()), HasSubstr(GetParam().said));
    EXPECT_THAT(folder.names(), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    command_line, usage,
    ::testing::Values(
        misuse{"command", {"lader"}, "there is no command \"lader\"; did you mean \"ladder\"? See strider --help"},
        misuse{"word_before_command", {"help", "ladder"}, "there is no command \"help\"; see strider --help"},
        misuse{"option", {"ladder", "--size", "5"}, "ladder has no option --size; see strider ladder --help"},
        misuse{"no_value", {"ladder", "--elements"}, "--elements needs a value, COUNT; see strider ladder --help"},
        misuse{"pattern", {"ladder", "median"}, "pattern: \"median\" is not known; it is one of: reduce"},
        misuse{"list_pattern", {"list", "median"}, "pattern: \"median\" is not known"},
        misuse{"device",
               {"ladder", "--device", "tpu"},
               "--device: \"tpu\" is not known; it is one of: auto, gpu, emulator, cpu"},
        misuse{"no_gpu",
               {"ladder", "--device", "gpu"},
               "no gpu here (its module, libstrider_gpu_reduce.so, was not built"},
        misuse{"format",
               {"ladder", "--format", "xml"},
               "\"xml\" is not known; it is one of: table, json, jsonl, csv, markdown"},
        misuse{"type", {"ladder", "--type", "i7"}, "--type: \"i7\" is not known"},
        misuse{"ladder_type", {"ladder", "--type", "u8"}, "the reduce ladder takes no type u8; it takes: i32"},
        misuse{"ladder_operator", {"ladder", "--operator", "min"}, "takes no operation min; it takes: sum, max"},
        misuse{"ladder_type_and_operator",
               {"ladder", "--type", "i64", "--operator", "max"},
               "takes no max of i64; of that type it takes: sum"},
        misuse{"operator", {"ladder", "--operator", "mean"}, "one of: sum, product, min, max"},
        misuse{"elements",
               {"ladder", "--elements", "many"},
               "\"many\" is not a size: write 1000000, 1.5e6, 2^20 or 2^20+1"},
        misuse{"elements_overflow", {"ladder", "--elements", "2^64"}, "is not a size from 0 to 2^64-1"},
        misuse{"elements_memory", {"ladder", "--elements", "2^62"}, "are enough for at most"},
        misuse{"elements_negative", {"ladder", "--elements=-5"}, "\"-5\" is not a size"},
        misuse{"rungs", {"ladder", "--rungs", "all"}, "\"all\" does not select rungs"},
        misuse{
            "rung", {"ladder", "--rungs", "1,13"}, "no rung 13 in the reduce ladder of emulator; there are: 1, 2, 3"},
        misuse{"rung_range", {"ladder", "--rungs", "20-30"}, "no rung 20-30"},
        misuse{"rung_type", {"ladder", "--rungs", "91", "--type", "f64"}, "rung 91 takes no sum of f64"},
        misuse{"set_nothing",
               {"ladder", "reduce", "--set", "mask=3"},
               "the reduce ladder has no parameters: leave out --set"},
        misuse{"set_unknown", {"ladder", "convolve", "--set", "edge=wrap"}, "no such parameter; it has: dimensions"},
        misuse{"set_no_value", {"ladder", "convolve", "--set", "mask"}, "--set mask: it takes NAME=VALUE"},
        misuse{
            "set_word", {"ladder", "convolve", "--set", "boundary=none"}, "it takes zero, replicate, symmetric, wrap"},
        misuse{
            "set_number", {"ladder", "convolve", "--set", "mask=64"}, "--set mask=64: it takes a number from 1 to 63"},
        misuse{"set_text", {"ladder", "convolve", "--set", "mask=5x"}, "--set mask=5x: it takes a number from 1 to 63"},
        misuse{"set_shape",
               {"ladder", "transpose", "--elements", "1001", "--set", "columns=1000"},
               "cannot take 1,001 elements with these parameters; it can take 1,000"},
        misuse{"set_type", {"ladder", "histogram", "--type", "f64"}, "the histogram ladder takes no type f64"},
        misuse{"exhibit", {"reproduce", "nobody-1999"}, "no exhibit \"nobody-1999\""},
        misuse{"no_file", {"check"}, "check needs FILE.cu; see strider check --help"},
        misuse{"option_misspelt",
               {"ladder", "--opreator=max", "scan"},
               "no option --opreator; did you mean \"--operator\"?"},
        misuse{"command_after_options", {"--devise"}, "there is no option --devise; see strider --help"},
        misuse{"crossover", {"crossover", "a.jsonl"}, "type strider ladder PATTERN --device gpu --whole-program; see"},
        misuse{"removed", {"reduce", "a.npy"}, "reduce of files was removed; type in Python strider.sum(numpy.load("},
        misuse{"removed_with_options",
               {"histogram", "a.png", "--bins", "4"},
               "histogram of files was removed; type in Python strider.histogram("},
        misuse{"argument_too_many", {"compare", "a", "b", "c"}, "compare: \"c\" is one argument too many"},
        misuse{"several_missing", {"compare"}, "compare needs BEFORE and AFTER; see strider compare --help"},
        misuse{"given_twice", {"ladder", "--type", "i32", "--type", "f32"}, "--type was given more than once"},
        misuse{"flag_with_value", {"ladder", "--details=3"}, "--details takes no value"},
        misuse{"empty_value", {"ladder", "--elements", ""}, "--elements: it takes COUNT, and was given nothing"},
        misuse{"whole_number", {"check", "a.cu", "--workers", "-3"}, "--workers: \"-3\" is not a whole number"},
        misuse{"count_of_none", {"check", "a.cu", "--gpus", "0"}, "--gpus: 0 is not from 1 to 64"},
        misuse{"count_of_many", {"check", "a.cu", "--gpus", "65"}, "--gpus: 65 is not from 1 to 64"},
        misuse{"no_schedule", {"check", "a.cu", "--schedules", "0"}, "--schedules: 0 is not from 1 to 10000"},
        misuse{"seed_below_0", {"check", "a.cu", "--seed", "-1"}, "--seed: \"-1\" is not a whole number"},
        misuse{"real_number", {"ladder", "--time-limit", "soon"}, "--time-limit: \"soon\" is not a number"},
        misuse{"device_misspelt",
               {"ladder", "--device", "emulater"},
               "did you mean \"emulator\"? See strider ladder --help"},
        misuse{"pattern_misspelt", {"ladder", "redcue"}, "did you mean \"reduce\"? See strider ladder --help"},
        misuse{"format_misspelt", {"list", "--format", "jsnl"}, "did you mean \"jsonl\"?"},
        misuse{"type_in_capitals", {"ladder", "--type", "F32"}, "did you mean \"f32\"?"},
        misuse{"operator_misspelt", {"ladder", "--operator", "prodct"}, "did you mean \"product\"?"},
        misuse{
            "operator_of_none", {"ladder", "transpose", "--operator", "max"}, "the transpose ladder has no operator"},
        misuse{
            "no_samples", {"ladder", "--device", "emulator", "--samples", "5"}, "--samples is for devices that time"},
        misuse{"no_time_limit", {"ladder", "--device", "emulator", "--time-limit", "5"}, "--time-limit is for devices"},
        misuse{"no_whole_program",
               {"ladder", "--device", "emulator", "--whole-program"},
               "--whole-program is for devices"},
        misuse{"no_raw", {"ladder", "--device", "emulator", "--raw"}, "--raw is for devices that time"},
        misuse{
            "no_self_test", {"ladder", "--device", "emulator", "--self-test"}, "--self-test is for devices that time"},
        misuse{"no_details", {"ladder", "--device", "cpu", "--details"}, "--details is for the emulator"},
        misuse{"no_counters", {"ladder", "--device", "cpu", "--count"}, "--count is for a GPU or the emulator"},
        misuse{"exhibit_of_none", {"reproduce", "--device", "emulator"}, "--device and --elements are for one exhibit"},
        misuse{"ladder_no_gpu", {"ladder", "--device", "gpu"}, "devices that work here: emulator, cpu\n"}),
    [](const auto& of) { return of.param.name; });

TEST(help, is_no_error) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"--help"}, {"ladder", "--help"}, {"--version"}}) {
        const outcome ran = strider(words, no_gpu());
        EXPECT_EQ(ran.status, 0);
        EXPECT_NE(ran.out, "");
        EXPECT_EQ(ran.error, "");
    }
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
