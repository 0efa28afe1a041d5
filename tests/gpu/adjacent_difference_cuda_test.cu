// Adjacent differences on a GPU: the conformance suite, and what only a GPU has.
#include "tests/gpu/cuda_places.hpp"
#include "tests/library/adjacent_difference_calls.hpp"
#include "tests/library/adjacent_difference_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, AdjacentDifferenceConformance, cuda_place);
const listed<cuda_place, adjacent_difference_calls> differences("adjacent_difference");

/// In place, at addresses that need more than 32 bits.
TEST(AdjacentDifferenceCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 123'457, steps[] = {0, 5000, count - 7, count - 1};
    void* memory = nullptr;
    check(cudaMalloc(&memory, count), "cudaMalloc");
    unsigned char* const first = static_cast<unsigned char*>(memory);
    for (unsigned char i = 0; i < 4; ++i) {  // from each step on, one more
        check(cudaMemset(first + steps[i], i + 1, count - steps[i]), "cudaMemset");
    }
    adjacent_difference(gpu{}, std::span<const std::uint8_t>(first, count), std::span<std::uint8_t>(first, count));
    check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
    for (const std::uint64_t step : steps) {
        std::vector<std::uint8_t> found(2);
        check(cudaMemcpy(found.data(), first + step, step + 1 == count ? 1 : 2, cudaMemcpyDeviceToHost), "cudaMemcpy");
        EXPECT_EQ(found, (std::vector<std::uint8_t>{1, 0})) << step;
    }
    cudaFree(memory);
}

TEST(AdjacentDifferenceCuda, IsCapturedInAGraphInPlace) {
    const std::vector<std::uint32_t> elements = random_elements<std::uint32_t>(3'000'000, 5);
    std::vector<std::uint32_t> right(elements.size());
    adjacent_difference(serial{}, elements, right);
    const cuda_buffer<std::uint32_t> input(elements), numbers(elements);
    const own_stream own;
    const captured_graph graph(own.stream, [&] {
        adjacent_difference(gpu{own.stream}, numbers.range(),
                            std::span<std::uint32_t>(numbers.address(), elements.size()));
    });
    for (int replay = 0; replay < 3; ++replay) {
        check(cudaMemcpyAsync(numbers.address(), input.address(), elements.size() * sizeof(std::uint32_t),
                              cudaMemcpyDeviceToDevice, own.stream),
              "cudaMemcpy");
        graph.launch();
        check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");
        EXPECT_EQ(numbers.values(), right);
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
