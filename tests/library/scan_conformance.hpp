// The suite of every backend's scan (conformance.hpp).
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <vector>

#include <strider/scan.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

/// Sizes that change the shape: runs of 4 and of 1, rows, tiles, groups, and two and four rows a strip.
inline const std::vector<std::uint64_t> scan_sizes = {1,
                                                      2,
                                                      3,
                                                      4,
                                                      5,
                                                      31,
                                                      32,
                                                      33,
                                                      127,
                                                      128,
                                                      129,
                                                      255,
                                                      256,
                                                      257,
                                                      511,
                                                      1023,
                                                      1024,
                                                      1025,
                                                      4095,
                                                      4096,
                                                      4097,
                                                      32'768,
                                                      65'537,
                                                      131'071,
                                                      131'072,
                                                      131'073,
                                                      140'001,
                                                      (1 << 19) + 1,
                                                      (1 << 20) - 1,
                                                      (1 << 21) + 1,
                                                      2'500'003};

template <class Backend>
class ScanConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }

    static std::vector<std::uint64_t> sizes(std::uint64_t most) { return sizes_up_to(most, scan_sizes, 5); }

    /// The result of `scan(policy, input, output)` of `elements` here, in memory whose addresses are `offset` elements
    /// after an aligned one; or in place.
    template <class T, class Scan>
    static std::vector<T> result_of(std::span<const T> elements, std::size_t offset, bool in_place, Scan scan) {
        const buffer<T> input(elements, offset);
        if (in_place) {
            scan(here(), input.range(), std::span<T>(input.address(), elements.size()));
            return input.values();
        }
        const buffer<T> output(std::vector<T>(elements.size(), elements.front()), offset);
        scan(here(), input.range(), std::span<T>(output.address(), elements.size()));
        return output.values();
    }

    /// Every scan, at every size, has the bits of the oracle.
    template <class T, class Operator>
    static void expect_serial_bits(const std::vector<T>& elements, Operator op) {
        const T init = elements.back();
        for (const std::uint64_t size : sizes(elements.size())) {
            const std::span<const T> range(elements.data(), size);
            const bool in_place = size % 3 == 0;
            const auto expect = [&](const char* what, auto scan) {
                std::vector<T> right(size, init);
                scan(serial{}, range, std::span<T>(right));
                expect_same(result_of<T>(range, size % 2, in_place, scan), right, what, nan_bits::any);
            };
            expect("inclusive", [&](auto policy, auto from, auto to) { inclusive_scan(policy, from, to, op); });
            expect("inclusive from a value",
                   [&](auto policy, auto from, auto to) { inclusive_scan(policy, from, to, op, init); });
            expect("exclusive", [&](auto policy, auto from, auto to) { exclusive_scan(policy, from, to, op, init); });
        }
    }

    /// And is what a fold from left to right gives, where the operator is associative.
    template <class T, class Operator>
    static void expect_fold(const std::vector<T>& elements, Operator op) {
        for (const std::uint64_t size : sizes(elements.size())) {
            const std::span<const T> range(elements.data(), size);
            const T init = elements.back();
            std::vector<T> right(size, init);
            T sum = init;
            for (std::uint64_t i = 0; i < size; ++i) {
                right[i] = sum;
                sum = op(sum, elements[i]);
            }
            expect_same(
                result_of<T>(range, 0, false,
                             [&](auto policy, auto from, auto to) { exclusive_scan(policy, from, to, op, init); }),
                right, "exclusive");
            sum = elements[0];
            right[0] = sum;
            for (std::uint64_t i = 1; i < size; ++i) right[i] = sum = op(sum, elements[i]);
            expect_same(result_of<T>(range, 0, true,
                                     [&](auto policy, auto from, auto to) { inclusive_scan(policy, from, to, op); }),
                        right, "inclusive");
        }
    }
};
TYPED_TEST_SUITE_P(ScanConformance);

TYPED_TEST_P(ScanConformance, IsTheFoldOfEveryPrefix) {
    const std::uint64_t most = TypeParam::largest_scan, some = std::max<std::uint64_t>(most / 40, 5000);
    this->expect_fold(random_elements<std::int32_t>(most, 1), plus{});
    this->expect_fold(random_elements<std::uint8_t>(some, 2), plus{});
    this->expect_fold(random_elements<affine>(every_type_at<TypeParam> ? most : some, 5), compose{});
    if constexpr (every_type_at<TypeParam>) this->expect_fold(random_elements<std::uint16_t>(some, 4), bit_xor{});
    if constexpr (every_type) this->expect_fold(random_elements<text>(some, 8), concatenate{});
    if constexpr (TypeParam::every_pair) {
        this->expect_fold(random_elements<std::int64_t>(some, 3), maximum{});
    }
    if constexpr (every_type && TypeParam::every_pair) {
        this->expect_fold(random_elements<matrix>(some, 6), matrix_product{});
        this->expect_fold(random_elements<triangle>(some, 7), matrix_product{});
        this->expect_fold(random_elements<bounded_text>(some, 9), concatenate{});
    }
}

TYPED_TEST_P(ScanConformance, HasTheBitsOfTheOracle) {
    const std::uint64_t most = TypeParam::largest_scan, some = std::max<std::uint64_t>(most / 40, 5000);
    this->expect_serial_bits(random_elements<float>(every_type_at<TypeParam> ? most : some, 1), plus{});
    if constexpr (every_type_at<TypeParam>) {
        this->expect_serial_bits(random_elements<double>(some, 2), plus{});
        this->expect_serial_bits(random_elements<float>(some, 3), minimum{});
    }
    if constexpr (TypeParam::every_pair) {
        this->expect_serial_bits(factors<float>(some), multiplies{});
        this->expect_serial_bits(random_elements<double>(some, 4), maximum{});
    }
}

TYPED_TEST_P(ScanConformance, HasTheTreeOfTheOracle) {
    const std::uint64_t most = TypeParam::largest_scan, some = std::max<std::uint64_t>(most / 40, 5000);
    this->expect_serial_bits(random_words<1>(most), tell_tree{});
    this->expect_serial_bits(random_words<3>(some), tell_tree{});
    if constexpr (every_type) {
        this->expect_serial_bits(random_words<2>(some), tell_tree{});
        this->expect_serial_bits(random_words<4>(some), tell_tree{});
    }
    this->expect_serial_bits(random_words<8>(some), tell_tree{});
}

/// Wide elements reach the largest tiles, and a second region, soonest.
TYPED_TEST_P(ScanConformance, HasTheTreeOfTheOracleInSeveralRegions) {
    if (TypeParam::largest_scan < 1'000'000) GTEST_SKIP() << "a backend for few elements";
    const auto elements = random_words<8>(1'900'000);
    ASSERT_EQ(scan_order::tile_shape(elements.size(), 32).regions, 2u);
    ASSERT_EQ(scan_order::rows(elements.size(), 32), scan_order::rows(elements.size() * 100, 32));
    std::vector<words<8>> right(elements.size());
    const auto scan = [&](auto policy, auto from, auto to) {
        exclusive_scan(policy, from, to, tell_tree{}, elements[7]);
    };
    scan(serial{}, std::span<const words<8>>(elements), std::span<words<8>>(right));
    expect_same(this->template result_of<words<8>>(elements, 0, true, scan), right, "exclusive");
}

TYPED_TEST_P(ScanConformance, KeepsSpecialValues) {
    using limits = std::numeric_limits<float>;
    std::vector<float> elements(5000, -0.0f);
    this->expect_serial_bits(std::vector<float>(5000, -0.0f), plus{});
    elements[1500] = limits::denorm_min();
    elements[2222] = limits::infinity();
    elements[3333] = -limits::infinity();
    elements[4444] = limits::quiet_NaN();
    for (const bool least : {true, false}) {
        const auto scan = [&](auto policy, auto from, auto to) {
            least ? inclusive_scan(policy, from, to, minimum{}) : inclusive_scan(policy, from, to, plus{});
        };
        std::vector<float> right(elements.size());
        scan(serial{}, std::span<const float>(elements), std::span<float>(right));
        expect_same(this->template result_of<float>(elements, 0, false, scan), right, "special values", nan_bits::any);
        EXPECT_TRUE(same_bits(right[1000], -0.0f));
        EXPECT_TRUE(std::isnan(right.back()));
    }
}

TYPED_TEST_P(ScanConformance, TakesEmptyRangesAndTheUsualOperator) {
    const typename TypeParam::template buffer<int> numbers(std::vector<int>{3, 1, 7, 0, 4, 1, 6, 3});
    const std::span<int> all(numbers.address(), 8);
    inclusive_scan(this->here(), numbers.range().first(0), all.first(0));
    exclusive_scan(this->here(), numbers.range().first(0), all);
    EXPECT_EQ(numbers.values(), (std::vector<int>{3, 1, 7, 0, 4, 1, 6, 3}));
    inclusive_scan(this->here(), numbers.range(), all);
    EXPECT_EQ(numbers.values(), (std::vector<int>{3, 4, 11, 11, 15, 16, 22, 25}));
    exclusive_scan(this->here(), numbers.range(), all);
    EXPECT_EQ(numbers.values(), (std::vector<int>{0, 3, 7, 18, 29, 44, 60, 82}));
    inclusive_scan(this->here(), numbers.range().first(4), all.subspan(4));
    EXPECT_EQ(numbers.values(), (std::vector<int>{0, 3, 7, 18, 0, 3, 10, 28})) << "side by side";
}

REGISTER_TYPED_TEST_SUITE_P(ScanConformance, IsTheFoldOfEveryPrefix, HasTheBitsOfTheOracle, HasTheTreeOfTheOracle,
                            HasTheTreeOfTheOracleInSeveralRegions, KeepsSpecialValues,
                            TakesEmptyRangesAndTheUsualOperator);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
