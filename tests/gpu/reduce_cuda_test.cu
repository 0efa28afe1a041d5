// The reduction on a GPU: what only a GPU has: streams, graphs, memory beyond 2^32 elements.
#include <thread>

#include "tests/library/decades.hpp"

namespace strider::test {

TEST(ReduceCuda, TheSumOfTwelveDecadesHasTheBitsOfEveryBackend) {
    const cuda_buffer<float> elements(decades_elements());
    EXPECT_EQ(std::bit_cast<std::uint32_t>(reduce(gpu{}, elements.range())), decades_sum_bits);
}

TEST(ReduceCuda, LargeChunksHaveTheBitsOfTheOracle) {
    const std::vector<float> elements = random_elements<float>((std::uint64_t{1} << 27) + 12'345, 1);
    const cuda_buffer<float> copy(elements, 1);
    EXPECT_TRUE(same_bits(reduce(gpu{}, copy.range()), reduce(serial{}, elements)));
}

TEST(ReduceCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 12'345;
    const cuda_memory<std::uint8_t> elements(count, 1);
    EXPECT_EQ(reduce(gpu{}, elements.range(), plus{}, std::uint64_t{0}), count);
    elements.put(count - 7, 0);
    EXPECT_EQ(argmin(gpu{}, elements.range()).index, count - 7);
}

TEST(ReduceCuda, StreamsAndHostThreadsDoNotDisturbOneAnother) {
    const std::vector<double> elements = random_elements<double>(1'000'003, 9);
    const cuda_buffer<double> input(elements);
    const double expected = reduce(serial{}, elements);
    std::vector<std::thread> threads;
    std::vector<int> wrong(8, 0);
    for (std::size_t t = 0; t < wrong.size(); ++t) {
        threads.emplace_back([&, t] {
            const own_stream own;
            // Half of the threads share the default stream, the others have their own.
            const gpu policy{t % 2 == 0 ? cudaStream_t{} : own.stream};
            for (int call = 0; call < 200; ++call) wrong[t] += !same_bits(reduce(policy, input.range()), expected);
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(wrong, std::vector<int>(8, 0));
}

TEST(ReduceCuda, ErrorsSayWhatFailedAndWhatToDo) {
    try {
        check(cudaErrorMemoryAllocation, "cudaMalloc");
        FAIL() << "nothing was thrown";
    } catch (const cuda_error& error) {
        EXPECT_EQ(error.code(), cudaErrorMemoryAllocation);
        EXPECT_NE(std::string(error.what()).find("cudaMalloc failed: cudaErrorMemoryAllocation"), std::string::npos);
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
