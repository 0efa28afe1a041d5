// What problems say of a wrong output: the first wrong element, with both values.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

#include <ladders/compact/problem.hpp>
#include <ladders/harness/problem.hpp>

namespace strider::ladders {
namespace {

TEST(first_wrong, of_exact_problems_is_an_element_in_digits_that_give_it_back) {
    const problem of = exact_problem(std::vector<float>{}, std::vector<float>{1, 0.1f, 3}, 0);
    std::vector<float> output = {1, std::nextafter(0.1f, 1.0f), std::numeric_limits<float>::quiet_NaN()};
    wrong_element wrong = of.first_wrong(std::as_bytes(std::span(output)));
    EXPECT_EQ(wrong.index, 1u);
    EXPECT_EQ(std::stof(wrong.got), output[1]);
    EXPECT_EQ(wrong.expected, "0.1");
    EXPECT_EQ(wrong.at_byte, 4u);
    output[1] = 0.1f;
    wrong = of.first_wrong(std::as_bytes(std::span(output)));
    EXPECT_EQ(wrong.index, 2u);
    EXPECT_EQ(wrong.got, "nan");
}

TEST(first_wrong, of_bytes_is_a_number) {
    const problem of = exact_problem(std::vector<int>{}, std::vector<unsigned char>{65, 66}, 0);
    const wrong_element wrong = of.first_wrong(std::as_bytes(std::span("AC", 2)));
    EXPECT_EQ(wrong.got, "67");
    EXPECT_EQ(wrong.expected, "66");
}

class compaction : public ::testing::Test {
protected:
    /// A right output of a compaction of 100 elements, and what is wrong once `change` has changed its elements.
    template <class Change>
    wrong_element wrong_after(compact::order order, Change change) {
        instance of = usual_instance(compact::description, 100);
        of.parameters[compact::order_place] = order;
        const problem made = compact::make(of, 1);
        std::vector<std::byte> output(made.expected.begin(), made.expected.end());
        EXPECT_EQ(made.error(output), 0);
        std::uint64_t count = 0;
        std::memcpy(&count, output.data(), sizeof count);
        std::vector<std::uint32_t> kept(100);
        std::memcpy(kept.data(), output.data() + sizeof count, 100 * sizeof(std::uint32_t));
        change(count, kept);
        std::memcpy(output.data(), &count, sizeof count);
        std::memcpy(output.data() + sizeof count, kept.data(), 100 * sizeof(std::uint32_t));
        EXPECT_NE(made.error(output), 0);
        return made.first_wrong(output);
    }
};

TEST_F(compaction, with_a_wrong_count_has_no_wrong_element) {
    const wrong_element wrong = wrong_after(compact::input_order, [](auto& count, auto&) { count = 101; });
    EXPECT_FALSE(wrong.index);
    EXPECT_EQ(wrong.got, "101");
}

TEST_F(compaction, in_the_order_of_the_input_names_the_first_in_a_wrong_place) {
    const wrong_element wrong =
        wrong_after(compact::input_order, [](auto&, auto& kept) { std::swap(kept[3], kept[5]); });
    EXPECT_EQ(wrong.index, 3u);
    EXPECT_EQ(wrong.at_byte, 8 + 3 * sizeof(std::uint32_t));
}

TEST_F(compaction, in_any_order_names_what_is_there_too_often) {
    const wrong_element wrong = wrong_after(compact::any_order, [](auto&, auto& kept) {
        std::swap(kept[0], kept[1]);
        kept[5] = kept[3];
    });
    EXPECT_EQ(wrong.index, 5u);
    EXPECT_EQ(wrong.expected, "one of those left to keep");
}

}  // namespace
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
