// The segmented reduction on a GPU: what only a GPU has.

namespace strider::test {

TEST(SegmentedReduceCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t half = (std::uint64_t{1} << 31) + 1234, count = 2 * half;
    const cuda_memory<std::uint8_t> elements(count, 1);
    const std::vector<std::uint64_t> offsets = {1, half + 5, half + 5, count - 100, count};
    const cuda_buffer<std::uint64_t> where(offsets);
    const cuda_buffer<std::uint8_t> sums(std::vector<std::uint8_t>(4, 77)), columns(std::vector<std::uint8_t>(2, 77));
    segmented_reduce(gpu{}, elements.range(), where.range(), std::span(sums.address(), 4));
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(sums.values()[i], static_cast<std::uint8_t>(offsets[i + 1] - offsets[i])) << i;
    }
    reduce_rows(gpu{}, matrix_view(elements.first, 2, half), std::span(sums.address(), 2));
    reduce_columns(gpu{}, matrix_view(elements.first, half, 2), std::span(columns.address(), 2));
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(sums.values()[i], static_cast<std::uint8_t>(half));
        EXPECT_EQ(columns.values()[i], static_cast<std::uint8_t>(half));
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
