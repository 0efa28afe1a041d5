// Every call over ranks, once, with ranges that own their elements.
#include <gtest/gtest.h>

#include <vector>

#include <strider/distributed.hpp>
#include <strider/distributed/threads.hpp>

namespace strider::test {

TEST(EveryCallOverRanks, TakesRangesThatOwnTheirElements) {
    thread_group group(1);
    const distributed all{group.rank(0), serial{}};
    const std::vector<float> values{1, 2, 3, 4};
    std::vector<float> results(4), two(2);
    EXPECT_EQ(reduce(all, values), 10);
    EXPECT_EQ(dot(all, values, values), 30);
    inclusive_scan(all, values, results);
    EXPECT_EQ(results, (std::vector<float>{1, 3, 6, 10}));
    transform(all, values, results, [](float x) { return x + 1; });
    EXPECT_EQ(results, (std::vector<float>{2, 3, 4, 5}));
    const auto is_large = [](float x) { return x > 2; };
    EXPECT_EQ(compact(all, values, results, is_large).kept, 2u);
    EXPECT_EQ(compact(all, values, results, is_large, balanced{}).total, 2u);

    std::vector<std::uint64_t> counts(2);
    EXPECT_EQ(histogram(all, values, even_bins<float>{2, 0, 4}, counts).above, 1u);
    EXPECT_EQ(counts, (std::vector<std::uint64_t>{1, 2}));
    std::vector<std::uint32_t> of_bytes(256);
    histogram(all, std::vector<std::uint8_t>{1, 2, 2}, of_bytes);
    EXPECT_EQ(of_bytes[2], 2u);

    const matrix_view<const float> matrix(values.data(), 2, 2);
    reduce_rows(all, matrix, two);
    EXPECT_EQ(two, (std::vector<float>{3, 7}));
    reduce_columns(all, matrix, two);
    EXPECT_EQ(two, (std::vector<float>{4, 6}));
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
