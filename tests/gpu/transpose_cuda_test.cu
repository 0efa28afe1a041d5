// The transpose on a GPU: what only a GPU has.
#include <cuda/std/mdspan>

namespace strider::test {

TEST(TransposeCuda, MoreThanTwoToTheThirtyTwoElements) {
    for (const std::uint64_t columns : {65'536, 65'533}) {
        const std::uint64_t rows = 65'601, count = rows * columns;
        const cuda_memory<std::uint8_t> from(count), to(count, 1);
        from.fill(9, (rows - 2) * columns, columns);
        transpose(gpu{}, matrix_view<const std::uint8_t>(from.first, rows, columns),
                  matrix_view<std::uint8_t>(to.first, columns, rows));
        std::vector<std::uint8_t> right(rows, 0);
        right[rows - 2] = 9;
        for (const std::uint64_t row : {std::uint64_t{0}, columns / 2, columns - 1}) {
            EXPECT_EQ(to.part(row * rows, rows), right) << "row " << row;
        }
    }
}

TEST(TransposeCuda, ABatchOfMoreThanAGridIsHigh) {
    const std::uint64_t count = 70'001;
    std::vector<std::uint32_t> elements = random_elements<std::uint32_t>(6 * count, 4), right(6 * count);
    for (std::uint64_t i = 0; i < right.size(); ++i) right[i / 6 * 6 + i % 3 * 2 + i / 3 % 2] = elements[i];
    const cuda_buffer<std::uint32_t> input(elements), output(std::vector<std::uint32_t>(6 * count, 0));
    transpose_batch(gpu{}, matrix_view<const std::uint32_t>(input.address(), 2, 3), 6,
                    matrix_view<std::uint32_t>(output.address(), 3, 2), 6, count);
    EXPECT_EQ(output.values(), right);
}

TEST(TransposeCuda, TakesMdspans) {
    const std::vector<float> elements = random_elements<float>(70 * 50, 5);
    std::vector<float> right(elements.size());
    for (std::uint64_t i = 0; i < right.size(); ++i) right[i % 50 * 70 + i / 50] = elements[i];
    const cuda_buffer<float> input(elements), output(std::vector<float>(elements.size(), 0));
    const ::cuda::std::mdspan<const float, ::cuda::std::extents<int, 70, 50>> from(input.address());
    const ::cuda::std::mdspan<float, ::cuda::std::dextents<std::uint64_t, 2>> to(output.address(), 50, 70);
    transpose(gpu{}, from, to);
    EXPECT_EQ(output.values(), right);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
