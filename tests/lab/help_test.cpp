// What the program says of itself: help whose examples work, manual pages, completion; and that no output is lost.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "cli.hpp"

namespace strider::lab::testing {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

std::string said(const std::vector<std::string>& words) {
    const outcome ran = strider(words, no_gpu());
    EXPECT_EQ(ran.status, 0) << ran.error;
    EXPECT_EQ(ran.error, "");
    return ran.out;
}

/// As --help lists them.
std::vector<std::string> commands() {
    const std::string help = said({"--help"});
    std::vector<std::string> names;
    for (const std::string& line : lines_of(help.substr(help.find("\n  ladder ")))) {
        if (line.starts_with("  ") && line[2] != ' ') names.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    return names;
}

std::vector<std::string> examples_of(const std::string& command) {
    std::vector<std::string> examples;
    for (const std::string& line : lines_of(said({command, "--help"}))) {
        if (line.starts_with("  strider ")) examples.push_back(line.substr(2));
    }
    return examples;
}

/// The inputs of all examples.
class help_in_a_folder : public ::testing::Test {
protected:
    help_in_a_folder() {
        folder_.file("kernel.cu",
                     "__global__ void one(int* a) { *a = 1; }\n"
                     "int main() { int* a; cudaMalloc(&a, 4); one<<<1, 1>>>(a); cudaFree(a); }\n");
        std::filesystem::copy(STRIDER_SOURCE "/examples/course/vector_add", folder_.path() / "assignment");
        std::filesystem::copy(folder_.path() / "assignment/reference.cu", folder_.path() / "submission.cu");
        folder_.file("host.cpp", "int host() { return N; }\n");
        const std::string ladder =
            R"("$STRIDER" ladder reduce --elements 1e5 --rungs 1,90 --samples 5 --format jsonl --device )";
        EXPECT_EQ(run(ladder + "cpu -o before.jsonl && cp before.jsonl after.jsonl").status, 0);
        EXPECT_EQ(run("STRIDER_MODULES='" STRIDER_FAKE_GPU "' " + ladder + "gpu -o gpu.jsonl").status, 0);
    }

    outcome run(const std::string& line) const {
        return shell(folder_, "unset STRIDER_DATA; export XDG_CACHE_HOME=\"$PWD\"; strider() { " +
                                  std::string(STRIDER_TEST_ALL ? "" : few_samples) + "\"$STRIDER\" \"$@\"; }\n" + line);
    }
    /// The full run times all rungs and sizes, as long as the commands do by themselves.
    static constexpr const char* few_samples =
        "case \"$*\" in ladder*cpu*) set -- \"$@\" --rungs 1,90 --samples 5 ;; bench*) set -- \"$@\" --most 2^16 ;; "
        "esac; ";

    scratch_folder folder_;
};

TEST(help, fits_80_columns_and_has_examples_and_exit_statuses) {
    ASSERT_EQ(commands().size(), 11u);
    for (const std::string& command : commands()) {
        const std::string help = said({command, "--help"});
        for (const std::string& line : lines_of(help)) EXPECT_LE(line.size(), 80u) << line;
        EXPECT_THAT(help, HasSubstr("\nExamples:\n  strider " + command + " "));
        EXPECT_THAT(help, HasSubstr("\nExit status: 0: success; 1: "));
    }
}

TEST_F(help_in_a_folder, examples_work_as_they_stand) {
    for (const std::string& command : commands()) {
        for (const std::string& line : examples_of(command)) {
            const outcome ran = run(line);
            EXPECT_EQ(ran.status, 0) << line << ": " << ran.error;
        }
    }
}

TEST_F(help_in_a_folder, full_output_is_a_failure_of_every_command) {
    for (const char* words :
         {"--help", "--version", "check --help", "--man strider", "--man check", "--completion zsh", "list reduce",
          "devices", "explain reduce --rungs 1 --elements 1e4", "compare before.jsonl after.jsonl", "reproduce",
          "check kernel.cu", "report before.jsonl -o -"}) {
        const outcome ran = run(std::string("strider ") + words + " > /dev/full");
        EXPECT_EQ(ran.status, 1) << words;
        EXPECT_EQ(ran.error, "strider: writing standard output: No space left on device\n") << words;
    }
    const outcome ladder = run("strider ladder reduce --device emulator --rungs 1 --elements 1e4 > /dev/full");
    EXPECT_EQ(ladder.status, 1);
    EXPECT_THAT(ladder.error, EndsWith("the report went to standard error instead\n")) << "it took long to make";
}

TEST(manual, has_a_page_for_every_command) {
    EXPECT_THAT(said({"--man", "strider"}), StartsWith(".TH STRIDER 1 "));
    for (const std::string& command : commands()) {
        EXPECT_THAT(said({"--man", "strider"}), HasSubstr(".BR strider\\-" + command + " (1)"));
        const std::string page = said({"--man", command});
        EXPECT_THAT(page, AllOf(StartsWith(".TH STRIDER\\-"), HasSubstr("\n.SH NAME\nstrider\\-" + command + " \\- "),
                                HasSubstr("\n.SH OPTIONS\n"), HasSubstr("\n.SH EXAMPLES\n"),
                                HasSubstr("\n.SH EXIT STATUS\n0: success")));
        for (const std::string& line : lines_of(page)) {
            const bool is_request = line.starts_with(".SH ") || line.starts_with(".TH ") || line == ".TP" ||
                                    line == ".PP" || line.starts_with(".B ") || line.starts_with(".BI ") ||
                                    line.starts_with(".I ") || line.starts_with(".BR ");
            EXPECT_TRUE(is_request || (line[0] != '.' && line[0] != '\'')) << line;
        }
    }
    EXPECT_THAT(refusal_of({"--man", "lader"}), HasSubstr("did you mean \"ladder\"?"));
}

/// What bash offers for the last of these words.
std::string completed(const std::vector<std::string>& words) {
    const scratch_folder folder;
    std::string script = "\"$STRIDER\" --completion bash > c; bash -c '. ./c; COMP_WORDS=(strider";
    for (const std::string& word : words) script += " \"" + word + "\"";
    script += "); COMP_CWORD=" + std::to_string(words.size()) + "; _strider; echo \"${COMPREPLY[*]}\"'";
    const outcome ran = shell(folder, script);
    EXPECT_EQ(ran.error, "");
    return ran.out;
}

TEST(completion, offers_what_can_stand_there) {
    EXPECT_EQ(completed({"re"}), "report reproduce\n");
    EXPECT_EQ(completed({"--comp"}), "--completion\n");
    EXPECT_EQ(completed({"--completion", ""}), "bash fish zsh\n");
    EXPECT_EQ(completed({"ladder", "--op"}), "--operator\n");
    EXPECT_EQ(completed({"ladder", "reduce", "--operator", "m"}), "min max\n");
    EXPECT_EQ(completed({"ladder", "segm"}), "segmented-reduce\n");
    EXPECT_EQ(completed({"compare", "a"}), "\n") << "a file, which bash completes itself";
}

TEST(completion, names_all_commands_in_every_shell) {
    EXPECT_THAT(said({"--completion", "zsh"}), StartsWith("#compdef strider\n"));
    for (const std::string& command : commands()) {
        EXPECT_THAT(said({"--completion", "fish"}), HasSubstr(" -f -a " + command + " -d '"));
        EXPECT_THAT(said({"--completion", "zsh"}), HasSubstr("    " + command + ") _arguments "));
    }
    EXPECT_THAT(refusal_of({"--completion", "csh"}), HasSubstr("bash, fish, zsh"));
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
