// Calls over ranks have the bits of one call on all elements, wherever these are cut. The suites of the library show
// that for every type and operator, over threads of the host; this one takes a few to every other backend and
// transport.
//
// `Ranks` says which ranks there are, and where they compute:
// - on_ranks(elements, seed, work): work(policy, first, end) on every rank, for its part of the elements (test_cut)
// - buffer<T>, as backends have it (tests/library/conformance.hpp)
// - elements: as many as a test has time for
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <strider/distributed.hpp>

#include "tests/distributed/cuts.hpp"
#include "tests/library/elements.hpp"

namespace strider::test {

struct is_odd_sample {
    STRIDER_HOST_DEVICE bool operator()(std::uint32_t x) const { return x % 2 != 0; }
};

template <class Ranks>
class BitsOverRanks : public testing::Test {
protected:
    template <class T>
    using buffer = typename Ranks::template buffer<T>;

    /// A size that no register has; its operator tells in which tree it was applied.
    using wide = words<3>;

    template <class T>
    static std::span<const T> part_of(const std::vector<T>& all, std::uint64_t first, std::uint64_t end) {
        return {all.data() + first, end - first};
    }

    /// For cuts of every kind: even ones, any, and some with ranks that have no elements.
    template <class Work>
    static void at_every_cut(std::uint64_t elements, Work work) {
        for (unsigned seed = 0; seed < 6; ++seed) {
            SCOPED_TRACE(seed);
            Ranks::on_ranks(elements, seed, work);
        }
    }

    /// The elements from `first` on are those of the buffer, to the last bit.
    template <class T>
    static void expect_part(const buffer<T>& found, const std::vector<T>& right, std::uint64_t first) {
        const std::vector<T> values = found.values();
        EXPECT_TRUE(std::ranges::equal(values, part_of(right, first, first + values.size()),
                                       [](const T& a, const T& b) { return same_bits(a, b); }))
            << "from element " << first << " on";
    }
};
TYPED_TEST_SUITE_P(BitsOverRanks);

/// Ranks that reduce the same parts again go ahead without asking.
TYPED_TEST_P(BitsOverRanks, Reductions) {
    const std::vector<float> elements = random_elements<float>(TypeParam::elements, 5);
    const std::vector<typename TestFixture::wide> some_wide = random_words<3>(TypeParam::elements / 10);
    const float sum = reduce(serial{}, elements);
    const typename TestFixture::wide all_wide = reduce(serial{}, some_wide, tell_tree{}, some_wide[0]);
    const std::uint64_t greatest = argmax(serial{}, elements).index;
    this->at_every_cut(elements.size(), [&](const auto& all, std::uint64_t first, std::uint64_t end) {
        const typename TestFixture::template buffer<float> mine(TestFixture::part_of(elements, first, end));
        for (int turn = 0; turn < 3; ++turn) EXPECT_TRUE(same_bits(reduce(all, mine.range()), sum));
        EXPECT_EQ(argmax(all, mine.range()).index, greatest);
    });
    this->at_every_cut(some_wide.size(), [&](const auto& all, std::uint64_t first, std::uint64_t end) {
        const typename TestFixture::template buffer<typename TestFixture::wide> mine(
            TestFixture::part_of(some_wide, first, end));
        EXPECT_TRUE(reduce(all, mine.range(), tell_tree{}, some_wide[0]) == all_wide);
    });
}

TYPED_TEST_P(BitsOverRanks, Scans) {
    const std::vector<float> elements = random_elements<float>(TypeParam::elements, 5);
    const std::vector<typename TestFixture::wide> some_wide = random_words<3>(TypeParam::elements / 10);
    std::vector<float> sums(elements.size());
    std::vector<typename TestFixture::wide> before(some_wide.size());
    inclusive_scan(serial{}, elements, sums);
    exclusive_scan(serial{}, some_wide, before, tell_tree{}, some_wide[0]);
    this->at_every_cut(elements.size(), [&](const auto& all, std::uint64_t first, std::uint64_t end) {
        const typename TestFixture::template buffer<float> mine(TestFixture::part_of(elements, first, end));
        inclusive_scan(all, mine.range(), std::span(mine.address(), end - first));
        TestFixture::expect_part(mine, sums, first);
    });
    this->at_every_cut(some_wide.size(), [&](const auto& all, std::uint64_t first, std::uint64_t end) {
        const typename TestFixture::template buffer<typename TestFixture::wide> mine(
            TestFixture::part_of(some_wide, first, end));
        exclusive_scan(all, mine.range(), std::span(mine.address(), end - first), tell_tree{}, some_wide[0]);
        TestFixture::expect_part(mine, before, first);
    });
}

TYPED_TEST_P(BitsOverRanks, HistogramsAndSelections) {
    const std::vector<std::uint8_t> samples = random_elements<std::uint8_t>(TypeParam::elements, 5);
    std::vector<std::uint64_t> counts(256);
    histogram(serial{}, samples, counts);
    std::vector<std::uint8_t> kept(samples.size());
    kept.resize(compact(serial{}, samples, kept, is_odd_sample{}));
    this->at_every_cut(samples.size(), [&](const auto& all, std::uint64_t first, std::uint64_t end) {
        const typename TestFixture::template buffer<std::uint8_t> mine(TestFixture::part_of(samples, first, end)),
            to(std::vector<std::uint8_t>(samples.size(), 0));
        const typename TestFixture::template buffer<std::uint64_t> found(std::vector<std::uint64_t>(256, 7));
        histogram(all, mine.range(), std::span(found.address(), 256));
        TestFixture::expect_part(found, counts, 0);
        const compacted here =
            compact(all, mine.range(), std::span(to.address(), samples.size()), is_odd_sample{}, balanced{});
        EXPECT_EQ(here.total, kept.size());
        const std::vector<std::uint8_t> values = to.values();
        EXPECT_TRUE(std::equal(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(here.kept),
                               kept.begin() + static_cast<std::ptrdiff_t>(here.before)));
    });
}

TYPED_TEST_P(BitsOverRanks, Columns) {
    constexpr std::uint64_t columns = 7, rows = TypeParam::elements / columns;
    const std::vector<float> elements = random_elements<float>(rows * columns, 5);
    std::vector<float> sums(columns);
    reduce_columns(serial{}, matrix_view<const float>(elements.data(), rows, columns), sums);
    this->at_every_cut(rows, [&](const auto& all, std::uint64_t first, std::uint64_t end) {
        const typename TestFixture::template buffer<float> mine(
            TestFixture::part_of(elements, first * columns, end * columns)),
            found(std::vector<float>(columns, -1));
        reduce_columns(all, matrix_view<const float>(mine.address(), end - first, columns),
                       std::span(found.address(), columns));
        TestFixture::expect_part(found, sums, 0);
    });
}

REGISTER_TYPED_TEST_SUITE_P(BitsOverRanks, Reductions, Scans, HistogramsAndSelections, Columns);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
