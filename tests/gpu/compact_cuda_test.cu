// Compaction on a GPU: what only a GPU has.

namespace strider::test {

struct below_four {
    __device__ bool operator()(std::uint8_t a) const { return a < 4; }
};

/// In place, and counts that need more than 32 bits, over several launches.
TEST(CompactCuda, MoreThanTwoToTheThirtyTwoElements) {
    const std::uint64_t count = (std::uint64_t{1} << 32) + 123'456;
    const cuda_memory<std::uint8_t> memory(count, 1);
    const std::span<std::uint8_t> all = memory.range();
    const below_four kept;

    // Two gaps; what stands behind them moves up.
    const std::uint64_t gap = 1'000'003, second = std::uint64_t{3} << 30;
    memory.fill(9, 500, gap);
    memory.fill(7, second, gap);
    memory.put(second + gap, 2);
    memory.put(count - 1, 3);
    EXPECT_EQ(compact(gpu{}, all, all, kept), count - 2 * gap);
    EXPECT_EQ(memory.at(500), 1);
    EXPECT_EQ(memory.at(second - gap - 1), 1);
    EXPECT_EQ(memory.at(second - gap), 2);
    EXPECT_EQ(memory.at(count - 2 * gap - 1), 3);
    EXPECT_EQ(memory.at(count - 1), 3) << "what stands behind is left alone";

    memory.fill(1, 0, count);
    EXPECT_EQ(compact(gpu{}, all, all, kept), count) << "more than 32 bits";
    memory.fill(5, second, 7);
    EXPECT_EQ(unique_copy(gpu{}, all, all), 3u);
    EXPECT_EQ(memory.part(1, 2), (std::vector<std::uint8_t>{5, 1}));
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
