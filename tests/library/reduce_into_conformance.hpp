// Every backend's reductions that write their result where the device can, and extremes by a comparison
// (conformance.hpp).
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "tests/library/reduce_conformance.hpp"

namespace strider::test {

template <class Backend>
class ReduceIntoConformance : public ReduceConformance<Backend> {};
TYPED_TEST_SUITE_P(ReduceIntoConformance);

TYPED_TEST_P(ReduceIntoConformance, EveryIntoCallHasTheBitsOfTheOther) {
    const auto here = this->here();
    for (const std::uint64_t size : this->sizes()) {
        const std::vector<float> a = random_elements<float>(size, 8), b = random_elements<float>(size, 9);
        const typename TestFixture::template buffer<float> here_a(a), here_b(b, 1), result(std::vector<float>{-1});
        const typename TestFixture::template buffer<double> wide(std::vector<double>{-1});
        reduce_into(here, here_a.range(), result.address(), addition{}, 1);
        EXPECT_TRUE(same_bits(result.value(), reduce(serial{}, a, addition{}, 1.0f))) << size;
        reduce_into(here, here_a.range(), wide.address(), plus{}, 0.5f);
        EXPECT_TRUE(same_bits(wide.value(), reduce(serial{}, a, plus{}, 0.5))) << size;
        transform_reduce_into(here, here_a.range(), result.address(), square{}, plus{}, 1);
        EXPECT_TRUE(same_bits(result.value(), transform_reduce(serial{}, a, square{}, plus{}, 1.0f))) << size;
        dot_into(here, here_a.range(), here_b.range(), result.address());
        EXPECT_TRUE(same_bits(result.value(), dot(serial{}, a, b))) << size;
        mean_into(here, here_a.range(), result.address());
        EXPECT_TRUE(same_bits(result.value(), mean(serial{}, a))) << size;
        const typename TestFixture::template buffer<extremes<float>> both(std::vector<extremes<float>>{{-1, -1}});
        min_max_into(here, here_a.range(), both.address());
        EXPECT_TRUE(same_bits(both.value(), min_max(serial{}, a))) << size;
        const typename TestFixture::template buffer<located<float>> place(std::vector<located<float>>{{-1, 9}});
        argmin_into(here, here_a.range(), place.address());
        EXPECT_TRUE(same_bits(place.value(), argmin(serial{}, a))) << size;
        argmax_into(here, here_a.range(), place.address());
        EXPECT_TRUE(same_bits(place.value(), argmax(serial{}, a))) << size;
    }
    const std::span<const float> none;
    const typename TestFixture::template buffer<double> result(std::vector<double>{-1});
    reduce_into(here, none, result.address(), plus{}, 3);
    EXPECT_EQ(result.value(), 3.0);
    transform_reduce_into(here, none, result.address(), detail::convert_to<double>{}, plus{}, 4);
    EXPECT_EQ(result.value(), 4.0);
    dot_into(here, std::span<const double>(), std::span<const double>(), result.address());
    EXPECT_EQ(result.value(), 0.0);
}

/// Elements by one of their members, of any type.
struct item {
    std::uint32_t rank;
    float weight;
};
struct by_rank {
    STRIDER_HOST_DEVICE constexpr bool operator()(const item& a, const item& b) const { return a.rank < b.rank; }
};

TYPED_TEST_P(ReduceIntoConformance, ExtremesByAComparison) {
    for (const std::uint64_t size : this->sizes()) {
        std::vector<item> items(size);
        for (std::uint64_t i = 0; i < size; ++i) items[i] = {static_cast<std::uint32_t>(50 + i % 7), float(i)};
        items[size / 2].rank = items[size - 1].rank = 3;
        items[size / 3].rank = size > 2 ? 99 : items[size / 3].rank;
        const typename TestFixture::template buffer<item> here_items(items);
        const auto right_least = std::ranges::min_element(items, {}, &item::rank) - items.begin();
        const auto right_greatest = std::ranges::max_element(items, {}, &item::rank) - items.begin();
        const located<item> least = argmin(this->here(), here_items.range(), by_rank{});
        EXPECT_EQ(least.index, static_cast<std::uint64_t>(right_least)) << size;
        EXPECT_EQ(least.value.rank, items[right_least].rank) << size;
        EXPECT_EQ(argmax(this->here(), here_items.range(), by_rank{}).index, static_cast<std::uint64_t>(right_greatest))
            << size;
        const typename TestFixture::template buffer<located<item>> place(std::vector<located<item>>(1));
        argmin_into(this->here(), here_items.range(), place.address(), by_rank{});
        EXPECT_EQ(place.value().index, least.index) << size;
        EXPECT_EQ(transform_reduce(this->here(), here_items.range(), &item::weight, maximum{}, -1.0f), float(size - 1));
    }
}

REGISTER_TYPED_TEST_SUITE_P(ReduceIntoConformance, EveryIntoCallHasTheBitsOfTheOther, ExtremesByAComparison);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
