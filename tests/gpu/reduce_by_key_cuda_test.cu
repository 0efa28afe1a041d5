// Reduction by key on a GPU: the conformance suite, and what only a GPU has.
#include "tests/gpu/cuda_places.hpp"
#include "tests/library/reduce_by_key_calls.hpp"
#include "tests/library/reduce_by_key_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, ReduceByKeyConformance, cuda_place);
const listed<cuda_place, reduce_by_key_calls> reductions_by_key("reduce_by_key");

/// Runs whose places need more than 32 bits.
TEST(ReduceByKeyCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 123'456, second = count - 1000;
    const cuda_memory<std::uint8_t> keys(count), unique(count), sums(count);
    check(cudaMemset(keys.first, 1, count), "cudaMemset");
    check(cudaMemset(keys.first + second, 2, count - second), "cudaMemset");
    const cuda_buffer<std::uint64_t> runs(std::vector<std::uint64_t>{0});
    reduce_by_key_into(gpu{}, keys.range(), keys.range(), unique.range(), sums.range(), runs.address());
    EXPECT_EQ(runs.value(), 2u);
    EXPECT_EQ(unique.front(2), (std::vector<std::uint8_t>{1, 2}));
    EXPECT_EQ(sums.front(2),
              (std::vector<std::uint8_t>{static_cast<std::uint8_t>(second), static_cast<std::uint8_t>(2000)}));
}

TEST(ReduceByKeyCuda, IsCapturedInAGraphReplayedAndAllocatesOnce) {
    const std::vector<float> values = random_elements<float>(3'000'000, 5);
    const auto keys = elements_in_runs<std::uint32_t>(values.size(), 1000, 6);
    std::vector<std::uint32_t> right_keys(keys.size());
    std::vector<float> right(keys.size());
    const std::uint64_t runs = reduce_by_key(serial{}, keys, values, right_keys, right);
    const cuda_buffer<std::uint32_t> from(keys), unique(std::vector<std::uint32_t>(keys.size(), 0));
    const cuda_buffer<float> of(values), results(std::vector<float>(keys.size(), 0));
    const cuda_buffer<std::uint64_t> count(std::vector<std::uint64_t>{0});
    const own_stream own;
    const auto call = [&] {
        reduce_by_key_into(gpu{own.stream}, from.range(), of.range(), std::span(unique.address(), keys.size()),
                           std::span(results.address(), keys.size()), count.address());
    };
    const captured_graph graph(own.stream, call);
    for (int replay = 0; replay < 3; ++replay) {
        check(cudaMemsetAsync(unique.address(), 0, keys.size() * sizeof(std::uint32_t), own.stream), "cudaMemset");
        check(cudaMemsetAsync(results.address(), 0, keys.size() * sizeof(float), own.stream), "cudaMemset");
        graph.launch();
        check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");
        EXPECT_EQ(count.value(), runs);
        EXPECT_EQ(unique.values(), right_keys);
        expect_same(results.values(), right, "results");
    }
    std::size_t before = 0, after = 0, total = 0;
    check(cudaMemGetInfo(&before, &total), "cudaMemGetInfo");
    for (int repetition = 0; repetition < 100; ++repetition) call();
    check(cudaStreamSynchronize(own.stream), "cudaStreamSynchronize");
    check(cudaMemGetInfo(&after, &total), "cudaMemGetInfo");
    EXPECT_EQ(before, after);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
