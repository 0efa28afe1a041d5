// Every backend's sums, extremes and other reductions by place (conformance.hpp).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include <strider/reduce.hpp>
#include <strider/scatter.hpp>

#include "tests/library/map_conformance.hpp"

namespace strider::test {

template <class Backend>
class ScatterReduceConformance : public MapConformance<Backend> {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    /// `right` starts as what the output holds; colliding indices into many places and into a few, and distinct ones.
    template <class T, class Index, class Operator>
    static void expect_reduction(const std::vector<T>& elements, Operator op) {
        for (const std::uint64_t size : {std::uint64_t{1}, std::uint64_t{33}, std::uint64_t{5000}, elements.size()}) {
            for (const std::uint64_t places : {std::uint64_t{1}, std::uint64_t{300}, std::uint64_t{80'000}}) {
                for (const bool distinct : {false, true}) {
                    if (distinct && places < size) continue;
                    if (places > static_cast<std::uint64_t>(std::numeric_limits<Index>::max())) continue;
                    const std::vector<Index> at =
                        MapConformance<Backend>::template indices<Index>(size, places, distinct);
                    std::vector<T> right(places);
                    for (std::uint64_t p = 0; p < places; ++p) right[p] = elements[p % elements.size()];
                    const buffer<T> output(right, 1);
                    for (std::uint64_t i = 0; i < size; ++i) right[at[i]] = op(right[at[i]], elements[i]);
                    const buffer<T> input(std::span<const T>(elements.data(), size));
                    const buffer<Index> to(at);
                    scatter_reduce(Backend::policy(), input.range(), to.range(), std::span<T>(output.address(), places),
                                   op);
                    expect_same(output.values(), right, "scatter_reduce to " + std::to_string(places));
                }
            }
        }
    }

    static std::uint64_t reduced() { return std::min<std::uint64_t>(Backend::largest, 30'000); }
};

TYPED_TEST_SUITE_P(ScatterReduceConformance);

TYPED_TEST_P(ScatterReduceConformance, CombinesIntegersExactly) {
    const auto i32 = random_elements<std::int32_t>(this->reduced(), 21);
    this->template expect_reduction<std::int32_t, std::uint32_t>(i32, plus{});
    this->template expect_reduction<std::int32_t, std::int64_t>(i32, minimum{});
    const auto u64 = random_elements<std::uint64_t>(this->reduced(), 22);
    this->template expect_reduction<std::uint64_t, std::uint64_t>(u64, bit_xor{});
    this->template expect_reduction<std::uint64_t, std::uint32_t>(u64, bit_and{});
    if constexpr (every_type) {
        this->template expect_reduction<std::uint64_t, std::int32_t>(u64, plus{});
        this->template expect_reduction<std::int32_t, std::uint16_t>(i32, maximum{});
    }
    auto i64 = random_elements<std::int64_t>(this->reduced(), 23);
    for (std::size_t i = 0; i < i64.size(); i += 2) i64[i] = -i64[i];
    this->template expect_reduction<std::int64_t, std::uint32_t>(i64, maximum{});
    this->template expect_reduction<std::int64_t, std::uint32_t>(i64, bit_or{});
}

TYPED_TEST_P(ScatterReduceConformance, FloatingPointExtremesAreExactAndSumsWithinTheirBound) {
    auto elements = random_elements<float>(this->reduced(), 24);
    this->template expect_reduction<float, std::uint32_t>(elements, minimum{});
    this->template expect_reduction<double, std::uint32_t>(random_elements<double>(this->reduced(), 25), maximum{});
    for (float& element : elements) element = std::trunc(std::fmod(element, 32.0f));  // sums in any order are exact
    this->template expect_reduction<float, std::uint32_t>(elements, plus{});
    if constexpr (every_type) {  // of floats, the test of the order tells the very bits
        std::vector<double> any = random_elements<double>(this->reduced(), 26);
        const std::uint64_t places = 5;
        std::vector<double> sums(places), sizes(places);
        std::vector<std::uint32_t> at(any.size());
        for (std::uint64_t i = 0; i < any.size(); ++i) {
            at[i] = static_cast<std::uint32_t>(i % places);
            sums[i % places] += any[i], sizes[i % places] += std::abs(any[i]);
        }
        const typename TypeParam::template buffer<double> input(any), output(std::vector<double>(places, -0.0));
        const typename TypeParam::template buffer<std::uint32_t> to(at);
        scatter_reduce(this->here(), input.range(), to.range(), std::span<double>(output.address(), places));
        const std::vector<double> found = output.values();
        for (std::uint64_t p = 0; p < places; ++p) {  // both sums err by at most half of this
            EXPECT_NEAR(found[p], sums[p], static_cast<double>(any.size() / places + 1) * 0x1p-52 * sizes[p]);
        }
    }
}

/// Left folds of what is associative tell the order of elements; sums of floats, the very tree.
TYPED_TEST_P(ScatterReduceConformance, CombinesInOrderWhatDependsOnIt) {
    this->template expect_reduction<affine, std::uint32_t>(random_elements<affine>(this->reduced(), 31), compose{});
    if constexpr (every_type) {
        this->template expect_reduction<std::uint8_t, std::uint16_t>(random_elements<std::uint8_t>(9000, 33), plus{});
        this->template expect_reduction<matrix, std::int64_t>(random_elements<matrix>(9000, 32), matrix_product{});
        this->template expect_reduction<std::int32_t, std::int32_t>(random_elements<std::int32_t>(9000, 34),
                                                                    multiplies{});
    }
    for (const std::uint64_t places : {1, 7, 3000, 100'000}) {
        const std::uint64_t count = this->reduced();
        const std::vector<float> elements = random_elements<float>(count, 35);
        const std::vector<std::uint32_t> at = this->template indices<std::uint32_t>(count, places, false);
        std::vector<float> before(places);
        for (std::uint64_t p = 0; p < places; ++p) before[p] = elements[p % count] * 0.3f;
        std::vector<std::vector<float>> of_place(places);
        for (std::uint64_t i = 0; i < count; ++i) of_place[at[i]].push_back(elements[i]);
        std::vector<float> right = before;
        for (std::uint64_t p = 0; p < places; ++p) {
            if (!of_place[p].empty()) right[p] = before[p] + reduce(serial{}, of_place[p]);
        }
        const typename TypeParam::template buffer<float> input(elements), output(before);
        const typename TypeParam::template buffer<std::uint32_t> to(at);
        scatter_reduce(this->here(), input.range(), to.range(), std::span<float>(output.address(), places));
        expect_same(output.values(), right, "sums of " + std::to_string(places) + " places");
    }
}

/// In float, and rounded once: 2048 + 1 is no f16.
TYPED_TEST_P(ScatterReduceConformance, CombinesNumbersOf16BitsInFloat) {
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const std::vector<f16> elements{2048, 1, 1, -3, 2, nan}, before{0, 1, 1};
    const typename TypeParam::template buffer<f16> input(elements), sums(before), greatest(before);
    const typename TypeParam::template buffer<std::uint32_t> to(std::vector<std::uint32_t>{0, 0, 0, 1, 2, 2});
    scatter_reduce(this->here(), input.range(), to.range(), std::span<f16>(sums.address(), 3));
    expect_same(sums.values(), std::vector<f16>{2050, -2, nan}, "sums");
    scatter_reduce(this->here(), input.range(), to.range(), std::span<f16>(greatest.address(), 3), maximum{});
    expect_same(greatest.values(), std::vector<f16>{2048, 1, nan}, "maxima");
}

TYPED_TEST_P(ScatterReduceConformance, UnorderedSumsAreThoseOfExactNumbers) {
    std::vector<float> elements = random_elements<float>(this->reduced(), 36);
    for (float& element : elements) element = std::trunc(std::fmod(element, 32.0f));  // sums in any order are exact
    const std::vector<std::uint32_t> at = this->template indices<std::uint32_t>(elements.size(), 300, false);
    std::vector<float> right(300);
    for (std::size_t i = 0; i < at.size(); ++i) right[at[i]] += elements[i];
    const typename TypeParam::template buffer<float> input(elements), output(std::vector<float>(300));
    const typename TypeParam::template buffer<std::uint32_t> to(at);
    scatter_reduce(this->here(), input.range(), to.range(), std::span<float>(output.address(), 300), plus{}, unordered);
    expect_same(output.values(), right, "unordered");
}

TYPED_TEST_P(ScatterReduceConformance, CombinesSpecialValues) {
    using limits = std::numeric_limits<float>;
    const float nan = limits::quiet_NaN(), infinity = limits::infinity(), denormal = limits::denorm_min();
    // Enough of each that a block combines them in its table, and few, so that it does not.
    for (const std::uint32_t times : {1, 500}) {
        std::vector<float> elements;
        std::vector<std::uint32_t> at;
        const auto add = [&](std::uint32_t place, float value) { elements.push_back(value), at.push_back(place); };
        for (std::uint32_t i = 0; i < times; ++i) {
            add(0, 0.0f), add(0, -0.0f), add(0, denormal);
            add(1, 1), add(2, infinity), add(3, denormal), add(4, -0.0f);
        }
        add(1, nan), add(2, -infinity), add(3, -denormal);
        const std::vector<float> before = {1, 1, 1, 1, -0.0f, -nan};
        add(5, 3);
        const auto combined = [&](auto op, std::vector<float> start) {
            const typename TypeParam::template buffer<float> input(elements), output(start);
            const typename TypeParam::template buffer<std::uint32_t> to(at);
            scatter_reduce(this->here(), input.range(), to.range(), std::span<float>(output.address(), start.size()),
                           op);
            return output.values();
        };
        const std::vector<float> least = combined(minimum{}, before);
        EXPECT_TRUE(same_bits(least[0], -0.0f)) << least[0];
        EXPECT_TRUE(std::isnan(least[1]) && std::isnan(least[5]));
        EXPECT_EQ(least[2], -infinity);
        EXPECT_EQ(least[3], -denormal);
        const std::vector<float> most = combined(maximum{}, std::vector<float>(6, -infinity));
        EXPECT_EQ(most[0], denormal);
        EXPECT_TRUE(std::isnan(most[1]));
        EXPECT_TRUE(same_bits(most[4], -0.0f)) << most[4];
        const std::vector<float> sum = combined(plus{}, before);
        EXPECT_TRUE(std::isnan(sum[1]) && std::isnan(sum[2]));
        EXPECT_TRUE(same_bits(sum[4], -0.0f)) << sum[4];
    }
}

REGISTER_TYPED_TEST_SUITE_P(ScatterReduceConformance, CombinesIntegersExactly,
                            FloatingPointExtremesAreExactAndSumsWithinTheirBound, CombinesInOrderWhatDependsOnIt,
                            CombinesNumbersOf16BitsInFloat, UnorderedSumsAreThoseOfExactNumbers, CombinesSpecialValues);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
