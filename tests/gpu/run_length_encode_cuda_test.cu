// Run-length encoding on a GPU: the conformance suite, and what only a GPU has.
#include "tests/gpu/cuda_places.hpp"
#include "tests/library/run_length_encode_calls.hpp"
#include "tests/library/run_length_encode_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, RunLengthEncodeConformance, cuda_place);
const listed<cuda_place, run_length_encode_calls> encodings("run_length_encode");

/// Lengths and counts that need more than 32 bits, over several launches.
TEST(RunLengthEncodeCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 123'456, second = count - 1000, third = count - 1;
    const cuda_memory<std::uint8_t> input(count), values(count);
    const cuda_memory<std::uint64_t> lengths(count);
    check(cudaMemset(input.first, 1, count), "cudaMemset");
    check(cudaMemset(input.first + second, 2, count - second), "cudaMemset");
    check(cudaMemset(input.first + third, 3, 1), "cudaMemset");
    ASSERT_EQ(run_length_encode(gpu{}, input.range(), values.range(), lengths.range()), 3u);
    EXPECT_EQ(values.front(3), (std::vector<std::uint8_t>{1, 2, 3}));
    EXPECT_EQ(lengths.front(3), (std::vector<std::uint64_t>{second, 999, 1}));
}

TEST(RunLengthEncodeCuda, IsCapturedInAGraphAndReplayed) {
    const auto elements = elements_in_runs<std::uint32_t>(3'000'000, 5, 6);
    std::vector<std::uint32_t> right(elements.size()), right_lengths(elements.size());
    const std::uint64_t runs = run_length_encode(serial{}, elements, right, right_lengths);
    const std::vector<std::uint32_t> nothing(elements.size(), 0);
    const cuda_buffer<std::uint32_t> input(elements), values(nothing), lengths(nothing);
    const cuda_buffer<std::uint64_t> count(std::vector<std::uint64_t>{0});
    const own_stream own;
    const captured_graph graph(own.stream, [&] {
        run_length_encode_into(gpu{own.stream}, input.range(), std::span(values.address(), elements.size()),
                               std::span(lengths.address(), elements.size()), count.address());
    });
    for (int replay = 0; replay < 3; ++replay) {
        const std::size_t bytes = elements.size() * sizeof(std::uint32_t);
        check(cudaMemsetAsync(values.address(), 0, bytes, own.stream), "cudaMemset");
        check(cudaMemsetAsync(lengths.address(), 0, bytes, own.stream), "cudaMemset");
        check(cudaMemsetAsync(count.address(), 0xff, sizeof(std::uint64_t), own.stream), "cudaMemset");
        graph.launch();
        check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");
        EXPECT_EQ(count.value(), runs);
        EXPECT_EQ(values.values(), right);
        EXPECT_EQ(lengths.values(), right_lengths);
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
