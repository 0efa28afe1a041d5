// What the softmax ladder takes as right: results within the tolerance, and no others.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include <ladders/softmax/problem.hpp>

namespace strider::ladders::softmax {
namespace {

class rows_of_1024 : public ::testing::Test {
protected:
    static constexpr std::size_t wide = 1024, rows = 4;
    const problem made = make(fitting(usual_instance(description, rows* wide)), 1);
    const float* const input = reinterpret_cast<const float*>(made.input.data());
    const float* const right = reinterpret_cast<const float*>(made.expected.data());
    std::vector<float> output = std::vector<float>(right, right + rows * wide);

    double error() const { return made.error(std::as_bytes(std::span(output))); }
    wrong_element first_wrong() const { return made.first_wrong(std::as_bytes(std::span(output))); }

    /// Replaces a row by a softmax in f32: exp(x - from) over the sum of those that `counts` takes.
    void compute(std::size_t row, float from, const std::function<bool(std::size_t)>& counts) {
        float sum = 0;
        for (std::size_t i = wide; i-- > 0;) sum += counts(i) ? std::exp(input[row * wide + i] - from) : 0;
        for (std::size_t i = 0; i < wide; ++i) output[row * wide + i] = std::exp(input[row * wide + i] - from) / sum;
    }
    float maximum_of(std::size_t row) const { return *std::max_element(input + row * wide, input + (row + 1) * wide); }
};

const auto all = [](std::size_t) { return true; };

TEST_F(rows_of_1024, are_right_in_another_order_of_the_sum) {
    for (std::size_t row = 0; row < rows; ++row) compute(row, maximum_of(row), all);
    EXPECT_EQ(error(), 0);
}

TEST_F(rows_of_1024, are_right_up_to_the_tolerance_and_wrong_a_few_units_beyond) {
    const std::size_t at = 2 * wide + 17;
    for (const int sign : {-1, 1}) {
        const double edge = right[at] * (1 + sign * tolerance(wide));
        const float outwards = static_cast<float>(sign);
        output[at] = std::nextafter(static_cast<float>(edge), right[at]);
        EXPECT_EQ(error(), 0);
        for (int unit = 0; unit < 3; ++unit) output[at] = std::nextafter(output[at], outwards);
        EXPECT_GT(error(), 0);
        EXPECT_EQ(first_wrong().index, at);
        EXPECT_EQ(first_wrong().at_byte, at * sizeof(float));
        EXPECT_EQ(std::stof(first_wrong().got), output[at]);
    }
}

TEST_F(rows_of_1024, are_wrong_where_one_is_not_normalised) {
    compute(1, maximum_of(1), all);
    for (std::size_t i = wide; i < 2 * wide; ++i) output[i] = std::exp(input[i] - maximum_of(1));
    EXPECT_GT(error(), 0);
    EXPECT_EQ(first_wrong().index, wide);
}

TEST_F(rows_of_1024, are_wrong_where_the_sum_lost_its_least_element) {
    for (std::size_t row = 0; row < rows; ++row) {
        const float* const first = input + row * wide;
        const auto least = static_cast<std::size_t>(std::min_element(first, first + wide) - first);
        compute(row, maximum_of(row), [least](std::size_t i) { return i != least; });
        EXPECT_GT(error(), 0) << row;
        EXPECT_EQ(first_wrong().index, row * wide);
        compute(row, maximum_of(row), all);
    }
}

TEST_F(rows_of_1024, are_no_numbers_without_their_maximum) {
    for (std::size_t row = 0; row < rows; ++row) {
        compute(row, 0, all);
        EXPECT_NE(error(), 0) << row;
        EXPECT_EQ(first_wrong().index, row * wide);
        compute(row, maximum_of(row), all);
    }
}

}  // namespace
}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
