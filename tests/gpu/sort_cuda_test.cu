// Sorts on a GPU: the conformance suite, and what only a GPU has.
#include "tests/gpu/cuda_places.hpp"
#include "tests/library/sort_calls.hpp"
#include "tests/library/sort_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, SortConformance, cuda_place);
const listed<cuda_place, sort_calls> sorts("sort");

/// Several launches a pass: more than 2^30 elements, and places of more than 32 bits.
TEST(SortCuda, MoreThanTwoToTheThirtyTwoElements) {
    if (few_sizes) GTEST_SKIP() << "takes too long under a sanitizer";
    const std::uint64_t count = (std::uint64_t{1} << 32) + 123'456;
    void* memory = nullptr;
    check(cudaMalloc(&memory, count), "cudaMalloc");
    unsigned char* const first = static_cast<unsigned char*>(memory);
    const auto byte_at = [&](std::uint64_t at) {
        unsigned char found = 0;
        check(cudaMemcpy(&found, first + at, 1, cudaMemcpyDeviceToHost), "cudaMemcpy");
        return static_cast<int>(found);
    };
    check(cudaMemset(first, 200, count), "cudaMemset");
    check(cudaMemset(first + count / 2, 5, 1'000'000), "cudaMemset");
    check(cudaMemset(first + count - 3, 7, 3), "cudaMemset");
    workspace scratch;  // gives its 8 GiB back
    sort(cuda{nullptr, &scratch}, std::span<unsigned char>(first, count));
    EXPECT_EQ(byte_at(0), 5);
    EXPECT_EQ(byte_at(999'999), 5);
    EXPECT_EQ(byte_at(1'000'000), 7);
    EXPECT_EQ(byte_at(1'000'002), 7);
    EXPECT_EQ(byte_at(1'000'003), 200);
    EXPECT_EQ(byte_at(count - 1), 200);
    cudaFree(memory);
}

}  // namespace strider::test
