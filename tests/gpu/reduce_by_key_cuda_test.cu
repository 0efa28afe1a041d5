// Reduction by key on a GPU: the conformance suite, and what only a GPU has.
#include "tests/gpu/cuda_backend.hpp"
#include "tests/library/reduce_by_key_calls.hpp"
#include "tests/library/reduce_by_key_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, ReduceByKeyConformance, cuda_backend);
const listed<reduce_by_key_calls, cuda_backend> reductions_by_key("reduce_by_key");

/// Runs whose places need more than 32 bits.
TEST(ReduceByKeyCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 123'456, second = count - 1000;
    const cuda_memory<std::uint8_t> keys(count, 1), unique(count), sums(count);
    keys.fill(2, second, count - second);
    const cuda_buffer<std::uint64_t> runs(std::vector<std::uint64_t>{0});
    reduce_by_key_into(gpu{}, keys.range(), keys.range(), unique.range(), sums.range(), runs.address());
    EXPECT_EQ(runs.value(), 2u);
    EXPECT_EQ(unique.part(0, 2), (std::vector<std::uint8_t>{1, 2}));
    EXPECT_EQ(sums.part(0, 2),
              (std::vector<std::uint8_t>{static_cast<std::uint8_t>(second), static_cast<std::uint8_t>(2000)}));
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
