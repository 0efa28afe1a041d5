// Reduction by key on a GPU: what only a GPU has.

namespace strider::test {

/// Runs whose places need more than 32 bits.
TEST(ReduceByKeyCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 123'456, second = count - 1000;
    const cuda_memory<std::uint8_t> keys(count, 1), unique(count), sums(count);
    keys.fill(2, second, count - second);
    const cuda_buffer<std::uint64_t> runs(std::vector<std::uint64_t>{0});
    reduce_by_key_into(gpu{}, keys.range(), keys.range(), unique.range(), sums.range(), runs.address());
    EXPECT_EQ(runs.value(), 2u);
    EXPECT_EQ(unique.part(0, 2), (std::vector<std::uint8_t>{1, 2}));
    EXPECT_EQ(sums.part(0, 2),
              (std::vector<std::uint8_t>{static_cast<std::uint8_t>(second), static_cast<std::uint8_t>(2000)}));
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
