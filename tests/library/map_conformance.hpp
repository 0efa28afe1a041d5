// The suite of every backend's map, gather and scatter (conformance.hpp).
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <strider/gather.hpp>
#include <strider/map.hpp>
#include <strider/scatter.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

struct widened {
    STRIDER_HOST_DEVICE float operator()(std::uint8_t x) const { return static_cast<float>(x) - 7.5f; }
};
struct narrowed {
    STRIDER_HOST_DEVICE std::uint32_t operator()(float x) const { return x > 0 ? 300u : 2u; }  // to be converted
};
struct tripled {
    STRIDER_HOST_DEVICE std::int32_t operator()(std::int32_t x) const {
        return static_cast<std::int32_t>(3u * static_cast<std::uint32_t>(x));
    }
};
struct turned {
    STRIDER_HOST_DEVICE bounded_text operator()(const bounded_text& x) const {
        return {x.power, x.hash, x.last, x.first, x.length, x.changes};
    }
};
struct numbered {
    STRIDER_HOST_DEVICE std::uint64_t operator()(std::uint16_t x, std::uint64_t i) const { return i << 16 | x; }
};
/// The second parameter is not an index: the call did not ask for one.
struct plus_one_unless_told {
    STRIDER_HOST_DEVICE std::int32_t operator()(std::int32_t x, std::uint64_t more = 1) const {
        return static_cast<std::int32_t>(static_cast<std::uint32_t>(x) + static_cast<std::uint32_t>(more));
    }
};
struct scaled {
    STRIDER_HOST_DEVICE triangle operator()(const triangle& x, std::uint8_t by) const {
        return {x.a * by, x.b + by, x.d ^ by};
    }
};
struct less_of {
    STRIDER_HOST_DEVICE float operator()(float a, float b) const { return minimum{}(a, b); }
};

template <class Backend>
class MapConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }

    static std::vector<std::uint64_t> sizes() {
        return sizes_up_to(Backend::largest, {1, 2, 15, 16, 17, 31, 33, 255, 257, 1023, 1024, 1025, 4097, 8191, 16'385,
                                              70'000, 1'000'003});
    }

    /// At every size, with input and output `from` and `to` elements after an aligned address.
    template <class T, class U, class Function>
    static void expect_map(std::size_t from, std::size_t to, Function function) {
        const std::vector<T> elements = random_elements<T>(Backend::largest, 3);
        const U untouched = random_elements<U>(1, 8)[0];
        for (const std::uint64_t size : sizes()) {
            const std::span<const T> range(elements.data(), size);
            std::vector<U> right(size + 1, untouched);
            for (std::uint64_t i = 0; i < size; ++i) {
                right[i] = static_cast<U>(transformed{contiguous<T>{elements.data()}, function}(i));
            }
            const buffer<T> input(range, from);
            const buffer<U> output(std::vector<U>(size + 1, untouched), to);
            transform(here(), input.range(), std::span<U>(output.address(), size + 1), function);
            expect_same(output.values(), right, "map from " + std::to_string(from) + " to " + std::to_string(to));
            if constexpr (std::is_same_v<T, U>) {
                transform(here(), input.range(), std::span<T>(input.address(), size), function);
                right.pop_back();
                expect_same(input.values(), right, "map in place");
            }
        }
    }

    template <class A, class B, class U, class Function>
    static void expect_map_of_two(std::size_t first, std::size_t second, std::size_t to, Function function) {
        const std::vector<A> a = random_elements<A>(Backend::largest, 4);
        const std::vector<B> b = random_elements<B>(Backend::largest, 5);
        for (const std::uint64_t size : sizes()) {
            std::vector<U> right(size);
            for (std::uint64_t i = 0; i < size; ++i) right[i] = static_cast<U>(function(a[i], b[i]));
            const buffer<A> left(std::span<const A>(a.data(), size), first);
            const buffer<B> other(std::span<const B>(b.data(), size), second);
            const buffer<U> output(std::vector<U>(size), to);
            transform(here(), left.range(), other.range(), std::span<U>(output.address(), size), function);
            expect_same(output.values(), right, "map of two");
            if constexpr (std::is_same_v<A, U>) {
                transform(here(), left.range(), other.range(), std::span<U>(left.address(), size), function);
                expect_same(left.values(), right, "map of two in place");
            }
        }
    }

    /// `count` indices below `places`: distinct ones, or half of them on eight places.
    template <class Index>
    static std::vector<Index> indices(std::uint64_t count, std::uint64_t places, bool distinct) {
        std::vector<Index> made(distinct ? places : count);
        std::mt19937_64 random(17);
        if (distinct) {
            std::iota(made.begin(), made.end(), Index{0});
            std::shuffle(made.begin(), made.end(), random);
            made.resize(count);
        } else {
            for (std::uint64_t i = 0; i < count; ++i) {
                made[i] = static_cast<Index>(random() % (i % 2 == 0 ? std::min<std::uint64_t>(8, places) : places));
            }
        }
        return made;
    }

    template <class T, class Index>
    static void expect_gather_and_scatter(std::size_t offset) {
        const T untouched = random_elements<T>(1, 9)[0];
        for (const std::uint64_t size : sizes()) {
            const std::uint64_t places = size + size / 3;
            if (places > static_cast<std::uint64_t>(std::numeric_limits<Index>::max())) continue;
            const std::vector<T> elements = random_elements<T>(places, 6);
            const buffer<T> input(elements, offset);
            for (const bool distinct : {true, false}) {
                const std::vector<Index> at = indices<Index>(size, places, distinct);
                const buffer<Index> places_read(at, offset);
                const buffer<T> output(std::vector<T>(size + 1, untouched), offset);
                std::vector<T> right(size + 1, untouched);
                for (std::uint64_t i = 0; i < size; ++i) right[i] = elements[at[i]];
                gather(here(), input.range(), places_read.range(), std::span<T>(output.address(), size + 1));
                expect_same(output.values(), right, "gather");
            }
            const std::vector<Index> at = indices<Index>(size, places, true);
            const buffer<Index> places_written(at, offset);
            const buffer<T> output(std::vector<T>(places, untouched), offset);
            std::vector<T> right(places, untouched);
            for (std::uint64_t i = 0; i < size; ++i) right[at[i]] = elements[i];
            scatter(here(), input.range().first(size), places_written.range(), std::span<T>(output.address(), places),
                    checked);
            expect_same(output.values(), right, "scatter");
        }
    }
};

TYPED_TEST_SUITE_P(MapConformance);

TYPED_TEST_P(MapConformance, MapsAnyTypesAtAnyAlignment) {
    for (const std::size_t offset : {0, 1, 3}) {
        this->template expect_map<std::int32_t, std::int32_t>(offset, offset, tripled{});
        this->template expect_map<std::uint8_t, float>(offset, offset, widened{});
    }
    this->template expect_map<std::int32_t, std::int32_t>(1, 2, tripled{});
    this->template expect_map<float, std::uint8_t>(0, 0, narrowed{});
    this->template expect_map<std::uint16_t, std::uint64_t>(0, 0, with_index{numbered{}});
    this->template expect_map<std::int32_t, std::int32_t>(0, 0, plus_one_unless_told{});
    this->template expect_map<bounded_text, bounded_text>(1, 0, turned{});
}

TYPED_TEST_P(MapConformance, MapsTwoInputs) {
    this->template expect_map_of_two<float, float, float>(0, 0, 0, less_of{});
    this->template expect_map_of_two<float, float, float>(1, 0, 2, less_of{});
    this->template expect_map_of_two<triangle, std::uint8_t, triangle>(0, 1, 1, scaled{});
}

TYPED_TEST_P(MapConformance, KeepsSpecialValues) {
    using limits = std::numeric_limits<float>;
    const std::vector<float> a = {-0.0f, 0.0f, limits::denorm_min(), limits::infinity(), limits::quiet_NaN()};
    const std::vector<float> b = {0.0f, -0.0f, 1, -limits::infinity(), 1};
    const typename TypeParam::template buffer<float> first(a), second(b);
    transform(this->here(), first.range(), second.range(), std::span<float>(first.address(), 5), less_of{});
    const std::vector<float> found = first.values();
    EXPECT_TRUE(same_bits(found[0], -0.0f) && same_bits(found[1], -0.0f));
    EXPECT_EQ(found[2], limits::denorm_min());
    EXPECT_EQ(found[3], -limits::infinity());
    EXPECT_TRUE(std::isnan(found[4]));
}

TYPED_TEST_P(MapConformance, GathersAndScattersAnyTypes) {
    this->template expect_gather_and_scatter<std::int32_t, std::uint32_t>(0);
    this->template expect_gather_and_scatter<std::uint8_t, std::int64_t>(1);
    this->template expect_gather_and_scatter<bounded_text, std::int32_t>(1);
    this->template expect_gather_and_scatter<float, std::uint16_t>(0);
    if constexpr (every_type) {
        this->template expect_gather_and_scatter<triangle, std::uint64_t>(0);
        this->template expect_gather_and_scatter<double, std::int16_t>(1);
    }
}

TYPED_TEST_P(MapConformance, OneOfTheElementsOfAPlaceStays) {
    const std::uint64_t count = std::min<std::uint64_t>(TypeParam::largest, 100'000);
    std::vector<std::uint64_t> elements(count);
    std::vector<std::uint32_t> at(count);
    for (std::uint64_t i = 0; i < count; ++i) at[i] = i % 7, elements[i] = (i % 7) << 32 | i;
    const typename TypeParam::template buffer<std::uint64_t> input(elements), output(std::vector<std::uint64_t>(7, 0));
    const typename TypeParam::template buffer<std::uint32_t> to(at);
    scatter(this->here(), input.range(), to.range(), std::span<std::uint64_t>(output.address(), 7));
    const std::vector<std::uint64_t> found = output.values();
    for (std::uint64_t place = 0; place < 7; ++place) {
        EXPECT_EQ(found[place] >> 32, place);
        EXPECT_EQ((found[place] & 0xffffffff) % 7, place);
    }
}

TYPED_TEST_P(MapConformance, CheckedCallsTellTheFirstBadIndexAndWriteNothing) {
    const std::uint64_t count = std::min<std::uint64_t>(TypeParam::largest, 70'000);
    std::vector<std::int32_t> at(count, 9);
    at[count / 2] = 10, at[count - 1] = -1;
    const typename TypeParam::template buffer<int> input(std::vector<int>(count, 5)),
        output(std::vector<int>(count, 7));
    const typename TypeParam::template buffer<std::int32_t> indices(at), negative(std::vector<std::int32_t>{0, -2});
    const std::span<int> all(output.address(), count), ten = all.first(10);
    const auto message = [](auto call) -> std::string {
        try {
            call();
        } catch (const std::out_of_range& error) {
            return error.what();
        }
        return "nothing thrown";
    };
    const std::string first = "index " + std::to_string(count / 2) + " is 10, but indices go from 0 to 9";
    const auto gathered =
        message([&] { gather(this->here(), input.range().first(10), indices.range(), all, checked); });
    EXPECT_EQ(gathered, "gather: " + first + "; nothing has been written");
    EXPECT_NE(message([&] { scatter(this->here(), input.range(), indices.range(), ten, checked); }).find(first),
              std::string::npos);
    EXPECT_NE(message([&] {
                  scatter_reduce(this->here(), input.range(), indices.range(), ten, plus{}, checked);
              }).find(first),
              std::string::npos);
    EXPECT_NE(
        message([&] { gather(this->here(), input.range(), negative.range(), all, checked); }).find("index 1 is -2"),
        std::string::npos);
    EXPECT_NE(message([&] {
                  gather(this->here(), input.range().first(0), negative.range(), all, checked);
              }).find("index 0 is 0, but there is no element"),
              std::string::npos);
    EXPECT_EQ(output.values(), std::vector<int>(count, 7));
    gather(this->here(), input.range(), indices.range().first(count / 2), all, checked);
    EXPECT_EQ(output.values()[count / 2 - 1], 5);
    EXPECT_EQ(output.values()[count / 2], 7);
}

TYPED_TEST_P(MapConformance, TakesEmptyRangesAndNeighbours) {
    const typename TypeParam::template buffer<int> numbers(std::vector<int>(100, 1));
    const typename TypeParam::template buffer<std::uint32_t> indices(std::vector<std::uint32_t>(100, 3));
    const auto range = numbers.range();
    const auto at = indices.range();
    const std::span<int> all(numbers.address(), 100);
    const auto here = this->here();
    transform(here, range.first(0), all.first(0), tripled{});
    gather(here, range, at.first(0), all, checked);
    scatter(here, range.subspan(3, 0), at.first(0), all, checked);
    scatter_reduce(here, range.subspan(3, 0), at.first(0), all, plus{}, checked);
    EXPECT_EQ(numbers.values(), std::vector<int>(100, 1));
    gather(here, range.first(50), at.first(50), all.subspan(50));
}

REGISTER_TYPED_TEST_SUITE_P(MapConformance, MapsAnyTypesAtAnyAlignment, MapsTwoInputs, KeepsSpecialValues,
                            GathersAndScattersAnyTypes, OneOfTheElementsOfAPlaceStays,
                            CheckedCallsTellTheFirstBadIndexAndWriteNothing, TakesEmptyRangesAndNeighbours);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
