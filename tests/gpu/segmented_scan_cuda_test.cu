// The segmented scan on a GPU: the conformance suite, and what only a GPU has.
#include "tests/gpu/cuda_places.hpp"
#include "tests/library/segmented_scan_calls.hpp"
#include "tests/library/segmented_scan_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, SegmentedScanConformance, cuda_place);
const listed<cuda_place, segmented_scan_calls> scans_of_segments("segmented_scan");

TEST(SegmentedScanCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 12'345, middle = (std::uint64_t{1} << 32) + 77;
    void* memory = nullptr;
    check(cudaMalloc(&memory, count), "cudaMalloc");
    check(cudaMemset(memory, 1, count), "cudaMemset");
    unsigned char* const first = static_cast<unsigned char*>(memory);
    const cuda_buffer<std::uint64_t> offsets(std::vector<std::uint64_t>{0, 3, middle, count});
    segmented_inclusive_scan(gpu{}, std::span<const std::uint8_t>(first, count), offsets.range(),
                             std::span<std::uint8_t>(first, count));
    const auto expect = [&](std::uint64_t at, std::uint64_t begin) {
        unsigned char found = 0;
        check(cudaMemcpy(&found, first + at, 1, cudaMemcpyDeviceToHost), "cudaMemcpy");
        EXPECT_EQ(found, static_cast<unsigned char>(at - begin + 1)) << at;
    };
    expect(2, 0);
    expect(1000, 3);
    expect(middle - 1, 3);
    expect(middle, middle);
    expect(count - 1, middle);
    cudaFree(memory);
}

TEST(SegmentedScanCuda, IsCapturedInAGraphReplayedAndAllocatesOnce) {
    const std::vector<int> elements = random_elements<int>(3'000'000, 5);
    const std::vector<unsigned> offsets = {5, 100, 100, 2'000'000, 2'999'999};
    const cuda_buffer<int> input(elements), output(std::vector<int>(elements.size(), 0));
    const cuda_buffer<unsigned> where(offsets);
    std::vector<int> right(elements.size());
    segmented_inclusive_scan(serial{}, elements, offsets, right);
    const own_stream own;
    const cudaStream_t stream = own.stream;
    const auto call = [&] {
        segmented_inclusive_scan(gpu{stream}, input.range(), where.range(),
                                 std::span<int>(output.address(), elements.size()));
    };
    const captured_graph graph(stream, call);
    for (int replay = 0; replay < 3; ++replay) {
        check(cudaMemsetAsync(output.address(), 0xff, elements.size() * sizeof(int), stream), "cudaMemset");
        graph.launch();
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        EXPECT_EQ(output.values(), right);
    }
    std::size_t before = 0, after = 0, total = 0;
    check(cudaMemGetInfo(&before, &total), "cudaMemGetInfo");
    for (int repetition = 0; repetition < 20; ++repetition) call();
    check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    check(cudaMemGetInfo(&after, &total), "cudaMemGetInfo");
    EXPECT_EQ(before, after);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
