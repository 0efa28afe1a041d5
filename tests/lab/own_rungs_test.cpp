// strider ladder --with: rungs of the user's own, right ones and those that must be rejected (tests/wrong/rungs).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// What a ladder makes of a rung: "yes", or why it is rejected.
using verdicts = std::map<int, std::string>;

verdicts verdicts_of(const std::vector<record>& records) {
    verdicts all;
    for (const record& one : records) {
        if (one["kind"] != "own") continue;
        std::string& says = all[one["rung"]];
        for (const std::string finding : one["findings"]) says += finding.substr(0, finding.find(':')) + " ";
        if (const record* wrong = find(one, "wrong")) says += "at " + wrong->at("index").dump();
        if (one["verified"] == true && says.empty()) says = "yes";
    }
    return all;
}

/// The modules of this build, and the headers beside them.
environment with_headers(environment in) { return with(std::move(in), "STRIDER_DATA", STRIDER_SOURCE); }

const std::string wrong_rungs = STRIDER_SOURCE "/tests/wrong/rungs/";

outcome ladder(const std::string& pattern, const std::string& file, const std::string& device,
               const environment& in = with_headers(with_library())) {
    return strider({"ladder", pattern, "--with", file, "--device", device, "--elements", "1000", "--rungs", "1,90",
                    "--format", "jsonl"},
                   in);
}

TEST(own_rungs, of_the_emulator_are_taken_or_rejected_by_name) {
    const outcome ran = ladder("reduce", wrong_rungs + "reduce.cu", "emulator");
    EXPECT_EQ(ran.status, 1) << ran.error;
    const std::vector<record> records = ran.records();
    EXPECT_EQ(verdicts_of(records), (verdicts{{50, "yes"},
                                              {51, "at 0"},
                                              {52, "later-call at 0"},
                                              {53, "stale-result at 0"},
                                              {54, "input-changed "},
                                              {55, "out-of-bounds "},
                                              {56, "input-not-read "},
                                              {57, "input-not-read at 0"},
                                              {58, "run-failed "},
                                              {59, "later-call at 0"}}));
    ASSERT_EQ(records.size(), 12u);
    EXPECT_EQ(records[1]["kind"], "library") << "ours come first";
    const record &right = records[2], &loses_one = records[3], &works_once = records[4];
    EXPECT_EQ(right["file"], wrong_rungs + "reduce.cu");
    EXPECT_EQ(right["counters"]["atomics"], 1000);
    EXPECT_EQ(right["parameters"], (record{{"operation", "sum"}}));
    EXPECT_GT(number_at(right, "bound/us"), 0);
    EXPECT_EQ(find(right, "bound/share"), nullptr) << "it was not timed";
    EXPECT_EQ(number_at(right["occupancy"].at(0), "most_warps"), 64);
    EXPECT_NE(loses_one["wrong"]["got"], loses_one["wrong"]["expected"]);
    EXPECT_EQ(find(works_once, "wrong/got"), nullptr) << "it wrote nothing";
    for (const record& one : records)
        EXPECT_EQ(one["verified"] == true,
                  one["rung"] == 1 || one["rung"] == 50 || one["rung"] == 55 || one["rung"] == 90)
            << one;
}

TEST(own_rungs, of_the_cpu_are_taken_or_rejected_by_name) {
    const outcome ran = ladder("scan", wrong_rungs + "scan.cpp", "cpu");
    EXPECT_EQ(ran.status, 1) << ran.error;
    const std::vector<record> records = ran.records();
    EXPECT_EQ(verdicts_of(records), (verdicts{{50, "yes"},
                                              {51, "at 17"},
                                              {52, "at 3"},
                                              {53, "out-of-bounds "},
                                              {54, "later-call at 0"},
                                              {55, "later-call at 0"},
                                              {56, "odd-size "}}));
    for (const record& one : records) EXPECT_EQ(one.contains("time"), one["verified"] == true) << one;
    const record& wrong = records.at(3)["wrong"];
    EXPECT_EQ(wrong["got"], wrong["expected"].get<int>() + 1);
}

/// The numbers of the rungs that are run.
std::vector<int> run_of(const std::string& rungs) {
    const outcome ran = strider({"ladder", "scan", "--with", wrong_rungs + "scan.cpp", "--device", "cpu", "--elements",
                                 "1000", "--samples", "5", "--rungs", rungs, "--format", "jsonl"},
                                with_headers(with_library()));
    std::vector<int> numbers;
    for (const record& one : ran.records()) numbers.push_back(one["rung"]);
    return numbers;
}

TEST(ladder, shows_recorded_times_but_for_no_elements) {
    const auto table = [](const char* elements) {
        return strider({"ladder", "reduce", "--device", "emulator", "--rungs", "1", "--elements", elements},
                       with_headers(with_library()))
            .out;
    };
    EXPECT_THAT(table("1000"), HasSubstr("- recorded -"));
    EXPECT_THAT(table("0"), ::testing::Not(HasSubstr("recorded")));
}

TEST(own_rungs, are_named_beside_ours) {
    using ::testing::ElementsAre;
    EXPECT_THAT(run_of("1,50"), ElementsAre(1, 50));
    EXPECT_THAT(run_of("52-53"), ElementsAre(52, 53));
    EXPECT_THAT(run_of("1"), ElementsAre(1, 50, 51, 52, 53, 54, 55, 56)) << "all of them, where none is named";
    const outcome ran =
        strider({"ladder", "scan", "--with", wrong_rungs + "scan.cpp", "--device", "cpu", "--rungs", "1,70"},
                with_headers(with_library()));
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(ran.error, HasSubstr("no rung 70 in the scan ladder of cpu; there are: 1, "));
    EXPECT_THAT(ran.error, HasSubstr(", 50, 51, 52, 53, 54, 55, 56"));
}

TEST(own_rungs, that_do_not_compile_show_what_the_compiler_said) {
    const scratch_folder folder;
    const outcome ran =
        ladder("reduce", folder.file("broken.cpp", "#include <ladders/harness/rung.hpp>\nint broken = nothing;\n"),
               "cpu", with_headers(no_gpu()));
    EXPECT_EQ(ran.status, 2);
    EXPECT_EQ(ran.out, "");
    EXPECT_THAT(ran.error, HasSubstr("broken.cpp:2:14: error: "));
    EXPECT_THAT(ran.error, ::testing::EndsWith("broken.cpp does not compile\n"));
}

/// As far as it goes without a GPU: it is compiled and loaded.
TEST(own_rungs, of_the_gpu_are_compiled_by_nvcc) {
    const scratch_folder folder;
    const std::string file = folder.file("own.cu", R"(#include <ladders/harness/gpu_rung.hpp>
using namespace strider::ladders;
__global__ void zero(int* output) { *output = 0; }
static const registration taken{{.pattern = "reduce", .number = 3, .name = "zero", .run = [](const arguments& with) {
    launch_on(with, 1, 1, 0, zero, static_cast<int*>(with.output));
}}};
)");
    const outcome ran = ladder("reduce", file, "gpu", with_headers(with_gpu()));
    EXPECT_EQ(ran.status, 2);
    const auto is_loaded = HasSubstr("there are two rungs 3");
    if (STRIDER_BUILDS_CUDA)
        EXPECT_THAT(ran.error, is_loaded);
    else  // by whichever nvcc this machine has
        EXPECT_THAT(ran.error, ::testing::AnyOf(is_loaded, HasSubstr("own.cu cannot be compiled")));
}

TEST(own_rungs, that_the_ladder_cannot_take_are_refused) {
    const scratch_folder folder;
    const auto refused = [&](const std::string& file, const char* device, const char* why,
                             environment in = with_headers(no_gpu())) {
        const outcome ran = ladder("reduce", file, device, in);
        EXPECT_EQ(ran.status, 2) << why;
        EXPECT_EQ(ran.out, "");
        EXPECT_THAT(ran.error, StartsWith("strider: "));
        EXPECT_THAT(ran.error, HasSubstr(why));
        EXPECT_EQ(std::count(ran.error.begin(), ran.error.end(), '\n'), 1);
    };
    const auto registers = [&](const char* rung) {
        return folder.file("own.cpp", std::string("#include <ladders/harness/rung.hpp>\n"
                                                  "static const strider::ladders::registration one{") +
                                          rung + "};\n");
    };
    refused(folder.file("own.cpp", "int nothing = 0;\n"), "cpu", "registers no rung");
    refused(wrong_rungs + "scan.cpp", "cpu", "rung 50 is of the scan ladder, not of reduce");
    refused(registers(R"({.pattern = "reduce", .number = 2, .name = "taken", .run = [](const auto&) {}})"), "cpu",
            "there are two rungs 2");
    refused(registers(R"({.pattern = "reduce", .number = 50, .name = "idle"})"), "cpu", "rung 50 has no .run");
    refused("nowhere.cpp", "cpu", "nowhere.cpp is not there");
    refused("README.md", "cpu", "README.md is not a rung file");
    refused(wrong_rungs + "reduce.cu", "cpu", "the cpu device takes .cpp files");
    refused(wrong_rungs + "scan.cpp", "auto", "the cpu device takes .cpp files");
    refused(wrong_rungs + "reduce.cu", "emulator", "libstrider_emulator_device.a is not beside the modules");
    refused(wrong_rungs + "scan.cpp", "cpu", "ladders' headers", no_gpu());
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
