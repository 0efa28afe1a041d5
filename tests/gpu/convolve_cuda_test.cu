// The convolution on a GPU: what only a GPU has.

namespace strider::test {

/// Sums of neighbours of a pattern that tells where its pixels are, in one row and in rows of 2^16.
TEST(ConvolveCuda, MoreThanTwoToTheThirtyTwoElements) {
    constexpr std::uint64_t columns = 1 << 16, rows = (1 << 16) + 3, count = rows * columns;
    const cuda_memory<std::uint8_t> input(count, 1), output(count);
    const std::uint64_t places[] = {5 * columns + 9, (std::uint64_t{1} << 31) + 77, count - 2 * columns - 300};
    for (const std::uint64_t place : places) input.put(place, 3);
    for (const std::uint64_t width : {3, 17}) {  // a kernel that knows the mask, and one that does not
        const std::vector<float> mask(width * width, 1);
        const auto all = static_cast<std::uint8_t>(width == 3 ? 9 : 255);
        output.fill(0, 0, count);
        convolve(gpu{}, matrix_view<const std::uint8_t>(input.first, rows, columns),
                 matrix_view<const float>(mask.data(), width, width),
                 matrix_view<std::uint8_t>(output.first, rows, columns), {.outside = boundary::wrap});
        EXPECT_EQ(output.at(0), all);
        EXPECT_EQ(output.at(count - 1), all);
        for (const std::uint64_t place : places) EXPECT_EQ(output.at(place + columns), width == 3 ? 11 : 255) << place;

        const std::span<const float> row = std::span(mask).first(width);
        output.fill(0, 0, count);
        convolve(gpu{}, input.range(), row, output.range());
        EXPECT_EQ(output.at(0), width / 2 + 1);
        EXPECT_EQ(output.at(count - 1), width / 2 + 1);
        for (const std::uint64_t place : places) EXPECT_EQ(output.at(place - 1), width + 2) << place;
    }
}

TEST(ConvolveCuda, IsCapturedInAGraphAndReplayed) {
    const std::uint64_t rows = 700, columns = 900;
    const std::vector<float> elements = random_elements<float>(rows * columns, 5);
    const cuda_buffer<float> input(elements), output(elements);
    const matrix_view<const float> from(input.address(), rows, columns);
    const matrix_view<float> to(output.address(), rows, columns);
    for (const std::uint64_t width : {5, 31}) {
        std::vector<float> mask = random_weights<float>(width * width, 3), right(elements.size());
        const matrix_view<const float> weights(mask.data(), width, width);
        convolve(serial{}, matrix_view<const float>(elements.data(), rows, columns), weights,
                 matrix_view<float>(right.data(), rows, columns));
        const own_stream own;
        const captured_graph graph(own.stream, [&] { convolve(gpu{own.stream}, from, weights, to); });
        std::ranges::fill(mask, 0.0f);  // the graph has its own copy
        for (int replay = 0; replay < 3; ++replay) {
            check(cudaMemsetAsync(output.address(), 0xff, right.size() * sizeof(float), own.stream), "cudaMemset");
            graph.launch();
            check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");
            const std::vector<float> found = output.values();
            EXPECT_TRUE(std::memcmp(found.data(), right.data(), right.size() * sizeof(float)) == 0) << width;
        }
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
