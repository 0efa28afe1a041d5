// Runs `strider check` on programs, each with its twin:
//   tests/programs/NAME.cu        what CUDA programs use. Right as it stands; with -DWRONG, where it has that, wrong
//   tests/wrong/SUBJECT/NAME.cu   a bug. Wrong as it stands; with -DMENDED it is right
//
// The right one runs all its kernels, succeeds, and nothing is found in it. Of the wrong one a program says:
//   // Kernel: NAME              in its head: every finding is in this kernel
//   // Says: TEXT                in its head, as often as wanted: some finding's text has this in it
//   // Fix: TEXT                 in its head, for each advice that is printed, with `line 7` for a place in the file.
//                                Lines that go on with it are indented by six blanks or more. The mended twin is what
//                                the advice says. tests/wrong alone
//   ...  // expect: KIND         at a line: a finding of this kind names the line, as one of its two places
//   ...  // may be: KIND         at a line: a finding of this kind may name it
//   ...  // expect: wrong-result nothing is found, but the program's own verification fails
// A finding that names no such line fails the test. And of both:
//   // Schedule: lock-step       in its head, if it needs that
//   // Schedules: NUMBER         in its head: so many orders are tried, and nothing is wrong in the ordinary one
//   // Orders: NUMBER            in its head: so many orders make one verdict of verdicts.py, as each shows other bugs
//   // GPUs: NUMBER              in its head, if it needs so many devices
//   // Budget: NUMBER            in its head: so much work of a kernel is checked
//   // Compiler: g++             in its head, if clang++ does not show what is wrong
//   // Compile: ARGUMENT         in its head, as often as wanted: for the compiler
//   // Check: leaks              in its head, or bank-conflicts (whose findings are notes), if it needs that option
//   // Prints: TEXT              in its head, as often as wanted: in the right one's output, in this order
//   // Skipped: TEXT             in its head: not tried where the one line that refuses it has this in it
//   // Refused: TEXT             in its head: it cannot be checked, and the one line that says why has this in it
#include <gmock/gmock.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "check/check.hpp"

#include "programs.hpp"

namespace {

using namespace strider::kernel_check;
using strider::emulation::source_line;

struct expectation {
    std::string kernel;
    std::string refused, skipped;
    options asked;
    bool wrong_result = false;
    bool has_wrong_twin = false;
    bool needs_gnu = false;
    std::vector<std::string> says, prints;
    std::set<std::string> fixes;
    std::set<std::pair<std::string, int>> must;  // kind and line
    std::set<std::pair<std::string, int>> may;   // these, and more
};

// What follows `mark` in the line, without the blanks before it; nothing where the mark is not.
std::string behind(const std::string& line, const std::string& mark) {
    const std::size_t at = line.find(mark);
    if (at == std::string::npos) return "";
    const std::size_t begin = line.find_first_not_of(' ', at + mark.size());
    return begin == std::string::npos ? "" : line.substr(begin);
}

// The advice of a head.
std::set<std::string> read_fixes(const std::filesystem::path& file) {
    std::set<std::string> result;
    std::ifstream in(file);
    std::string fix;
    const auto end = [&] {
        if (!fix.empty()) result.insert(std::exchange(fix, ""));
    };
    for (std::string line; std::getline(in, line) && line.starts_with("//");) {
        if (const std::string begun = behind(line, "// Fix:"); !begun.empty()) {
            end();
            fix = begun;
        } else if (!fix.empty() && line.starts_with("//      ")) {
            fix += " " + behind(line, "//");
        } else {
            end();
        }
    }
    end();
    return result;
}

// "line 7" for places in the file.
std::string with_lines(std::string fix, const std::filesystem::path& file) {
    const std::string place = file.string() + ":";
    for (std::size_t at; (at = fix.find(place)) != std::string::npos;) fix.replace(at, place.size(), "line ");
    return fix;
}

expectation read_expectation(const std::filesystem::path& file) {
    expectation result;
    result.fixes = read_fixes(file);
    options& asked = result.asked;
    asked.file = file;
    asked.require_all = true;
    asked.time_limit = std::chrono::hours(1);  // CTest's own limit is shorter
    std::ifstream in(file);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (const std::string kernel = behind(line, "// Kernel:"); !kernel.empty()) result.kernel = kernel;
        if (const std::string part = behind(line, "// Says:"); !part.empty()) result.says.push_back(part);
        if (const std::string part = behind(line, "// Prints:"); !part.empty()) result.prints.push_back(part);
        if (const std::string part = behind(line, "// Compile:"); !part.empty())
            asked.compiler_arguments.push_back(part);
        if (const std::string part = behind(line, "// Refused:"); !part.empty()) result.refused = part;
        if (const std::string part = behind(line, "// Skipped:"); !part.empty()) result.skipped = part;
        if (behind(line, "// Compiler:") == "g++") result.needs_gnu = true;
        if (behind(line, "// Schedule:") == "lock-step")
            asked.run.session.schedule = strider::emulation::schedule::lock_step;
        if (behind(line, "// Check:") == "leaks") asked.run.leaks = true;
        if (behind(line, "// Check:") == "bank-conflicts") {
            asked.run.session.bank_conflicts = true;
            asked.run.session.speed = strider::emulation::speed::count;
        }
        if (const std::string part = behind(line, "// Schedules:"); !part.empty())
            asked.schedules = static_cast<unsigned>(std::stoul(part));
        if (const std::string part = behind(line, "// Budget:"); !part.empty())
            asked.budget = static_cast<unsigned>(std::stoul(part));
        if (const std::string part = behind(line, "// GPUs:"); !part.empty())
            asked.run.gpus = static_cast<unsigned>(std::stoul(part));
        if (line.starts_with("#if") && line.ends_with("def WRONG")) result.has_wrong_twin = true;
        if (const std::string kind = behind(line, "// may be:"); !kind.empty()) result.may.emplace(kind, number);
        const std::string kind = behind(line, "// expect:");
        if (kind == "wrong-result") {
            result.wrong_result = true;
        } else if (!kind.empty()) {
            result.must.emplace(kind, number);
            result.may.emplace(kind, number);
        }
    }
    return result;
}

// Verdicts are the same on any number of workers and in any order of blocks and warps: by these variables of the
// environment the same programs are tried so.
unsigned number(const char* variable, unsigned otherwise) {
    const char* const value = std::getenv(variable);
    return value == nullptr ? otherwise : static_cast<unsigned>(std::atoi(value));
}

class program_of : public testing::TestWithParam<const char*> {
protected:
    explicit program_of(const char* folder)
        : file_(std::filesystem::path(tests) / folder / (GetParam() + std::string(".cu"))) {}

    result checked(const char* twin, std::optional<std::uint64_t> blocks = {}) const {
        options asked = expected.asked;
        if (*twin != '\0') asked.compiler_arguments.emplace_back(twin);
        asked.run.session.workers = number("STRIDER_TEST_WORKERS", 0);
        asked.schedules = number("STRIDER_TEST_SCHEDULES", asked.schedules);
        asked.blocks = blocks;
        return check(asked);
    }

    void expect_right(const char* twin) const {
        const result all = checked(twin);
        EXPECT_EQ(all.exit_code(), 0) << text(all) << all.output;
        if (expected.asked.run.session.bank_conflicts) {
            EXPECT_THAT(all.notes, testing::IsEmpty()) << text(all);
        }
        if (!expected.kernel.empty()) {
            EXPECT_THAT(all.kernels, testing::Contains(expected.kernel));
        }
        std::size_t at = 0;
        for (const std::string& part : expected.prints) {
            const std::size_t found = all.output.find(part, at);
            if (found == std::string::npos) {
                ADD_FAILURE() << "it does not print `" << part << "` in its place, but\n" << all.output;
                break;
            }
            at = found + part.size();
        }
    }

    void expect_caught(const char* twin) const {
        ASSERT_FALSE(expected.kernel.empty()) << file_ << ": no `// Kernel: NAME` in its head";
        ASSERT_TRUE(expected.wrong_result != !expected.must.empty()) << file_ << ": expects findings or a wrong result";
        result all = checked(twin);
        EXPECT_EQ(all.exit_code(), expected.asked.run.session.bank_conflicts ? 0 : 1);
        if (expected.asked.run.session.bank_conflicts) all.findings = std::exchange(all.notes, {});
        if (expected.wrong_result) {
            EXPECT_THAT(all.output, testing::HasSubstr("wrong result"));
        }
        auto missing = expected.must;
        std::set<std::string> fixes;
        for (const auto& found : all.findings) {
            const std::pair<std::string, int> at(strider::emulation::name(found.kind), found.where.line),
                other(strider::emulation::name(found.kind), found.other.line);
            if (found.follows) {
                EXPECT_FALSE(expected.must.contains(at)) << "taken for a consequence: " << text(found);
                continue;
            }
            EXPECT_TRUE(expected.may.contains(at) || expected.may.contains(other)) << "not expected: " << text(found);
            // What the host does belongs to no kernel.
            if (!found.kernel.empty()) {
                EXPECT_EQ(found.kernel, expected.kernel);
            }
            EXPECT_EQ(std::filesystem::path(found.where.file).filename(), file_.filename());
            fixes.insert(with_lines(found.fix, file_));
            missing.erase(at);
            missing.erase(other);
            for (const auto& [where, also] : found.also)
                for (const source_line& one : {where, also}) missing.erase({at.first, one.line});
        }
        for (const std::string& part : expected.says) EXPECT_THAT(text(all), testing::HasSubstr(part));
        if (advice_is_compared) {
            EXPECT_EQ(fixes, expected.fixes);
        }
        for (const auto& [kind, line] : missing) ADD_FAILURE() << "not found: " << kind << " at line " << line;
        if (HasFailure()) std::puts(text(all).c_str());
    }

    void expect_refused() const {
        try {
            const result all = checked("");
            ADD_FAILURE() << "it was not refused:\n" << text(all);
        } catch (const unusable_file& error) {
            EXPECT_THAT(error.what(), testing::HasSubstr(expected.refused));
        }
    }

    bool advice_is_compared = false;
    const std::filesystem::path file_;
    const expectation expected = read_expectation(file_);
};

const auto name_of = [](const auto& program) { return std::filesystem::path(program.param).stem().string(); };

class program : public program_of {
protected:
    program() : program_of("programs") {}
};
INSTANTIATE_TEST_SUITE_P(all, program, testing::ValuesIn(features), name_of);

TEST_P(program, is_judged_right) {
    if (!expected.refused.empty()) return expect_refused();
    try {
        expect_right("");
        if (expected.has_wrong_twin) expect_caught("-DWRONG");
    } catch (const unusable_file& error) {
        const std::string why = error.what();
        if (expected.skipped.empty() || why.find(expected.skipped) == std::string::npos) throw;
        GTEST_SKIP() << why;
    }
}

// Two blocks of each launch are checked, and the others run plain: some programs, or by a variable of the environment
// all of them.
class program_in_part : public program_of {
protected:
    program_in_part() : program_of("programs") {}
};
std::vector<const char*> programs_in_part() {
    if (std::getenv("STRIDER_TEST_IN_PART") != nullptr) return {std::begin(features), std::end(features)};
    return {"device_variables", "grid_barrier",         "monte_carlo_pi",        "scan_over_blocks",
            "shared_layout",    "sparse_matrix_vector", "tiled_matrix_multiply", "volatile_flag"};
}
INSTANTIATE_TEST_SUITE_P(all, program_in_part, testing::ValuesIn(programs_in_part()), name_of);

TEST_P(program_in_part, prints_the_same) {
    if (!expected.refused.empty()) GTEST_SKIP() << "it is refused";
    const result whole = checked(""), in_part = checked("", 2);
    EXPECT_EQ(in_part.exit_code(), 0) << text(in_part) << in_part.output;
    EXPECT_EQ(in_part.output, whole.output);
}

class wrong_program : public program_of {
protected:
    // With other workers and schedules another pair of threads may be met first.
    wrong_program() : program_of("wrong") {
        advice_is_compared =
            std::getenv("STRIDER_TEST_WORKERS") == nullptr && std::getenv("STRIDER_TEST_SCHEDULES") == nullptr;
    }
};
INSTANTIATE_TEST_SUITE_P(all, wrong_program, testing::ValuesIn(bugs), name_of);

TEST_P(wrong_program, is_caught) {
#ifdef __clang__
    if (expected.needs_gnu) GTEST_SKIP() << "clang++ does not show it";
#endif
    expect_caught("");
}
TEST_P(wrong_program, is_clean_when_mended) {
    ASSERT_FALSE(expected.kernel.empty()) << file_ << ": no `// Kernel: NAME` in its head";
    expect_right("-DMENDED");
}

// What shows in some schedules: not in the ordinary order, and again by the seed that the report names.
class wrong_in_some_orders : public program_of {
protected:
    wrong_in_some_orders() : program_of("wrong") {}
};
std::vector<const char*> bugs_of_schedules() {
    std::vector<const char*> some(std::begin(bugs), std::end(bugs));
    std::erase_if(some, [](const std::string& bug) {
        return read_expectation(std::filesystem::path(tests) / "wrong" / (bug + ".cu")).asked.schedules == 1;
    });
    return some;
}
INSTANTIATE_TEST_SUITE_P(all, wrong_in_some_orders, testing::ValuesIn(bugs_of_schedules()), name_of);

TEST_P(wrong_in_some_orders, shows_again_by_its_seed) {
    options asked = expected.asked;
    asked.run.session.workers = 1;
    const result all = check(asked);
    asked.schedules = 1;
    const result ordinary = check(asked);
    EXPECT_EQ(ordinary.exit_code(), 0) << text(ordinary);
    const auto repeated = [&](std::uint64_t seed) {
        asked.run.session.seed = seed;
        const result again = check(asked), once_more = check(asked);
        EXPECT_EQ(text(again), text(once_more));
        EXPECT_EQ(again.output, once_more.output);
        return again;
    };
    for (std::size_t i = 0; i < all.findings.size(); ++i) {
        const auto seed = nlohmann::json::parse(all.records[i]).at("seed").get<std::uint64_t>();
        EXPECT_THAT(text(all.findings[i]), testing::HasSubstr("--seed " + std::to_string(seed)));
        const result again = repeated(seed);
        EXPECT_TRUE(std::ranges::any_of(
            again.findings, [&](const auto& one) { return strider::emulation::same_defect(one, all.findings[i]); }))
            << text(all) << text(again);
    }
    if (!all.failure.empty()) {
        EXPECT_EQ(repeated(all.failed_seed).failure, all.failure);
    }
}

// So each kind's advice is applied to a program, whose twin is clean.
TEST(wrong_programs, show_every_kind_of_finding) {
    std::set<std::string> shown;
    for (const char* const program : bugs) {
        const expectation of =
            read_expectation(std::filesystem::path(tests) / "wrong" / (program + std::string(".cu")));
        if (of.fixes.empty()) continue;
        for (const auto& [kind, line] : of.must) shown.insert(kind);
    }
    for (int kind = 0; kind < strider::emulation::finding_kinds; ++kind) {
        const std::string name(strider::emulation::name(static_cast<strider::emulation::finding_kind>(kind)));
        EXPECT_TRUE(shown.contains(name)) << "no program of tests/wrong has `// expect: " << name << "` and `// Fix:`";
    }
}

}  // namespace
// SPDX-License-Identifier: Apache-2.0
