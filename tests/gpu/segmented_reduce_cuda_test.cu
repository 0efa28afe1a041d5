// The segmented reduction on a GPU: the conformance suite, and what only a GPU has.
#include "tests/gpu/cuda_places.hpp"
#include "tests/library/segmented_reduce_calls.hpp"
#include "tests/library/segmented_reduce_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, SegmentedReduceConformance, cuda_place);
const listed<cuda_place, segmented_reduce_calls> reductions_of_segments("segmented_reduce");

TEST(SegmentedReduceCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t half = (std::uint64_t{1} << 31) + 1234, count = 2 * half;
    void* memory = nullptr;
    check(cudaMalloc(&memory, count), "cudaMalloc");
    check(cudaMemset(memory, 1, count), "cudaMemset");
    const std::span<const std::uint8_t> elements(static_cast<const std::uint8_t*>(memory), count);
    const std::vector<std::uint64_t> offsets = {1, half + 5, half + 5, count - 100, count};
    const cuda_buffer<std::uint64_t> where(offsets);
    const cuda_buffer<std::uint8_t> sums(std::vector<std::uint8_t>(4, 77)), columns(std::vector<std::uint8_t>(2, 77));
    segmented_reduce(gpu{}, elements, where.range(), std::span(sums.address(), 4));
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(sums.values()[i], static_cast<std::uint8_t>(offsets[i + 1] - offsets[i])) << i;
    }
    reduce_rows(gpu{}, matrix_view(elements.data(), 2, half), std::span(sums.address(), 2));
    reduce_columns(gpu{}, matrix_view(elements.data(), half, 2), std::span(columns.address(), 2));
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(sums.values()[i], static_cast<std::uint8_t>(half));
        EXPECT_EQ(columns.values()[i], static_cast<std::uint8_t>(half));
    }
    cudaFree(memory);
}

TEST(SegmentedReduceCuda, IsCapturedInAGraphReplayedAndAllocatesOnce) {
    const std::vector<float> elements = random_elements<float>(3'000'000, 5);
    const auto offsets = offsets_of<int>({100, 0, 7000, 2'000'000, 900'000, 3});
    const cuda_buffer<float> input(elements), sums(std::vector<float>(6, 0)), columns(std::vector<float>(100, 0));
    const cuda_buffer<int> where(offsets);
    const matrix_view<const float> view(input.address(), 30'000, 100);
    std::vector<float> right(6), right_columns(100);
    segmented_reduce(serial{}, elements, offsets, right);
    reduce_columns(serial{}, matrix_view<const float>(elements.data(), 30'000, 100), right_columns);
    const own_stream own;
    const cudaStream_t stream = own.stream;
    const auto call = [&] {
        segmented_reduce(gpu{stream}, input.range(), where.range(), std::span(sums.address(), 6));
        reduce_columns(gpu{stream}, view, std::span(columns.address(), 100));
    };
    const captured_graph graph(stream, call);
    for (int replay = 0; replay < 3; ++replay) {
        check(cudaMemsetAsync(sums.address(), 0xff, 6 * sizeof(float), stream), "cudaMemset");
        check(cudaMemsetAsync(columns.address(), 0xff, 100 * sizeof(float), stream), "cudaMemset");
        graph.launch();
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        EXPECT_EQ(sums.values(), right);
        EXPECT_EQ(columns.values(), right_columns);
    }
    std::size_t before = 0, after = 0, total = 0;
    check(cudaMemGetInfo(&before, &total), "cudaMemGetInfo");
    for (int repetition = 0; repetition < 100; ++repetition) call();
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    check(cudaMemGetInfo(&after, &total), "cudaMemGetInfo");
    EXPECT_EQ(before, after);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
