// Reports to standard output, pipes and devices.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// What a script prints that must succeed in silence.
std::string printed(const scratch_folder& where, const std::string& script) {
    const outcome ran = shell(where, script);
    EXPECT_EQ(ran.status, 0) << script;
    EXPECT_EQ(ran.error, "") << script;
    return ran.out;
}

TEST(pipe, of_the_shell_is_written_to) {
    const scratch_folder folder;
    const std::string report = printed(folder, "\"$STRIDER\" list");
    for (const char* out : {"-o -", "--output -", "-o /dev/stdout", "-o /dev/fd/1", "-o /dev/stderr 2>&1 >/dev/null"})
        EXPECT_EQ(printed(folder, std::string("\"$STRIDER\" list ") + out), report) << out;
    EXPECT_EQ(printed(folder, R"({ echo before; "$STRIDER" list -o /dev/stdout; echo after; } >o && cat o)"),
              "before\n" + report + "after\n")
        << "the file that standard output is, is appended to and not replaced";
}

TEST(pipe, with_a_name_is_written_to) {
    const scratch_folder folder;
    const std::string report = printed(folder, "\"$STRIDER\" list");
    EXPECT_EQ(printed(folder, R"(mkfifo p && { "$STRIDER" list -o p & timeout 20 cat p; wait; })"), report);
    EXPECT_THAT(folder.names(), ElementsAre("p"));
}

TEST(pipe, that_is_closed_is_a_failure) {
    const scratch_folder folder;
    const outcome ran = shell(folder, R"("$STRIDER" list >&-)");
    EXPECT_EQ(ran.status, 1);
    EXPECT_EQ(ran.error, "strider: writing standard output: Bad file descriptor\n");
    EXPECT_EQ(shell(folder, R"("$STRIDER" check - <&-)").status, 2);
}

TEST(pipe, whose_reader_went_away_ends_the_command_in_silence) {
    const scratch_folder folder;
    const outcome ran = shell(folder, R"({ sleep 0.5; "$STRIDER" list; echo $? >status; } | true; cat status)");
    EXPECT_EQ(ran.out, "141\n");
    EXPECT_EQ(ran.error, "");
}

TEST(report, has_a_file_by_several_names) {
    const scratch_folder folder;
    for (const char* option : {"-o", "--output", "--report"}) {
        const std::string out = (folder.path() / "o.json").string();
        const outcome ran = strider({"list", "reduce", "--format", "jsonl", option, out}, no_gpu());
        EXPECT_EQ(ran.status, 0) << ran.error;
        EXPECT_EQ(ran.out + ran.error, "");
        EXPECT_THAT(contents(out), HasSubstr("\"command\":\"list\""));
        std::filesystem::remove(out);
    }
    EXPECT_NE(strider({"list", "reduce", "-o", "-"}, no_gpu()).out, "");
}

TEST(report, was_called_out_and_that_name_still_works_but_says_so) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.json").string();
    const outcome ran = strider({"list", "reduce", "--out", out}, no_gpu());
    EXPECT_EQ(ran.status, 0);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.error, "strider: --out is --report now\n");
    EXPECT_NE(contents(out), "");
    EXPECT_THAT(strider({"list", "--help"}, no_gpu()).out, ::testing::Not(HasSubstr("--out ")));
    EXPECT_EQ(strider({"list", "--out", out, "--report", out}, no_gpu()).status, 2);
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
