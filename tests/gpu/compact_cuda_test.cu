// Compaction on a GPU: the conformance suite, and what only a GPU has.
#include "tests/gpu/cuda_places.hpp"
#include "tests/library/compact_calls.hpp"
#include "tests/library/compact_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, CompactConformance, cuda_place);
const listed<cuda_place, compact_calls> compactions("compact");

struct below_four {
    __device__ bool operator()(std::uint8_t a) const { return a < 4; }
};

/// In place, and counts that need more than 32 bits, over several launches.
TEST(CompactCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 123'456;
    void* memory = nullptr;
    check(cudaMalloc(&memory, count), "cudaMalloc");
    unsigned char* const first = static_cast<unsigned char*>(memory);
    const std::span<const std::uint8_t> input(first, count);
    const std::span<std::uint8_t> output(first, count);
    const auto byte_at = [&](std::uint64_t at) {
        unsigned char found = 0;
        check(cudaMemcpy(&found, first + at, 1, cudaMemcpyDeviceToHost), "cudaMemcpy");
        return static_cast<int>(found);
    };
    const below_four kept;

    // Two gaps; what stands behind them moves up.
    const std::uint64_t gap = 1'000'003, second = std::uint64_t{3} << 30;
    check(cudaMemset(first, 1, count), "cudaMemset");
    check(cudaMemset(first + 500, 9, gap), "cudaMemset");
    check(cudaMemset(first + second, 7, gap), "cudaMemset");
    check(cudaMemset(first + second + gap, 2, 1), "cudaMemset");
    check(cudaMemset(first + count - 1, 3, 1), "cudaMemset");
    EXPECT_EQ(compact(gpu{}, input, output, kept), count - 2 * gap);
    EXPECT_EQ(byte_at(500), 1);
    EXPECT_EQ(byte_at(second - gap - 1), 1);
    EXPECT_EQ(byte_at(second - gap), 2);
    EXPECT_EQ(byte_at(count - 2 * gap - 1), 3);
    EXPECT_EQ(byte_at(count - 1), 3) << "what stands behind is left alone";

    check(cudaMemset(first, 1, count), "cudaMemset");
    EXPECT_EQ(compact(gpu{}, input, output, kept), count) << "more than 32 bits";
    check(cudaMemset(first + second, 5, 7), "cudaMemset");
    EXPECT_EQ(unique_copy(gpu{}, input, output), 3u);
    EXPECT_EQ(byte_at(1), 5);
    EXPECT_EQ(byte_at(2), 1);
    cudaFree(memory);
}

TEST(CompactCuda, IsCapturedInAGraphAndReplayed) {
    const std::vector<std::uint32_t> elements = random_elements<std::uint32_t>(3'000'000, 5);
    const cuda_buffer<std::uint32_t> input(elements), kept(elements), parted(elements);
    const cuda_buffer<std::uint64_t> counts(std::vector<std::uint64_t>{0, 0});
    std::vector<std::uint32_t> right_kept = elements, right_parted = elements;
    const std::uint64_t right = compact(serial{}, elements, right_kept, keeps{99});
    partition(serial{}, elements, right_parted, keeps{99});
    right_kept.resize(right);
    const own_stream own;
    const cudaStream_t stream = own.stream;
    const std::size_t size = elements.size();
    const captured_graph graph(stream, [&] {
        compact_into(gpu{stream}, input.range(), std::span<std::uint32_t>(kept.address(), size), counts.address(),
                     keeps{99});
        partition_into(gpu{stream}, input.range(), std::span<std::uint32_t>(parted.address(), size),
                       counts.address() + 1, keeps{99});
    });
    for (int replay = 0; replay < 3; ++replay) {
        check(cudaMemsetAsync(kept.address(), 0xff, size * sizeof(std::uint32_t), stream), "cudaMemset");
        check(cudaMemsetAsync(parted.address(), 0xff, size * sizeof(std::uint32_t), stream), "cudaMemset");
        check(cudaMemsetAsync(counts.address(), 0xff, 2 * sizeof(std::uint64_t), stream), "cudaMemset");
        graph.launch();
        check(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
        EXPECT_EQ(counts.values(), (std::vector<std::uint64_t>{right, right}));
        std::vector<std::uint32_t> found = kept.values();
        EXPECT_EQ(found.back(), ~0u);
        found.resize(right);
        EXPECT_EQ(found, right_kept);
        EXPECT_EQ(parted.values(), right_parted);
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
