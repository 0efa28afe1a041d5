#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

#include <data/readers/text.hpp>

#include <tests/lab/cli.hpp>

namespace strider::lab {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::int64_t> integers_of(std::string_view text) {
    text_parser parser;
    parser.feed(text);
    parser.finish();
    const text_numbers found = parser.take();
    EXPECT_EQ(found.type(), ladders::element_type::i64) << text;
    std::vector<std::int64_t> values;
    for (const std::uint64_t word : found.words) values.push_back(static_cast<std::int64_t>(word));
    return values;
}

std::vector<double> reals_of(std::string_view text) {
    text_parser parser;
    parser.feed(text);
    parser.finish();
    const text_numbers found = parser.take();
    EXPECT_EQ(found.type(), ladders::element_type::f64) << text;
    std::vector<double> values;
    for (const std::uint64_t word : found.words) values.push_back(std::bit_cast<double>(word));
    return values;
}

std::string refusal_of(std::string_view text) {
    return testing::error_of([&] {
        text_parser parser;
        parser.feed(text);
        parser.finish();
    });
}

TEST(text, takes_every_separator) {
    EXPECT_THAT(integers_of("1 2\t3\n4,5;6\r\n7 , 8 ;9\n\n10"), ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
    EXPECT_THAT(integers_of(""), ElementsAre());
    EXPECT_THAT(integers_of(" \n\n "), ElementsAre());
    EXPECT_THAT(integers_of("42"), ElementsAre(42));
}

TEST(text, is_integer_as_long_as_i64_holds_it) {
    EXPECT_THAT(integers_of("-9223372036854775808 +9223372036854775807"),
                ElementsAre(std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()));
    EXPECT_THAT(reals_of("1 2.5 3"), ElementsAre(1.0, 2.5, 3.0));
}

TEST(text, is_u64_as_long_as_that_holds_it) {
    text_parser parser;
    parser.feed("1 18446744073709551615\n9223372036854775808");
    parser.finish();
    const text_numbers found = parser.take();
    EXPECT_EQ(found.type(), ladders::element_type::u64);
    EXPECT_THAT(found.words, ElementsAre(1u, 18446744073709551615u, 9223372036854775808u));
    EXPECT_THAT(reals_of("9223372036854775808 -1"), ElementsAre(0x1p63, -1.0));
    EXPECT_THAT(reals_of("-1 9223372036854775808 0.5"), ElementsAre(-1.0, 0x1p63, 0.5));
    EXPECT_THAT(reals_of("18446744073709551616 -0036893488147419103232"), ElementsAre(0x1p64, -0x1p65));
}

TEST(text, rounds_no_integer) {
    EXPECT_THAT(refusal_of("-1\n2 18446744073709551615"),
                HasSubstr("line 2, column 3: the integer \"18446744073709551615\" would be rounded"));
    EXPECT_THAT(refusal_of("9007199254740993\n18014398509481985 0.5"),
                HasSubstr("line 1, column 1: the integer \"9007199254740993\""));
    EXPECT_THAT(refusal_of("18446744073709551615 -1"), HasSubstr("line 1, column 1"));
    EXPECT_THAT(refusal_of("0.5 -9007199254740993"), HasSubstr("line 1, column 5: the integer \"-9007199254740993\""));
    EXPECT_THAT(refusal_of("18446744073709551617"), HasSubstr("write \"18446744073709551617.\" to allow that"));
    EXPECT_THAT(reals_of("18446744073709551617. 0.5"), ElementsAre(0x1p64, 0.5));
    EXPECT_THAT(refusal_of(std::string(400, '9')), HasSubstr("is beyond what f64 holds"));
}

TEST(text, takes_what_c_and_python_write) {
    EXPECT_THAT(reals_of("1e3,-.5,+2.,inf,-Infinity,1E-2"),
                ElementsAre(1000.0, -0.5, 2.0, std::numeric_limits<double>::infinity(),
                            -std::numeric_limits<double>::infinity(), 0.01));
    EXPECT_TRUE(std::isnan(reals_of("nan")[0]));
    EXPECT_THAT(reals_of("5e-324 1e-400"), ElementsAre(5e-324, 0.0));
}

TEST(text, skips_a_byte_order_mark) {
    EXPECT_THAT(integers_of("\xEF\xBB\xBF"
                            "7,8"),
                ElementsAre(7, 8));
    EXPECT_THAT(refusal_of("\xEF\xBB\xBF,8"), HasSubstr("column 4"));
}

TEST(text, says_where_it_is_wrong) {
    EXPECT_THAT(refusal_of("1\n2 x3\n"), HasSubstr("line 2, column 3: \"x3\" is not a number"));
    EXPECT_THAT(refusal_of("value\n1\n"), HasSubstr("line 1, column 1: \"value\""));
    EXPECT_THAT(refusal_of("1,,2"), HasSubstr("line 1, column 3: a number is missing"));
    EXPECT_THAT(refusal_of(",1"), HasSubstr("line 1, column 1: a number is missing"));
    EXPECT_THAT(refusal_of("1,\n2"), HasSubstr("line 1, column 3: a number is missing"));
    EXPECT_THAT(refusal_of("1,"), HasSubstr("a number is missing after the last separator"));
    EXPECT_THAT(refusal_of("1 1e999"), HasSubstr("line 1, column 3"));
    EXPECT_THAT(refusal_of(std::string("\0\x01\x1b[1m", 6)), HasSubstr("\\x00\\x01\\x1b"));
}

TEST(text, refuses_what_only_starts_as_a_number) {
    for (const char* text : {"1_000", "0x10", "1e", "--1", "+-1", "1.2.3", "12a", "1'000", "\"5\"", "+", "-", "."}) {
        EXPECT_THAT(refusal_of(text), HasSubstr("is not a number")) << text;
    }
    EXPECT_THAT(refusal_of(std::string(5000, '1')), HasSubstr("longer than 4096"));
}

/// The pieces in which the text comes must not matter, wherever they are cut.
TEST(text, gives_the_same_for_all_pieces) {
    const std::string text =
        "\xEF\xBB\xBF"
        "12, -345\r\n6.75e1;nan 9223372036854775808\n\n-0.5  1e-3";
    text_parser whole;
    whole.feed(text);
    whole.finish();
    const auto expected = whole.take().words;
    ASSERT_EQ(expected.size(), 7u);
    for (std::size_t piece = 1; piece < text.size(); ++piece) {
        text_parser parser;
        for (std::size_t at = 0; at < text.size(); at += piece) parser.feed(std::string_view(text).substr(at, piece));
        parser.finish();
        EXPECT_EQ(parser.take().words, expected) << "pieces of " << piece;
    }
}

TEST(text, names_the_same_place_for_all_pieces) {
    const std::string text = "1,2\n33,4x4,5\n";
    const std::string expected = refusal_of(text);
    EXPECT_THAT(expected, HasSubstr("line 2, column 4: \"4x4\""));
    for (std::size_t piece = 1; piece < text.size(); ++piece) {
        const auto parse = [&] {
            text_parser parser;
            for (std::size_t at = 0; at < text.size(); at += piece)
                parser.feed(std::string_view(text).substr(at, piece));
        };
        EXPECT_EQ(testing::error_of(parse), expected) << "pieces of " << piece;
    }
}

}  // namespace
}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
