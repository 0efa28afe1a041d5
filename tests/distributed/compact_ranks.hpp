// Compaction over ranks: the suite, and what ranks alone can get wrong.
#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "tests/distributed/each_rank.hpp"
#include "tests/distributed/ranks_compact.hpp"
#include "tests/library/compact_conformance.hpp"

namespace strider::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CompactConformance);  // which partitions as well

/// Calls of the suite of compaction, partition and unique.
template <class Backend>
class CompactOnlyConformance : public CompactConformance<Backend> {};
TYPED_TEST_SUITE_P(CompactOnlyConformance);

TYPED_TEST_P(CompactOnlyConformance, KeepsWhatSatisfies) {
    const std::uint64_t most = TypeParam::largest_scan, some = std::max<std::uint64_t>(most / 40, 9000);
    this->expect_compacted(random_elements<std::uint32_t>(most, 2), most);
    this->expect_compacted(random_elements<std::uint8_t>(some, 1), some);
    this->expect_compacted(random_elements<colour>(some, 4), some);
    this->expect_compacted(random_elements<bounded_text>(some, 6), some);
}

REGISTER_TYPED_TEST_SUITE_P(CompactOnlyConformance, KeepsWhatSatisfies);

struct is_odd {
    STRIDER_HOST_DEVICE bool operator()(int x) const { return x % 2 != 0; }
};
struct refuses_7 {
    STRIDER_HOST_DEVICE bool operator()(int x) const {
#if !defined(STRIDER_DEVICE_CODE)
        if (x == 7) throw std::runtime_error("seven");
#endif
        return x != 0;
    }
};

template <class Backend>
class CompactOverRanks : public testing::Test {};
TYPED_TEST_SUITE_P(CompactOverRanks);

/// The odd numbers of 0 to 5: at every cut, and in parts of the same size.
TYPED_TEST_P(CompactOverRanks, EveryCutOfAFewElements) {
    using buffer = typename TypeParam::template buffer<int>;
    constexpr std::uint64_t elements = 6;
    for (const int ranks : {1, 2, 3}) {
        for (const auto& first : every_cut(elements, ranks)) {
            const auto thrown = each_rank<TypeParam>(ranks, [&](const auto& here) {
                const auto r = static_cast<std::size_t>(here.rank());
                std::vector<int> mine(first[r + 1] - first[r]);
                std::iota(mine.begin(), mine.end(), static_cast<int>(first[r]));
                const buffer part(mine), output(std::vector<int>(elements, -1));
                const std::uint64_t before = first[r] / 2, kept = first[r + 1] / 2 - before;

                const std::span<int> stays(part.address(), mine.size());
                EXPECT_EQ(compact(here, part.range(), stays, is_odd{}), (compacted{kept, before, elements / 2}));
                const std::vector<int> left = part.values();
                for (std::uint64_t i = 0; i < kept; ++i) EXPECT_EQ(left[i], static_cast<int>(2 * (before + i) + 1));

                const buffer again(mine);
                const std::uint64_t from = 3 * r / static_cast<std::uint64_t>(ranks),
                                    to = 3 * (r + 1) / static_cast<std::uint64_t>(ranks);
                EXPECT_EQ(
                    compact(here, again.range(), std::span<int>(output.address(), to - from), is_odd{}, balanced{}),
                    (compacted{to - from, from, elements / 2}));
                std::vector<int> right(elements, -1);
                for (std::uint64_t i = from; i < to; ++i) right[i - from] = static_cast<int>(2 * i + 1);
                EXPECT_EQ(output.values(), right);
            });
            EXPECT_EQ(thrown, std::vector<std::string>(thrown.size()));
        }
    }
}

TYPED_TEST_P(CompactOverRanks, ABalancedResultMayGoToTheInput) {
    using buffer = typename TypeParam::template buffer<int>;
    each_rank<TypeParam>(3, [](const auto& here) {
        std::vector<int> mine(10 * static_cast<std::size_t>(here.rank()));
        std::iota(mine.begin(), mine.end(), here.rank() == 1 ? 0 : 10);
        const buffer part(mine);
        const buffer small(std::vector<int>(10));
        const auto to = std::span<int>(here.rank() == 0 ? small.address() : part.address(), 10);
        EXPECT_EQ(compact(here, part.range(), to, keeps{256}, balanced{}),
                  (compacted{10, 10 * static_cast<std::uint64_t>(here.rank()), 30}));
        std::vector<int> right(10);
        std::iota(right.begin(), right.end(), 10 * here.rank());
        const std::vector<int> found = (here.rank() == 0 ? small : part).values();
        EXPECT_TRUE(std::equal(right.begin(), right.end(), found.begin()));
    });
}

TYPED_TEST_P(CompactOverRanks, ARankWithoutRoomThrowsOnAllAndWritesNothing) {
    using buffer = typename TypeParam::template buffer<int>;
    const auto thrown = each_rank<TypeParam>(3, [](const auto& here) {
        const buffer part(std::vector<int>(9, 1)), output(std::vector<int>(9, 5));
        const std::span<int> to(output.address(), here.rank() == 1 ? 8 : 9);
        EXPECT_THROW(compact(here, part.range(), to, keeps{256}), std::exception);
        EXPECT_EQ(output.values(), std::vector<int>(9, 5));
        try {
            compact(here, part.range(), to, keeps{256}, balanced{});
        } catch (...) {
            EXPECT_EQ(output.values(), std::vector<int>(9, 5));
            throw;
        }
    });
    const std::string why = "compact: the output has room for 8 of the 9 elements of a balanced part: give it as many";
    EXPECT_EQ(thrown, (std::vector<std::string>{"rank 1: " + why, why, "rank 1: " + why}));
}

TYPED_TEST_P(CompactOverRanks, DifferentCallsAreFoundOut) {
    using buffer = typename TypeParam::template buffer<int>;
    const auto thrown = each_rank<TypeParam>(2, [](const auto& here) {
        const buffer part(std::vector<int>(9, 1)), output(std::vector<int>(9, 5));
        const std::span<int> to(output.address(), 9);
        if (here.rank() == 0) {
            compact(here, part.range(), to, is_odd{});
        } else {
            compact(here, part.range(), to, is_odd{}, balanced{});
        }
    });
    for (const std::string& one : thrown) {
        EXPECT_EQ(one, "rank 1 calls compact to balanced parts and rank 0 compact: make the same call on all ranks");
    }
}

TYPED_TEST_P(CompactOverRanks, APredicateThatThrowsOnOneRankThrowsOnAll) {
    if constexpr (detail::has_host_memory<decltype(TypeParam::policy())>) {
        const auto seven = [](const auto& here, auto... how) {
            const std::vector<int> part(5, here.rank() == 0 ? 7 : 1);
            std::vector<int> output(5);
            compact(here, part, output, refuses_7{}, how...);
        };
        const std::vector<std::string> right = {"seven", "rank 0: seven", "rank 0: seven"};
        EXPECT_EQ(each_rank<TypeParam>(3, [&](const auto& here) { seven(here); }), right);
        EXPECT_EQ(each_rank<TypeParam>(3, [&](const auto& here) { seven(here, balanced{}); }), right);
    }
}

REGISTER_TYPED_TEST_SUITE_P(CompactOverRanks, EveryCutOfAFewElements, ABalancedResultMayGoToTheInput,
                            ARankWithoutRoomThrowsOnAllAndWritesNothing, DifferentCallsAreFoundOut,
                            APredicateThatThrowsOnOneRankThrowsOnAll);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
