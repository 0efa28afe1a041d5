#include <gtest/gtest.h>

#include <limits>

#include <lab/base/errors.hpp>
#include <lab/base/numbers.hpp>
#include <lab/base/sizes.hpp>

namespace strider::lab {
namespace {

TEST(sizes, are_numbers_powers_and_their_neighbours) {
    EXPECT_EQ(parse_size("0"), 0u);
    EXPECT_EQ(parse_size("1000000"), 1000000u);
    EXPECT_EQ(parse_size("2^20"), 1048576u);
    EXPECT_EQ(parse_size("2^20-1"), 1048575u);
    EXPECT_EQ(parse_size("2^20+2^4"), 1048592u);
    EXPECT_EQ(parse_size("10^9"), 1000000000u);
    EXPECT_EQ(parse_size("0^0"), 1u);
    EXPECT_EQ(parse_size("1e6"), 1000000u);
    EXPECT_EQ(parse_size("25e3+1"), 25001u);
    EXPECT_EQ(parse_size("1.5e6"), 1500000u);
    EXPECT_EQ(parse_size("0.25e2+1.50e1"), 40u);
    EXPECT_EQ(parse_size("1.000e0"), 1u);
    EXPECT_EQ(parse_size("18.446744073709551615e18"), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(parse_size("7e0"), 7u);
    EXPECT_EQ(parse_size("0e99999999"), 0u);
    EXPECT_EQ(parse_size("0^5"), 0u);
    EXPECT_EQ(parse_size("1^18446744073709551615"), 1u);
    EXPECT_EQ(parse_size("2^63"), std::uint64_t{1} << 63);
    EXPECT_EQ(parse_size("18446744073709551615"), std::numeric_limits<std::uint64_t>::max());
}

TEST(sizes, beyond_64_bits_are_refused) {
    for (const char* text : {"18446744073709551616", "2^64", "2e19", "1e99999999999", "3^41", "2^63+2^63", "0-1",
                             "18.446744073709551616e18", "1.5e20", "2^99999999999999999999"}) {
        EXPECT_THROW(parse_size(text), usage_error) << text;
    }
}

TEST(sizes, anything_else_is_refused) {
    for (const char* text :
         {"",     " 1",   "1 ",    "-1",     "+1",    "2^",      "^2", "2^^2", "1e",    "e6",    "1e-6", "1.5",
          "1.e3", ".5e1", "1.5e0", "1.25e1", "1.5^2", "1.5.5e9", "1M", "0x10", "2^20+", "1+1+1", "a"}) {
        EXPECT_THROW(parse_size(text), usage_error) << text;
    }
}

TEST(sizes, are_shown_as_powers_or_in_groups) {
    EXPECT_EQ(format_size(std::uint64_t{1} << 26), "2^26");
    EXPECT_EQ(format_size(512), "512");
    EXPECT_EQ(format_size(0), "0");
    EXPECT_EQ(format_size(1000000), "1,000,000");
}

TEST(rung_selection, is_numbers_and_ranges) {
    const auto ranges = parse_rungs("1-7,90");
    ASSERT_EQ(ranges.size(), 2u);
    EXPECT_EQ(ranges[0].first, 1);
    EXPECT_EQ(ranges[0].last, 7);
    EXPECT_EQ(ranges[1].first, 90);
    EXPECT_EQ(ranges[1].last, 90);
    for (const char* text : {"", "a", "1-", "-1", "7-1", "1,", ",1", "1--2", "1 ,2", "99999999999"}) {
        EXPECT_THROW(parse_rungs(text), usage_error) << text;
    }
}

TEST(numbers, have_the_digits_that_count) {
    EXPECT_EQ(measured(0.268), "0.268");
    EXPECT_EQ(measured(0.01014), "0.0101");
    EXPECT_EQ(measured(0), "0.000");
    EXPECT_EQ(measured(5.214), "5.21");
    EXPECT_EQ(measured(653.71), "653.7");
    EXPECT_EQ(measured(999.96), "1,000");
    EXPECT_EQ(measured(-71.64), "-71.6");
    EXPECT_EQ(measured(std::numeric_limits<double>::quiet_NaN()), "");
    EXPECT_EQ(counted(1048576), "1,048,576");
    EXPECT_EQ(counted(1.5), "1.50");
    EXPECT_EQ(as_printed(8.054), "8.054");
    EXPECT_EQ(as_printed(756.16), "756.16");
    EXPECT_EQ(compact(9999), "9,999");
    EXPECT_EQ(compact(12345), "12.3 k");
    EXPECT_EQ(compact(999600), "1.00 M");
    EXPECT_EQ(compact(1310720), "1.31 M");
    EXPECT_EQ(factor(1.594), "1.59x");
    EXPECT_EQ(factor(1234.4), "1,234x");
    EXPECT_EQ(percent(0.806), "81%");
    EXPECT_EQ(percent(0.0943), "9.4%");
}

}  // namespace
}  // namespace strider::lab
// SPDX-License-Identifier: Apache-2.0
