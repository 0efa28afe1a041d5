// Runs `strider check` on the programs of this folder, each as it stands and with -DMENDED.
//
// A program says what must be found:
//   // Kernel: NAME               in its head: every finding is in this kernel
//   // Schedule: lock-step        in its head, if it needs that
//   // Says: TEXT                 in its head, as often as wanted: some finding's text has this in it
//   ...  // expect: KIND          at a line: a finding of this kind names the line, as one of its two places
//   ...  // may be: KIND          at a line: a finding of this kind may name it
//   ...  // expect: wrong-result  nothing is found, but the program's own verification fails
// A finding that names no such line fails the test, and so does a mended program in which anything is found.
#include <gmock/gmock.h>

#include <fstream>
#include <regex>
#include <set>

#include <strider/simt/check.hpp>

#include "programs.hpp"

namespace {

using namespace strider::kernel_check;

struct expectation {
    std::string kernel;
    bool lock_step = false;
    bool wrong_result = false;
    std::vector<std::string> says;
    std::set<std::pair<std::string, int>> must;  // kind and line
    std::set<std::pair<std::string, int>> may;   // these, and more
};

expectation read_expectation(const std::filesystem::path& file) {
    static const std::regex kernel("// Kernel: +(\\w+)"), schedule("// Schedule: +lock-step"), says("// Says: +(.+)"),
        tag("// (expect|may be): ([a-z-]+)$");
    expectation result;
    std::ifstream in(file);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        std::smatch match;
        if (std::regex_search(line, match, kernel)) result.kernel = match[1];
        if (std::regex_search(line, schedule)) result.lock_step = true;
        if (std::regex_search(line, match, says)) result.says.push_back(match[1]);
        if (!std::regex_search(line, match, tag)) continue;
        if (match[2] == "wrong-result") {
            result.wrong_result = true;
            continue;
        }
        result.may.emplace(match[2], number);
        if (match[1] == "expect") result.must.emplace(match[2], number);
    }
    return result;
}

class wrong_program : public testing::TestWithParam<const char*> {
protected:
    const std::filesystem::path file = std::filesystem::path(folder) / (std::string(GetParam()) + ".cu");
    const expectation expected = read_expectation(file);

    result checked(std::vector<std::string> compiler_arguments) const {
        return check({.file = file,
                      .compiler_arguments = std::move(compiler_arguments),
                      .schedule = expected.lock_step ? simt::schedule::lock_step : simt::schedule::independent,
                      .time_limit = std::chrono::seconds(30)});
    }
};

INSTANTIATE_TEST_SUITE_P(all, wrong_program, testing::ValuesIn(programs),
                         [](const auto& program) { return std::string(program.param); });

TEST_P(wrong_program, is_caught) {
    ASSERT_FALSE(expected.kernel.empty()) << file << ": no `// Kernel: NAME` in its head";
    ASSERT_TRUE(expected.wrong_result != !expected.must.empty()) << file << ": expects findings or a wrong result";
    const result all = checked({});
    EXPECT_EQ(all.exit_code(), 1);
    if (expected.wrong_result) {
        EXPECT_THAT(all.output, testing::HasSubstr("wrong result"));
    }
    auto missing = expected.must;
    for (const auto& found : all.findings) {
        const std::pair<std::string, int> at(simt::name(found.kind), found.where.line),
            other(simt::name(found.kind), found.other.line);
        EXPECT_TRUE(expected.may.contains(at) || expected.may.contains(other)) << "not expected: " << text(found);
        EXPECT_EQ(found.kernel, expected.kernel);
        EXPECT_EQ(std::filesystem::path(found.where.file).filename(), file.filename());
        missing.erase(at);
        missing.erase(other);
    }
    for (const std::string& part : expected.says) EXPECT_THAT(text(all), testing::HasSubstr(part));
    for (const auto& [kind, line] : missing) ADD_FAILURE() << "not found: " << kind << " at line " << line;
    if (HasFailure()) std::puts(text(all).c_str());
}

TEST_P(wrong_program, is_clean_when_mended) {
    const result all = checked({"-DMENDED"});
    EXPECT_EQ(all.exit_code(), 0) << text(all) << all.output;
    EXPECT_THAT(all.kernels, testing::Contains(expected.kernel));
}

}  // namespace
