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
    const cuda_memory<std::uint8_t> elements(count);
    std::uint8_t* const first = elements.first;
    check(cudaMemset(first, 200, count), "cudaMemset");
    check(cudaMemset(first + count / 2, 5, 1'000'000), "cudaMemset");
    check(cudaMemset(first + count - 3, 7, 3), "cudaMemset");
    workspace scratch;  // gives its 8 GiB back
    sort(gpu{nullptr, &scratch}, elements.range());
    std::vector<std::uint8_t> right(1'000'000, 5);
    right.insert(right.end(), {7, 7, 7, 200});
    EXPECT_EQ(elements.front(right.size()), right);
    std::uint8_t last = 0;
    check(cudaMemcpy(&last, first + count - 1, 1, cudaMemcpyDeviceToHost), "cudaMemcpy");
    EXPECT_EQ(last, 200);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
