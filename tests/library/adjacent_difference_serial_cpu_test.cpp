// The adjacent differences of the host's two policies.
#include "tests/library/host_threads.hpp"

namespace strider::test {

TEST(AdjacentDifferenceCpu, AnyNumberOfThreadsGivesTheSameResultInPlaceAndBeyondTheCaches) {
    const std::vector<std::uint64_t> elements = random_elements<std::uint64_t>(3'000'017, 12);
    std::vector<std::uint64_t> right(elements.size());
    adjacent_difference(serial{}, elements, right);
    on_1_2_and_5_threads([&] {
        std::vector<std::uint64_t> in_place = elements, elsewhere(elements.size());
        adjacent_difference(cpu{}, in_place, in_place);
        adjacent_difference(cpu{}, elements, elsewhere);
        EXPECT_EQ(in_place, right);
        EXPECT_EQ(elsewhere, right);
    });
}

TEST(AdjacentDifferenceCpu, ExceptionsOfAnOperatorReachTheCaller) {
    std::vector<int> elements(1'000'000, 1);
    elements[700'000] = 2;
    std::vector<int> output(elements.size());
    const auto refuse = [](int a, int b) { return a == b ? 0 : throw std::overflow_error("a step"); };
    EXPECT_THROW(adjacent_difference(cpu{}, elements, output, refuse), std::overflow_error);
    EXPECT_THROW(adjacent_difference(cpu{}, elements, elements, refuse), std::overflow_error);
}

/// An element need not have a default value.
struct fixed {
    explicit fixed(int v) : value(v) {}
    int value;
};

TEST(AdjacentDifferenceCpu, TakesElementsWithoutADefault) {
    std::vector<fixed> elements;
    for (int i = 0; i < 200'000; ++i) elements.emplace_back(i * 3);
    const auto step = [](const fixed& a, const fixed& b) { return fixed(a.value - b.value); };
    for (int time = 0; time < 2; ++time) {
        std::vector<fixed> output = elements;
        if (time == 0) adjacent_difference(cpu{}, elements, output, step);
        if (time == 1) adjacent_difference(cpu{}, output, output, step);
        EXPECT_EQ(output[0].value, 0);
        for (std::size_t i = 1; i < output.size(); ++i) ASSERT_EQ(output[i].value, 3) << i;
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
