// The reductions of the host's two policies.
#include "tests/library/host_threads.hpp"

namespace strider::test {

/// From here on, chunks have 131,072 elements.
TEST(ReduceCpu, LargeChunksHaveTheBitsOfTheOracle) {
    const std::vector<float> elements = random_elements<float>((std::uint64_t{1} << 27) + 12'345, 1);
    EXPECT_TRUE(same_bits(reduce(cpu{}, elements), reduce(serial{}, elements)));
}

TEST(ReduceCpu, AnyNumberOfThreadsGivesTheSameBits) {
    const std::vector<float> elements = random_elements<float>(3'000'017, 12);
    const float expected = reduce(serial{}, elements);
    on_1_2_and_5_threads([&] {
        for (int repetition = 0; repetition < 5; ++repetition)
            EXPECT_TRUE(same_bits(reduce(cpu{}, elements), expected));
    });
}

TEST(ReduceCpu, ExceptionsOfAnOperatorReachTheCaller) {
    const std::vector<int> elements(1 << 20, 1);
    const auto refuse = [](int a, int b) { return a + b < 100 ? a + b : throw std::overflow_error("a hundred"); };
    EXPECT_THROW(reduce(cpu{}, elements, refuse, 0), std::overflow_error);
}

struct without_default {
    explicit without_default(int);
};
static_assert(reducible<affine> && !reducible<without_default>, "what is taken compiles");

TEST(ReduceCpu, TakesTypesWithoutVectors) {
    const bool flags[] = {false, true, false};
    EXPECT_TRUE(reduce(cpu{}, flags, bit_or{}));
    EXPECT_FALSE(reduce(serial{}, flags, bit_and{}));
    const std::vector<long double> elements(100'000, 0.5L);
    EXPECT_EQ(reduce(cpu{}, elements), 50'000.0L);
    const std::vector<char> letters = {'b', 'a', 'c'};
    EXPECT_EQ(argmin(cpu{}, letters).index, 1u);
    EXPECT_EQ(reduce(cpu{}, std::vector<unsigned long long>{1, 2, 3}), 6u);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
