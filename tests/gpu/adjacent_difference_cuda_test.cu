// Adjacent differences on a GPU: what only a GPU has.

namespace strider::test {

/// In place, at addresses that need more than 32 bits.
TEST(AdjacentDifferenceCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 123'457, steps[] = {0, 5000, count - 7, count - 1};
    const cuda_memory<std::uint8_t> memory(count);
    for (int i = 0; i < 4; ++i) memory.fill(i + 1, steps[i], count - steps[i]);  // from each step on, one more
    adjacent_difference(gpu{}, memory.range(), memory.range());
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    for (const std::uint64_t step : steps) {
        EXPECT_EQ(memory.at(step), 1) << step;
        if (step + 1 < count) {
            EXPECT_EQ(memory.at(step + 1), 0) << step;
        }
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
