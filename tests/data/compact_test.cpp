// strider compact FILE --where: the expression language, and what it keeps.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include <data/readers/expression.hpp>
#include <lab/base/errors.hpp>

#include <tests/lab/cli.hpp>

namespace strider::lab::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

template <class T>
std::vector<int> kept(const std::string& text, const std::vector<T>& values, std::uint64_t first = 0) {
    std::vector<std::uint8_t> keep(values.size());
    condition(text).evaluate(values.data(), first, values.size(), keep.data());
    return {keep.begin(), keep.end()};
}

/// Whether it holds for the element 6 with index 3.
bool holds(const std::string& text) { return kept<double>(text, {6}, 3).front() == 1; }

TEST(expression, operators_and_precedence) {
    for (const char* text : {"x == 6",
                             "i == 3",
                             "x != i",
                             "1 + 2 * 3 == 7",
                             "(1 + 2) * 3 == 9",
                             "8 - 4 - 2 == 2",
                             "8 / 4 / 2 == 1",
                             "7 / 2 == 3.5",
                             "-7 % 4 == -3",
                             "7 % -4 == 3",
                             "x % 2 == 0",
                             "- -x == 6",
                             "-x + 7 == 1",
                             "+x == 6",
                             "!(x < 6)",
                             "! !(x == 6)",
                             "x >= 6 && x <= 6",
                             "x > 6 || i < 4",
                             "x > 6 && i > 9 || x == 6",
                             "x == 6 || x > 6 && i > 9",
                             "!(x > 6 || i > 3)",
                             "abs(-2.5) == 2.5",
                             "min(x, i) == 3",
                             "max(1, x, 2, i) == 6",
                             "min(max(x, 1), 5) == 5",
                             "!isnan(x)",
                             "isnan(0 / 0)",
                             "1e3 == 1000",
                             ".5 * 2 == 1",
                             "2. == 2",
                             "((((x))))==6",
                             "x==6&&i==3",
                             "\tx\t==\t6 ",
                             "x == 6 and not i == 4 or x > 9",
                             "not(x < 6) and(i == 3)",
                             "sqrt(x + i) == 3",
                             "isnan(sqrt(-x))",
                             "isfinite(x) and not isfinite(-inf) && !isfinite(nan)",
                             "x < inf",
                             "0.1 + 0.2 != 0.3"}) {
        EXPECT_TRUE(holds(text)) << text;
        EXPECT_FALSE(holds("!(" + std::string(text) + ")")) << text;
    }
}

TEST(expression, nan_compares_false_but_for_unequal) {
    const std::vector<double> values = {std::nan(""), 1};
    EXPECT_THAT(kept("x < 5", values), ElementsAre(0, 1));
    EXPECT_THAT(kept("!(x < 5)", values), ElementsAre(1, 0));
    EXPECT_THAT(kept("x == x", values), ElementsAre(0, 1));
    EXPECT_THAT(kept("x != x", values), ElementsAre(1, 0));
    EXPECT_THAT(kept("isnan(max(x, 9))", values), ElementsAre(1, 0));
    EXPECT_THAT(kept("isnan(x) || x > 0", values), ElementsAre(1, 1));
}

TEST(expression, wide_integers_are_not_rounded) {
    const std::vector<std::int64_t> values = {9007199254740992, 9007199254740993,
                                              std::numeric_limits<std::int64_t>::min()};
    EXPECT_THAT(kept("x == 9007199254740993", values), ElementsAre(0, 1, 0));
    EXPECT_THAT(kept("x < -9223372036854775807", values), ElementsAre(0, 0, 1));
    const std::vector<std::uint64_t> most = {18446744073709551615u, 18446744073709551614u};
    EXPECT_THAT(kept("x == 18446744073709551615", most), ElementsAre(1, 0));
    EXPECT_THAT(kept<float>("x == 0.1", {0.1f}), ElementsAre(0)) << "an f32 is compared as the f64 that it is";
}

TEST(expression, blocks_and_indices) {
    std::vector<std::int32_t> values(5000);
    for (int at = 0; at < 5000; ++at) values[static_cast<std::size_t>(at)] = at * 3;
    const std::vector<int> keep = kept("i % 7 == 2 && x == 3 * (i - 10)", values, 10);
    for (std::size_t at = 0; at < keep.size(); ++at) ASSERT_EQ(keep[at], (at + 10) % 7 == 2) << at;
}

TEST(expression, errors_name_the_column) {
    const std::pair<const char*, const char*> wrong[] = {
        {"", "column 1: the condition ends where a value is missing"},
        {"x", "column 1: this is a number; a condition is wanted"},
        {"x >", "column 4: the condition ends"},
        {"x > > 1", "column 5: a value is missing before '>'"},
        {"0 < x < 10", "column 7: comparisons do not chain; write a < b && b < c"},
        {"x = 1", "column 3: '=' is not expected here; == compares"},
        {"x && x > 1", "column 1: && takes conditions, and this is a number"},
        {"x > 1 && i", "column 10: && takes conditions"},
        {"(x > 1) + 2 > 3", "column 1: + takes numbers, and this is a condition"},
        {"-(x > 1)", "column 2: - takes numbers"},
        {"!x", "column 2: ! takes conditions"},
        {"x > 1 x", "column 7: 'x' is not expected here"},
        {"(x > 1", "column 7: a ')' is missing for the '(' of column 1"},
        {"x > 1)", "column 6: ')' is not expected here"},
        {"y > 1", "column 1: 'y' is not known; x, i, abs, sqrt, min, max, isnan and isfinite are"},
        {"abs x > 1", "column 5: a '(' is missing after abs"},
        {"abs(x, 1) > 1", "column 8: abs takes one number"},
        {"min(x) > 1", "column 1: min takes two numbers"},
        {"abs(x > 1) > 1", "column 5: abs takes numbers"},
        {"x > 1e999", "column 5: this number is beyond what f64 holds"},
        {"x > 1x", "column 6: 'x' follows a number"},
        {"x > 1.2.3", "column 8: '.' follows a number"},
        {"x > .", "column 5: a '.' alone is not a number"},
        {"x > 1 order x", "column 7: 'o' is not expected here"},
        {"x and x > 1", "column 1: && takes conditions, and this is a number"},
        {"not x", "column 5: not takes conditions"},
        {"x & 1", "column 3: '&' is not expected here"},
        {"x > \xC3\xA9", "column 5: a value is missing before '\\xc3'"},
        {"system(1) > 0", "'system' is not known"},
    };
    for (const auto& [text, said] : wrong) {
        try {
            condition{text};
            ADD_FAILURE() << text;
        } catch (const usage_error& error) {
            EXPECT_THAT(error.what(),
                        HasSubstr(std::string("--where, ") + (std::strncmp(said, "column", 6) == 0 ? said : "")))
                << text;
            EXPECT_THAT(error.what(), HasSubstr(said)) << text;
        }
    }
}

TEST(expression, length_and_depth_are_limited) {
    EXPECT_THROW(condition(std::string(100'000, '(')), usage_error);
    EXPECT_THROW(condition(std::string(4000, '(')), usage_error);
    EXPECT_THROW(condition(std::string(4000, '!') + "(x>0)"), usage_error);
    EXPECT_NO_THROW(condition(std::string(98, '(') + "x" + std::string(98, ')') + " > 0"));
    std::string sum = "x";
    for (int at = 0; at < 2000; ++at) sum += "+1";
    EXPECT_THROW(condition{sum + std::string(200, ' ') + "> 0"}, usage_error);
    EXPECT_THAT(kept<std::uint8_t>(sum.substr(0, 3999) + " > 2000", {1, 2}), ElementsAre(0, 1));
}

TEST(compact, record_is_the_one_that_is_documented) {
    const scratch_folder folder;
    const std::string file =
        folder.file("a.npy", npy("<f4", "(5,)", bytes_of(std::vector<float>{1, -2, 3, -0.0f, 12})));
    const std::string out = (folder.path() / "o.npy").string();
    const record found = records_of({"compact", file, "--where", "x > 0 && x < 10", "-o", out}).at(0);
    EXPECT_EQ(found.dump(), R"({"schema":1,"command":"compact","device":"cpu","elements":5,"type":"f32",)"
                            R"("where":"x > 0 && x < 10","kept":2,"output":")" +
                                out + "\"}");
    EXPECT_THAT(npy_values<float>(out), ElementsAre(1, 3));
}

TEST(compact, several_pieces) {
    std::vector<std::int32_t> values(10'000'019);
    for (std::size_t at = 0; at < values.size(); ++at) values[at] = static_cast<std::int32_t>(at * 2654435761u);
    const scratch_folder folder;
    const std::string file = folder.file("a.bin", bytes_of(values)), out = (folder.path() / "o.bin").string();
    std::string expected;
    for (std::size_t at = 0; at < values.size(); ++at) {
        if (values[at] < 0 || at % 1000 == 5) expected += bytes_of(std::vector<std::int32_t>{values[at]});
    }
    for (const char* device : {"cpu", "serial"}) {
        records_of(
            {"compact", file, "--type", "i32", "--where", "x < 0 || i % 1000 == 5", "-o", out, "--device", device});
        EXPECT_EQ(contents(out), expected) << device;
    }
}

TEST(compact, all_or_nothing) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.npy").string();
    EXPECT_EQ(records_of({"compact", "-", "--where", "x < 0", "-o", out}, "1 2 3").at(0)["kept"], 0);
    EXPECT_TRUE(npy_values<std::int64_t>(out).empty());
    EXPECT_EQ(records_of({"compact", "-", "--where", "1 > 0", "-o", out}, "1 2 3").at(0)["kept"], 3);
    EXPECT_THAT(npy_values<std::int64_t>(out), ElementsAre(1, 2, 3));
    EXPECT_EQ(records_of({"compact", "-", "--where", "x > 0", "-o", out}, "").at(0)["kept"], 0);
}

TEST(compact, writes_no_number_that_the_text_does_not_have) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.txt").string();
    const std::string text = "18446744073709551615\n0\n9223372036854775808\n";
    EXPECT_EQ(records_of({"compact", "-", "--where", "x >= 0", "-o", out}, text).at(0)["type"], "u64");
    EXPECT_EQ(contents(out), text);
    records_of({"compact", "-", "--where", "x == 18446744073709551615", "-o", out}, text);
    EXPECT_EQ(contents(out), "18446744073709551615\n");
    for (const char* other : {"-1", "0.5"}) {
        EXPECT_THAT(refusal_of({"compact", "-", "--where", "x > 0", "-o", out}, text + other),
                    HasSubstr("line 1, column 1: the integer \"18446744073709551615\" would be rounded"));
    }
    EXPECT_EQ(contents(out), "18446744073709551615\n") << "what was there is still there";
}

TEST(compact, half_precision_and_bool_keep_their_type) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.npy").string();
    std::vector<std::uint16_t> halves(65536);
    std::iota(halves.begin(), halves.end(), 0);
    const std::string half = folder.file("h.npy", npy("<f2", "(65536,)", bytes_of(halves)));
    EXPECT_EQ(records_of({"compact", half, "--where", "i >= 0", "-o", out}).at(0)["type"], "f16");
    EXPECT_THAT(contents(out), HasSubstr("'<f2'"));
    EXPECT_THAT(contents(out), ::testing::EndsWith(bytes_of(halves))) << "every half, NaNs with their payloads too";
    const std::string truth = folder.file("b.npy", npy("|b1", "(3,)", std::string("\1\0\1", 3)));
    EXPECT_EQ(records_of({"compact", truth, "--where", "x == 1", "-o", out}).at(0)["type"], "bool");
    EXPECT_THAT(contents(out), HasSubstr("'|b1'"));
    EXPECT_THAT(contents(out), ::testing::EndsWith("\1\1"));
}

TEST(compact, misuse_is_one_line_and_writes_nothing) {
    const scratch_folder folder;
    const std::string out = (folder.path() / "o.npy").string();
    EXPECT_THAT(refusal_of({"compact", "-", "-o", out}, "1"), HasSubstr("compact needs --where CONDITION"));
    EXPECT_THAT(refusal_of({"compact", "-", "-o", out, "--where", "x > \n1;"}, "1"), HasSubstr("--where, column 5"));
    EXPECT_THAT(refusal_of({"compact", "-", "-o", "/dev/full.npy/x.npy", "--where", "x > 1"}, "1"),
                HasSubstr("cannot be written"));
    EXPECT_TRUE(folder.names().empty());
}

}  // namespace
}  // namespace strider::lab::testing
// SPDX-License-Identifier: Apache-2.0
