// The transpose on a GPU: the conformance suite, and what only a GPU has.
#include <cuda/std/mdspan>

#include "tests/gpu/cuda_places.hpp"
#include "tests/library/transpose_calls.hpp"
#include "tests/library/transpose_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, TransposeConformance, cuda_place);
const listed<cuda_place, transpose_calls> transpositions("transpose");

TEST(TransposeCuda, MoreThanTwoToTheThirtyTwoElements) {
    for (const std::uint64_t columns : {65'536, 65'533}) {
        const std::uint64_t rows = 65'601, count = rows * columns;
        unsigned char *from = nullptr, *to = nullptr;
        check(cudaMalloc(&from, count), "cudaMalloc");
        check(cudaMalloc(&to, count), "cudaMalloc");
        check(cudaMemset(from, 0, count), "cudaMemset");
        check(cudaMemset(from + (rows - 2) * columns, 9, columns), "cudaMemset");
        transpose(gpu{}, matrix_view<const std::uint8_t>(from, rows, columns),
                  matrix_view<std::uint8_t>(to, columns, rows));
        std::vector<unsigned char> right(rows, 0), found(rows);
        right[rows - 2] = 9;
        for (const std::uint64_t row : {std::uint64_t{0}, columns / 2, columns - 1}) {
            check(cudaMemcpy(found.data(), to + row * rows, rows, cudaMemcpyDeviceToHost), "cudaMemcpy");
            EXPECT_EQ(found, right) << "row " << row;
        }
        cudaFree(from);
        cudaFree(to);
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

TEST(TransposeCuda, IsCapturedInAGraphAndReplayed) {
    const std::vector<float> elements = random_elements<float>(1000 * 999, 5);
    std::vector<float> right(elements.size());
    for (std::uint64_t i = 0; i < right.size(); ++i) right[i % 999 * 1000 + i / 999] = elements[i];
    const cuda_buffer<float> input(elements), output(std::vector<float>(elements.size(), 0));
    const own_stream own;
    const cudaStream_t stream = own.stream;
    const captured_graph graph(stream, [&] {
        transpose(gpu{stream}, matrix_view<const float>(input.address(), 1000, 999),
                  matrix_view<float>(output.address(), 999, 1000));
    });
    for (int replay = 0; replay < 3; ++replay) {
        check(cudaMemsetAsync(output.address(), 0xff, right.size() * sizeof(float), stream), "cudaMemset");
        graph.launch();
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        EXPECT_EQ(output.values(), right);
    }
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
