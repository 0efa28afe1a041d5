// Run-length encoding on a GPU: what only a GPU has.

namespace strider::test {

/// Lengths and counts that need more than 32 bits, over several launches.
TEST(RunLengthEncodeCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 123'456, second = count - 1000, third = count - 1;
    const cuda_memory<std::uint8_t> input(count, 1), values(count);
    const cuda_memory<std::uint64_t> lengths(count);
    input.fill(2, second, count - second);
    input.put(third, 3);
    ASSERT_EQ(run_length_encode(gpu{}, input.range(), values.range(), lengths.range()), 3u);
    EXPECT_EQ(values.part(0, 3), (std::vector<std::uint8_t>{1, 2, 3}));
    EXPECT_EQ(lengths.part(0, 3), (std::vector<std::uint64_t>{second, 999, 1}));
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
