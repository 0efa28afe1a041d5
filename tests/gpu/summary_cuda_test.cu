// The summary on a GPU: memory beyond 2^32 elements.

namespace strider::test {

TEST(SummaryCuda, LargeChunksHaveTheBitsOfTheOracle) {
    const std::vector<float> elements = random_elements<float>((std::uint64_t{1} << 27) + 12'345, 1);
    const cuda_buffer<float> copy(elements, 1);
    EXPECT_TRUE(same_bits(summarize(gpu{}, copy.range()), summarize(serial{}, elements)));
}

TEST(SummaryCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 12'345;
    const cuda_memory<std::uint8_t> elements(count, 1);
    elements.put(count - 7, 0);
    elements.put(count - 9, 2);
    const summary<std::uint8_t> found = summarize(gpu{}, elements.range());
    EXPECT_EQ(found, (summary<std::uint8_t>{static_cast<std::uint8_t>(count), {0, count - 7}, {2, count - 9}}));
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
