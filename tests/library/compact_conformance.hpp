// The suite of every backend's compaction, partition and unique (conformance.hpp). The right results are the standard
// library's.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <type_traits>
#include <vector>

#include <strider/compact.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

/// Three bytes, aligned to one.
struct colour {
    std::uint8_t red, green, blue;
    bool operator==(const colour&) const = default;
};
template <>
inline colour from_bits(std::uint64_t bits) {
    return {static_cast<std::uint8_t>(bits), static_cast<std::uint8_t>(bits >> 8),
            static_cast<std::uint8_t>(bits >> 16)};
}

/// Keeps so many of 256, by all bytes of an element.
struct keeps {
    unsigned of_256;
    template <class T>
    STRIDER_HOST_DEVICE bool operator()(const T& element) const {
        // g++ 13 and 14, at -O3, take wrong bytes of an int in a loop over many.
        if constexpr (std::is_integral_v<T> && std::is_signed_v<T>) {
            return (*this)(static_cast<std::make_unsigned_t<T>>(element));
        }
        const auto* const bytes = reinterpret_cast<const unsigned char*>(&element);
        unsigned hash = 0;
        for (unsigned i = 0; i < sizeof(T); ++i) hash = (hash + bytes[i]) * 2654435769u;
        return hash >> 24 < of_256;
    }
};

/// No equivalence: tells in which order neighbours are given.
struct rises {
    STRIDER_HOST_DEVICE bool operator()(int left, int element) const { return left < element; }
};

/// Sizes that change the shape: pieces, rows, tiles of 2 rows for elements of 1 to 32 bytes, many tiles.
inline const std::vector<std::uint64_t> compact_sizes = {1,    2,    3,    15,   16,   31,     32,      33,       127,
                                                         128,  129,  511,  512,  513,  1023,   1025,    2047,     2048,
                                                         2049, 4096, 4097, 8191, 8193, 65'537, 140'001, 2'500'003};

template <class Backend>
class CompactConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }

    static std::vector<std::uint64_t> sizes(std::uint64_t most) { return sizes_up_to(most, compact_sizes, 3); }

    /// Elements whose neighbours are often equal.
    template <class T>
    static std::vector<T> runs(std::uint64_t count, std::uint64_t seed) {
        std::vector<T> elements = random_elements<T>(count, seed);
        std::mt19937_64 random(seed);
        for (std::uint64_t i = 1; i < count; ++i) {
            if (random() % 2 == 0) elements[i] = elements[i - 1];
        }
        return elements;
    }

    /// `call(policy, input, output, count)` gives `right`, and leaves what stands behind it: `count` is null where the
    /// number is returned. Addresses are `offset` elements after an aligned one; or the output is the input.
    template <class T, class Call>
    static void expect_call(const std::vector<T>& elements, std::size_t offset, bool in_place,
                            const std::vector<T>& right, std::uint64_t selected, const std::string& what, Call call) {
        for (const bool into : {false, true}) {
            const buffer<T> input(elements, offset);
            const std::vector<T> filling(elements.size() + 3, elements.front());
            const buffer<T> elsewhere(filling, offset);
            const buffer<T>& output = in_place ? input : elsewhere;
            const std::size_t room = in_place ? elements.size() : filling.size();
            const buffer<std::uint64_t> count(std::vector<std::uint64_t>{~std::uint64_t{0}});
            const std::span<T> to(output.address(), room);
            const std::uint64_t returned = call(here(), input.range(), to, into ? count.address() : nullptr);
            ASSERT_EQ(into ? count.values().front() : returned, selected) << what << " of " << elements.size();
            std::vector<T> all = in_place ? elements : filling;
            std::copy(right.begin(), right.end(), all.begin());
            expect_same(output.values(), all, what + (in_place ? " in place" : ""));
        }
    }

    template <class T>
    static void expect_compacted(const std::vector<T>& all, std::uint64_t most) {
        unsigned kept = 0;  // of 256: each size takes the next fraction
        for (const std::uint64_t size : sizes(most)) {
            constexpr unsigned fractions[] = {128, 256, 3, 250, 0};
            const keeps predicate{fractions[kept++ % 5]};
            const std::vector<T> elements(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
            std::vector<T> right;
            std::copy_if(elements.begin(), elements.end(), std::back_inserter(right), predicate);
            const auto call = [&](auto policy, auto from, auto to, std::uint64_t* count) {
                if (count == nullptr) return compact(policy, from, to, predicate);
                compact_into(policy, from, to, count, predicate);
                return std::uint64_t{0};
            };
            expect_call(elements, size % 2, false, right, right.size(), "compact", call);
            expect_call(elements, size / 2 % 2, true, right, right.size(), "compact", call);
        }
    }

    template <class T>
    static void expect_partitioned(const std::vector<T>& all, std::uint64_t most) {
        unsigned kept = 0;
        for (const std::uint64_t size : sizes(most)) {
            constexpr unsigned fractions[] = {100, 0, 250, 256};
            const keeps predicate{fractions[kept++ % 4]};
            const std::vector<T> elements(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
            std::vector<T> right = elements;
            const auto end = std::stable_partition(right.begin(), right.end(), predicate);
            expect_call(elements, size % 2, false, right, static_cast<std::uint64_t>(end - right.begin()), "partition",
                        [&](auto policy, auto from, auto to, std::uint64_t* count) {
                            if (count == nullptr) return partition(policy, from, to, predicate);
                            partition_into(policy, from, to, count, predicate);
                            return std::uint64_t{0};
                        });
        }
    }

    template <class T, class Equal = equal_to>
    static void expect_unique(const std::vector<T>& all, std::uint64_t most, Equal equal = {}) {
        for (const std::uint64_t size : sizes(most)) {
            const std::vector<T> elements(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
            std::vector<T> right;
            std::unique_copy(elements.begin(), elements.end(), std::back_inserter(right), equal);
            const auto call = [&](auto policy, auto from, auto to, std::uint64_t* count) {
                if (count == nullptr) return unique_copy(policy, from, to, equal);
                unique_copy_into(policy, from, to, count, equal);
                return std::uint64_t{0};
            };
            expect_call(elements, size % 2, false, right, right.size(), "unique_copy", call);
            expect_call(elements, size / 2 % 2, true, right, right.size(), "unique_copy", call);
        }
    }
};
TYPED_TEST_SUITE_P(CompactConformance);

TYPED_TEST_P(CompactConformance, KeepsWhatSatisfies) {
    const std::uint64_t most = TypeParam::largest_scan, some = std::max<std::uint64_t>(most / 40, 9000);
    this->expect_compacted(random_elements<std::uint8_t>(most, 1), most);
    this->expect_compacted(random_elements<std::uint32_t>(most, 2), most);
    this->expect_compacted(random_elements<colour>(some, 4), some);
    if constexpr (every_type_at<TypeParam>) {
        this->expect_compacted(random_elements<double>(some, 3), some);
        this->expect_compacted(random_elements<triangle>(some, 5), some);
    }
    this->expect_compacted(random_elements<bounded_text>(some, 6), some);
}

TYPED_TEST_P(CompactConformance, PutsTheOthersBehind) {
    const std::uint64_t most = TypeParam::largest_scan, some = std::max<std::uint64_t>(most / 40, 9000);
    this->expect_partitioned(random_elements<std::uint32_t>(most, 1), most);
    if constexpr (every_type_at<TypeParam>) {
        this->expect_partitioned(random_elements<std::uint16_t>(most, 1), most);
        this->expect_partitioned(random_elements<std::int32_t>(most, 2), most);
    }
    this->expect_partitioned(random_elements<text>(some, 3), some);
}

TYPED_TEST_P(CompactConformance, KeepsTheFirstOfEveryRun) {
    const std::uint64_t most = TypeParam::largest_scan, some = std::max<std::uint64_t>(most / 40, 9000);
    if constexpr (every_type_at<TypeParam>) this->expect_unique(this->template runs<std::uint8_t>(most, 1), most);
    this->expect_unique(this->template runs<std::uint32_t>(most, 2), most);
    this->expect_unique(this->template runs<matrix>(some, 3), some);
    std::vector<std::uint32_t> distinct(some), same(some, 7);
    for (std::uint64_t i = 0; i < some; ++i) distinct[i] = static_cast<std::uint32_t>(i);
    this->expect_unique(distinct, some);
    this->expect_unique(same, some);
}

TYPED_TEST_P(CompactConformance, CallsAnEquivalenceWithTheLeftElementFirst) {
    std::vector<int> elements(5000);
    std::vector<int> right;
    for (int i = 0; i < 5000; ++i) {
        elements[static_cast<std::size_t>(i)] = i % 7 * 10;
        if (i % 7 == 0) right.push_back(0);  // the only ones that are less than their left neighbour
    }
    const rises equal;
    this->expect_call(elements, 0, false, right, right.size(), "unique_copy",
                      [&](auto policy, auto from, auto to, std::uint64_t* count) {
                          if (count == nullptr) return unique_copy(policy, from, to, equal);
                          unique_copy_into(policy, from, to, count, equal);
                          return std::uint64_t{0};
                      });
}

TYPED_TEST_P(CompactConformance, KeepsSpecialValues) {
    using limits = std::numeric_limits<float>;
    const float nan = limits::quiet_NaN(), infinity = limits::infinity();
    std::vector<float> payload(1);
    const std::uint32_t bits = 0xffc12345;
    std::memcpy(payload.data(), &bits, sizeof bits);
    const std::vector<float> elements = {
        nan, nan, -0.0f, 0.0f, 0.0f, -0.0f, 1, 1, infinity, infinity, -infinity, limits::denorm_min(), 0, payload[0]};
    const std::vector<float> right = {nan, nan, -0.0f, 1, infinity, -infinity, limits::denorm_min(), 0, payload[0]};
    this->expect_call(elements, 0, true, right, right.size(), "unique_copy",
                      [&](auto policy, auto from, auto to, std::uint64_t* count) {
                          if (count == nullptr) return unique_copy(policy, from, to);
                          unique_copy_into(policy, from, to, count);
                          return std::uint64_t{0};
                      });
    if constexpr (every_type_at<TypeParam>) {
        this->expect_call(elements, 0, true, elements, elements.size(), "compact",
                          [&](auto policy, auto from, auto to, std::uint64_t* count) {
                              if (count == nullptr) return compact(policy, from, to, keeps{256});
                              compact_into(policy, from, to, count, keeps{256});
                              return std::uint64_t{0};
                          });
    }
}

TYPED_TEST_P(CompactConformance, TakesEmptyRanges) {
    using number = std::uint32_t;
    const typename TypeParam::template buffer<number> numbers(std::vector<number>{3, 1, 7});
    const typename TypeParam::template buffer<std::uint64_t> counts(std::vector<std::uint64_t>{5, 5, 5});
    const auto none = numbers.range().first(0);
    const std::span<number> all(numbers.address(), 3);
    EXPECT_EQ(compact(this->here(), none, all, keeps{256}), 0u);
    EXPECT_EQ(partition(this->here(), none, all, keeps{256}), 0u);
    EXPECT_EQ(unique_copy(this->here(), none, all), 0u);
    compact_into(this->here(), none, all, counts.address(), keeps{256});
    partition_into(this->here(), none, all, counts.address() + 1, keeps{256});
    unique_copy_into(this->here(), none, all, counts.address() + 2);
    EXPECT_EQ(counts.values(), (std::vector<std::uint64_t>{0, 0, 0}));
    EXPECT_EQ(numbers.values(), (std::vector<number>{3, 1, 7}));
    EXPECT_EQ(partition(this->here(), numbers.range().first(1), all.subspan(1, 1), keeps{0}), 0u) << "side by side";
}

REGISTER_TYPED_TEST_SUITE_P(CompactConformance, KeepsWhatSatisfies, PutsTheOthersBehind, KeepsTheFirstOfEveryRun,
                            CallsAnEquivalenceWithTheLeftElementFirst, KeepsSpecialValues, TakesEmptyRanges);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
