// The scan on a GPU: the conformance suite, and what only a GPU has.
#include "tests/gpu/cuda_places.hpp"
#include "tests/library/scan_calls.hpp"
#include "tests/library/scan_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, ScanConformance, cuda_place);
const listed<cuda_place, scan_calls> scans("scan");

TEST(ScanCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 12'345;
    void* memory = nullptr;
    check(cudaMalloc(&memory, count), "cudaMalloc");
    check(cudaMemset(memory, 1, count), "cudaMemset");
    unsigned char* const first = static_cast<unsigned char*>(memory);
    inclusive_scan(gpu{}, std::span<const std::uint8_t>(first, count), std::span<std::uint8_t>(first, count));
    for (const std::uint64_t at : {std::uint64_t{0}, std::uint64_t{255}, std::uint64_t{1} << 31, count - 1}) {
        unsigned char found = 0;
        check(cudaMemcpy(&found, first + at, 1, cudaMemcpyDeviceToHost), "cudaMemcpy");
        EXPECT_EQ(found, static_cast<unsigned char>(at + 1)) << at;
    }
    cudaFree(memory);
}

TEST(ScanCuda, IsCapturedInAGraphAndReplayed) {
    const std::vector<int> elements = random_elements<int>(3'000'000, 5);
    const cuda_buffer<int> input(elements), output(std::vector<int>(elements.size(), 0));
    std::vector<int> right(elements.size());
    inclusive_scan(serial{}, elements, right);
    const own_stream own;
    const cudaStream_t stream = own.stream;
    const captured_graph graph(
        stream, [&] { inclusive_scan(gpu{stream}, input.range(), std::span<int>(output.address(), elements.size())); });
    for (int replay = 0; replay < 3; ++replay) {
        check(cudaMemsetAsync(output.address(), 0xff, elements.size() * sizeof(int), stream), "cudaMemset");
        graph.launch();
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        EXPECT_EQ(output.values(), right);
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
