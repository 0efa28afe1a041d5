// Runs `strider check` on the programs of this folder, each as it stands and with -DMENDED.
//
// A program says what must be found:
//   // Kernel: NAME               in its head: every finding is in this kernel
//   // Schedule: lock-step        in its head, if it needs that
//   // Says: TEXT                 in its head, as often as wanted: some finding's text has this in it
//   ...  // expect: KIND          at a line: a finding of this kind names the line, as one of its two places
//   ...  // may be: KIND          at a line: a finding of this kind may name it
//   ...  // expect: wrong-result  nothing is found, but the program's own verification fails
// A finding that names no such line fails the test, and so does a fixed program in which anything is found.
#include <gmock/gmock.h>

#include <fstream>
#include <set>
#include <string>

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

// What follows `mark` in the line, without the blanks before it; nothing where the mark is not.
std::string behind(const std::string& line, const std::string& mark) {
    const std::size_t at = line.find(mark);
    if (at == std::string::npos) return "";
    const std::size_t begin = line.find_first_not_of(' ', at + mark.size());
    return begin == std::string::npos ? "" : line.substr(begin);
}

expectation read_expectation(const std::filesystem::path& file) {
    expectation result;
    std::ifstream in(file);
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (const std::string kernel = behind(line, "// Kernel:"); !kernel.empty()) result.kernel = kernel;
        if (const std::string part = behind(line, "// Says:"); !part.empty()) result.says.push_back(part);
        if (behind(line, "// Schedule:") == "lock-step") result.lock_step = true;
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
