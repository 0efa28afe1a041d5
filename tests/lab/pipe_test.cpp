// Commands as filters: results to standard output, pipes and devices, and on into the next command.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

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

TEST(pipe, results_alone_go_to_standard_output) {
    const scratch_folder folder;
    folder.file("a.txt", "3 1 2.5");
    for (const char* out : {"-o -", "--output -", "-o /dev/stdout", "-o /dev/fd/1"}) {
        EXPECT_EQ(printed(folder, std::string("\"$STRIDER\" scan a.txt ") + out), "3\n4\n6.5\n") << out;
    }
    EXPECT_EQ(printed(folder, R"("$STRIDER" scan a.txt -o - --format jsonl --report r.json)"), "3\n4\n6.5\n");
    EXPECT_EQ(record::parse(contents(folder.path() / "r.json"))["output"], "-");
    EXPECT_THAT(printed(folder, R"("$STRIDER" scan a.txt -o - --format jsonl --report /dev/stderr 2>&1 >o.txt)"),
                HasSubstr(R"("command":"scan")"));
    EXPECT_EQ(contents(folder.path() / "o.txt"), "3\n4\n6.5\n");
}

TEST(pipe, leads_from_one_command_to_the_next) {
    const scratch_folder folder;
    folder.file("a.txt", "1 2 3 4");
    EXPECT_EQ(
        record::parse(printed(folder, R"("$STRIDER" scan a.txt -o - | "$STRIDER" reduce - --format jsonl)"))["sum"],
        20);
    EXPECT_EQ(printed(folder, R"("$STRIDER" scan a.txt -o - | "$STRIDER" compact - --where 'x > 2' -o - |)"
                              R"( "$STRIDER" scan - --operator max -o - | cat)"),
              "3\n6\n10\n");
    EXPECT_EQ(record::parse(printed(folder, R"("$STRIDER" scan a.txt -o - --output-format raw |)"
                                            R"( "$STRIDER" reduce - --type i64 --format jsonl)"))["sum"],
              20);
    EXPECT_EQ(printed(folder, R"("$STRIDER" reduce a.txt --segments a.txt -o - | cat)"), "2\n3\n4\n");
}

TEST(pipe, of_images_and_matrices) {
    const scratch_folder folder;
    folder.file("a.pgm", "P2 2 1 255 7 9");
    EXPECT_EQ(printed(folder, R"("$STRIDER" transpose a.pgm -o - --output-format pgm)"), "P5\n1 2\n255\n\x07\x09");
    EXPECT_EQ(printed(folder, R"("$STRIDER" transpose a.pgm -o - | "$STRIDER" convolve - --mask box3 -o - |)"
                              R"( "$STRIDER" transpose - --output-format pgm -o -)"),
              "P5\n2 1\n255\n\x02\x02")
        << "PNG between them";
}

TEST(pipe, takes_nothing_of_what_is_written_out_of_order) {
    const scratch_folder folder;
    folder.file("a.npy", npy("|u1", "(2, 3)", "abcdef"));
    EXPECT_EQ(printed(folder, R"("$STRIDER" transpose a.npy -o - 2>error | wc -c; cat error)"),
              "0\nstrider: -o -: rows of a .npy are written out of order; name a file\n");
}

TEST(pipe, with_a_name_is_written_to) {
    const scratch_folder folder;
    folder.file("a.txt", "1 2");
    EXPECT_EQ(
        printed(folder, R"(mkfifo p && { "$STRIDER" scan a.txt -o p --report /dev/null & timeout 20 cat p; wait; })"),
        "1\n3\n");
    EXPECT_EQ(printed(folder, R"({ echo before; "$STRIDER" scan a.txt -o /dev/stdout; echo after; } >o && cat o)"),
              "before\n1\n3\nafter\n")
        << "the file that standard output is, is appended to and not replaced";
    EXPECT_THAT(folder.names(), ElementsAre("a.txt", "o", "p"));
}

TEST(pipe, formats_are_those_of_endings) {
    const scratch_folder folder;
    folder.file("a.txt", "1 2");
    printed(folder, R"("$STRIDER" scan a.txt -o o --output-format csv --report /dev/null)");
    EXPECT_EQ(contents(folder.path() / "o"), "1\n3\n");
    const std::string file = (folder.path() / "a.txt").string();
    EXPECT_THAT(refusal_of({"scan", file, "-o", "-", "--output-format", "xml"}), HasSubstr("--output-format"));
    EXPECT_THAT(refusal_of({"scan", file, "-o", "-", "--output-format", "npy"}),
                HasSubstr("the .npy header is written last"));
    EXPECT_THAT(refusal_of({"reduce", file, "-o", "-"}), HasSubstr("--report writes the table"));
    EXPECT_THAT(refusal_of({"reduce", file, "--output-format", "txt"}),
                HasSubstr("--output-format is the format of -o"));
}

TEST(pipe, that_is_closed_is_a_failure) {
    const scratch_folder folder;
    folder.file("a.txt", "1 2");
    for (const char* out : {"-o -", "-o o.txt"}) {
        const outcome ran = shell(folder, std::string("\"$STRIDER\" scan a.txt ") + out + " >&-");
        EXPECT_EQ(ran.status, 1);
        EXPECT_EQ(ran.error, "strider: writing standard output: Bad file descriptor\n");
    }
    EXPECT_EQ(contents(folder.path() / "o.txt"), "1\n3\n") << "the report alone is lost";
    EXPECT_EQ(shell(folder, R"("$STRIDER" reduce - <&-)").status, 2);
}

TEST(pipe, whose_reader_goes_away_ends_the_command_in_silence) {
    const scratch_folder folder;
    folder.file("a.npy", npy("|u1", "(300000,)", std::string(300000, '\1')));
    const outcome ran =
        shell(folder, R"({ "$STRIDER" scan a.npy -o - --report r.txt; echo $? >status; } | head -n 1; cat status)");
    EXPECT_EQ(ran.out, "1\n141\n");
    EXPECT_EQ(ran.error, "");
    EXPECT_THAT(folder.names(), ElementsAre("a.npy", "status"));
}

TEST(pipe, results_on_a_terminal_are_not_mixed_with_progress) {
    const scratch_folder folder;
    const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY);
    ASSERT_TRUE(terminal >= 0 && ::grantpt(terminal) == 0 && ::unlockpt(terminal) == 0);
    const std::string name = ::ptsname(terminal);
    const pid_t child = start({STRIDER_BINARY, "scan", folder.file("a.txt", "1 2 3"), "-o", "-"},
                              with(with_library(), "TERM", "xterm"), {"/dev/null", name, name});
    EXPECT_EQ(status_of(child), 0);
    char shown[200];
    const ssize_t count = ::read(terminal, shown, sizeof shown);
    EXPECT_EQ(std::string(shown, static_cast<std::size_t>(std::max<ssize_t>(count, 0))), "1\r\n3\r\n6\r\n");
    ::close(terminal);
}

TEST(report, is_what_commands_without_results_make) {
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
