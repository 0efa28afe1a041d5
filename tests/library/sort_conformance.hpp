// The suite of every backend's sorts (conformance.hpp). The right results are those of std::stable_sort.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include <strider/sort.hpp>
#include <strider/top_k.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

/// Eight bytes, sorted by two of them.
struct particle {
    float weight;
    std::int16_t cell;
    std::uint16_t number;
    bool operator==(const particle&) const = default;
};
template <>
inline particle from_bits(std::uint64_t bits) {
    return {static_cast<float>(bits >> 40), static_cast<std::int16_t>(bits % 50 - 25),
            static_cast<std::uint16_t>(bits >> 20)};
}

/// Sizes that change the shape: warps, tiles of 2 to 23 elements a thread, many tiles.
inline const std::vector<std::uint64_t> sort_sizes = {1,    2,    31,   33,   255,  768,    769,
                                                      1023, 4224, 4225, 8831, 8832, 65'537, 300'001};

/// The two lowest of a number's bytes: half the passes.
struct low_half {
    STRIDER_HOST_DEVICE std::uint16_t operator()(std::uint32_t x) const { return static_cast<std::uint16_t>(x); }
};

template <class Backend>
class SortConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }
    static std::uint64_t most() { return Backend::largest; }
    template <class T>
    static std::span<T> all_of(const buffer<T>& elements) {
        return {elements.address(), elements.range().size()};
    }

    template <class T, class Order, class Projection>
    static std::vector<T> stably_sorted(std::vector<T> elements, Order order, Projection projection) {
        std::ranges::stable_sort(elements, order, projection);
        return elements;
    }

    /// A sort in place, and to another place, which leaves the input alone.
    template <class T, class Order = std::less<>, class Projection = std::identity>
    static void expect_sorted(const std::vector<T>& all, Order order = {}, Projection projection = {}) {
        for (const std::uint64_t size : sizes_up_to(all.size(), sort_sizes, 2)) {
            const std::vector<T> elements(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
            const std::vector<T> right = stably_sorted(elements, order, projection);
            const buffer<T> input(elements, size % 2), output(elements, size / 2 % 2);
            sort(here(), input.range(), all_of(output), order, projection);
            expect_same(output.values(), right, "sort");
            expect_same(input.values(), elements, "the input of sort");
            sort(here(), all_of(input), order, projection);
            expect_same(input.values(), right, "sort");
        }
    }

    /// Values are numbered: they tell whether equal keys stayed in order.
    template <class Value, class Key, class Order = std::less<>>
    static void expect_pairs(const std::vector<Key>& all, Order order = {}) {
        for (const std::uint64_t size : sizes_up_to(all.size(), sort_sizes, 1)) {
            const std::vector<Key> keys(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
            std::vector<std::uint64_t> places(size);
            for (std::uint64_t i = 0; i < size; ++i) places[i] = i;
            std::stable_sort(places.begin(), places.end(),
                             [&](std::uint64_t a, std::uint64_t b) { return order(keys[a], keys[b]); });
            std::vector<Value> values, right_values;
            std::vector<Key> right_keys;
            for (std::uint64_t i = 0; i < size; ++i) values.push_back(from_bits<Value>(i * 0x9e3779b97f4a7c15u));
            for (const std::uint64_t place : places) {
                right_values.push_back(values[place]);
                right_keys.push_back(keys[place]);
            }
            const buffer<Key> input(keys, size % 2), sorted(keys);
            const buffer<Value> of_input(values), of_sorted(values);
            sort_pairs(here(), input.range(), of_input.range(), all_of(sorted), all_of(of_sorted), order);
            expect_same(sorted.values(), right_keys, "keys of sort_pairs");
            expect_same(of_sorted.values(), right_values, "values of sort_pairs");
            expect_same(of_input.values(), values, "the values that are given to sort_pairs");
            sort_pairs(here(), all_of(input), all_of(of_input), order);
            expect_same(input.values(), right_keys, "keys of sort_pairs");
            expect_same(of_input.values(), right_values, "values of sort_pairs");
        }
    }

    /// The first of the sorted elements, for several numbers of them.
    template <class T, class Order = std::greater<>, class Projection = std::identity>
    static void expect_top(const std::vector<T>& all, Order order = {}, Projection projection = {}) {
        for (const std::uint64_t size : sizes_up_to(all.size(), sort_sizes, 1)) {
            const std::vector<T> elements(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
            const std::vector<T> sorted = stably_sorted(elements, order, projection);
            const buffer<T> input(elements, size % 2);
            for (const std::uint64_t k : {std::uint64_t{1}, std::min<std::uint64_t>(size, 10), size / 3, size}) {
                const buffer<T> output(elements);
                top_k(here(), input.range(), std::span<T>(output.address(), k), order, projection);
                std::vector<T> right = elements;
                std::copy_n(sorted.begin(), k, right.begin());
                expect_same(output.values(), right, "the first " + std::to_string(k));
            }
        }
    }
};
TYPED_TEST_SUITE_P(SortConformance);

TYPED_TEST_P(SortConformance, SortsNumbersOfEverySize) {
    const std::uint64_t most = this->most(), some = std::min<std::uint64_t>(most, 9000);
    this->expect_sorted(random_elements<std::uint32_t>(most, 1));
    this->expect_sorted(random_elements<std::int8_t>(some, 2));
    this->expect_sorted(random_elements<std::uint16_t>(some, 3), std::greater{});
    this->expect_sorted(random_elements<float>(some, 6), std::ranges::greater{});
    if constexpr (every_type) {
        this->expect_sorted(random_elements<std::int64_t>(some, 4), std::greater<std::int64_t>{});
        this->expect_sorted(random_elements<double>(some, 5));
    }
}

TYPED_TEST_P(SortConformance, SortsElementsByANumberInThem) {
    const std::uint64_t some = std::min<std::uint64_t>(this->most(), 20'000);
    this->expect_sorted(random_elements<particle>(some, 1), std::less{}, &particle::cell);
    this->expect_sorted(random_elements<particle>(some, 2), std::greater{}, &particle::weight);
    this->expect_sorted(random_elements<bounded_text>(some / 4, 3), std::less{}, &bounded_text::length);
    this->expect_sorted(random_elements<std::uint32_t>(some, 4), std::less{}, low_half{});
}

TYPED_TEST_P(SortConformance, TakesValuesAlong) {
    const std::uint64_t most = this->most(), some = std::min<std::uint64_t>(most, 9000);
    std::vector<std::uint32_t> few = random_elements<std::uint32_t>(most, 1);
    for (std::uint32_t& key : few) key %= 10;
    this->template expect_pairs<affine>(few);
    this->template expect_pairs<bounded_text>(random_elements<std::int16_t>(some, 2), std::greater{});
    if constexpr (every_type) {
        this->template expect_pairs<affine>(few, std::greater{});
        this->template expect_pairs<bounded_text>(random_elements<std::int16_t>(some, 2));
        this->template expect_pairs<particle>(random_elements<std::uint64_t>(some, 3));
        this->template expect_pairs<affine>(random_elements<std::uint8_t>(some, 4));
    }
}

TYPED_TEST_P(SortConformance, LeavesEqualKeysInOrder) {
    const std::uint64_t some = std::min<std::uint64_t>(this->most(), 20'000);
    this->template expect_pairs<affine>(std::vector<std::uint32_t>(some, 7));
    std::vector<std::uint32_t> falling(some);
    for (std::uint64_t i = 0; i < some; ++i) falling[i] = ~static_cast<std::uint32_t>(i / 3);
    this->template expect_pairs<affine>(falling);
    if constexpr (every_type) {
        this->template expect_pairs<affine>(std::vector<std::int32_t>(falling.begin(), falling.end()));
    }
}

TYPED_TEST_P(SortConformance, SortsNanAndInfinityToTheEnds) {
    const auto expect = [this]<class T>(T zero) {
        using limits = std::numeric_limits<T>;
        const T nan = limits::quiet_NaN(), infinity = limits::infinity(), least = limits::denorm_min();
        const std::vector<T> right = {-nan, -infinity, limits::lowest(), -1, -least, zero, least, 1, infinity, nan};
        std::vector<T> elements(right.rbegin(), right.rend());
        std::swap(elements[2], elements[7]);
        const typename TypeParam::template buffer<T> range(elements);
        sort(this->here(), this->all_of(range));
        expect_same(range.values(), right, "from the least");
        sort(this->here(), this->all_of(range), std::greater{});
        expect_same(range.values(), std::vector<T>(right.rbegin(), right.rend()), "from the greatest");
    };
    expect(0.0f);
    if constexpr (every_type) expect(0.0);
}

/// -0 and +0 compare equal.
TYPED_TEST_P(SortConformance, LeavesSignedZerosInOrder) {
    const std::uint64_t some = std::min<std::uint64_t>(this->most(), 9000);
    const auto expect = [&]<class T>(T zero) {
        const T values[] = {-zero, zero, -zero, zero, -std::numeric_limits<T>::denorm_min(), 1};
        std::vector<T> keys;
        for (const std::uint8_t bits : random_elements<std::uint8_t>(some, 5)) keys.push_back(values[bits % 6]);
        this->expect_sorted(keys);
        this->expect_sorted(keys, std::greater{});
        this->expect_top(keys);
        this->template expect_pairs<affine>(keys);
    };
    expect(0.0f);
    if constexpr (every_type) expect(0.0);
}

TYPED_TEST_P(SortConformance, FindsTheFirst) {
    const std::uint64_t most = this->most(), some = std::min<std::uint64_t>(most, 9000);
    this->expect_top(random_elements<std::uint32_t>(most, 1));
    this->expect_top(random_elements<particle>(some, 4), std::less{}, &particle::cell);
    this->expect_top(std::vector<std::uint32_t>(some, 7));
    std::vector<double> rising(some);
    for (std::uint64_t i = 0; i < some; ++i) rising[i] = static_cast<double>(i);
    this->expect_top(rising);
    if constexpr (every_type) {
        this->expect_top(random_elements<std::int8_t>(some, 2), std::less{});
        this->expect_top(random_elements<double>(some, 3));
        this->expect_top(std::vector<std::int64_t>(some, -7));
        this->expect_top(std::vector<std::uint16_t>(rising.begin(), rising.end()));
    }
}

TYPED_TEST_P(SortConformance, SortsBooleans) {
    std::vector<std::uint8_t> bits = random_elements<std::uint8_t>(1000, 9);
    for (std::uint8_t& bit : bits) bit %= 2;
    const typename TypeParam::template buffer<std::uint8_t> range(bits);
    sort(this->here(), std::span<bool>(reinterpret_cast<bool*>(range.address()), bits.size()));
    std::sort(bits.begin(), bits.end());
    EXPECT_EQ(range.values(), bits);
}

TYPED_TEST_P(SortConformance, TakesEmptyRanges) {
    using number = std::uint32_t;
    const typename TypeParam::template buffer<number> numbers(std::vector<number>{3, 1, 7});
    const auto none = std::span<number>(numbers.address(), 0);
    sort(this->here(), none);
    sort(this->here(), numbers.range().first(0), this->all_of(numbers));
    sort_pairs(this->here(), none, std::span<affine>());
    top_k(this->here(), none, none);
    EXPECT_EQ(numbers.values(), (std::vector<number>{3, 1, 7}));
}

REGISTER_TYPED_TEST_SUITE_P(SortConformance, SortsNumbersOfEverySize, SortsElementsByANumberInThem, TakesValuesAlong,
                            LeavesEqualKeysInOrder, SortsNanAndInfinityToTheEnds, LeavesSignedZerosInOrder,
                            FindsTheFirst, SortsBooleans, TakesEmptyRanges);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
