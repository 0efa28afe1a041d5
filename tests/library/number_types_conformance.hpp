// Every backend's calls on numbers that C++ does not have built in (conformance.hpp). Numbers of 16 bits have the
// result of the same call on floats, rounded once. Complex numbers have the result of their parts. Integers of 128 bits
// and bool have their own.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <span>
#include <vector>

#include <strider/convolve.hpp>
#include <strider/gather.hpp>
#include <strider/half.hpp>
#include <strider/map.hpp>
#include <strider/reduce.hpp>
#include <strider/reduce_by_key.hpp>
#include <strider/scan.hpp>
#include <strider/segmented_reduce.hpp>
#include <strider/segmented_scan.hpp>
#include <strider/transpose.hpp>
#include <strider/views.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

template <class To, class From>
std::vector<To> each_as(const std::vector<From>& elements) {
    return std::vector<To>(elements.begin(), elements.end());
}

template <class T>
std::vector<T> zeros(std::uint64_t count) {
    return std::vector<T>(count, T{});
}

struct with_itself {
    STRIDER_HOST_DEVICE float operator()(float x) const { return x * x; }
};

/// In f16, 2048 + 1 is 2048.
struct rounding_sum {
    STRIDER_HOST_DEVICE f16 operator()(const f16& a, const f16& b) const { return a + b; }
};

template <class Backend>
class NumberTypesConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }

    /// call(policy, elements, results) makes what it makes of floats by `serial`, rounded once.
    template <class T, class Call>
    static void expect_rounded_once(const std::vector<T>& elements, std::uint64_t results, Call call,
                                    const std::string& what, std::size_t offset = 0) {
        std::vector<float> right = zeros<float>(results);
        const std::vector<float> floats = each_as<float>(elements);
        call(serial{}, std::span(floats), std::span(right));
        const buffer<T> from(elements, offset), to(zeros<T>(results), offset);
        call(here(), from.range(), std::span(to.address(), results));
        expect_same(to.values(), each_as<T>(right), what + " of " + std::to_string(elements.size()));
    }

    template <class T>
    static std::span<T> room(const buffer<T>& of) {
        return {of.address(), of.range().size()};
    }

    template <class T>
    static void expect_sum(std::uint64_t count) {
        const std::vector<T> elements = halves<T>(count);
        EXPECT_TRUE(
            same_bits(reduce(here(), buffer<T>(elements).range()), T(reduce(serial{}, each_as<float>(elements)))))
            << count;
    }

    template <class T>
    static void expect_sums(std::uint64_t count) {
        expect_sum<T>(count);
        const std::vector<T> elements = halves<T>(count);
        const std::vector<float> floats = each_as<float>(elements);
        const buffer<T> from(elements), to(zeros<T>(1));
        const float right = reduce(serial{}, floats), most = reduce(serial{}, floats, maximum{});
        EXPECT_EQ(reduce(here(), from.range(), plus{}, 0.0f), right) << count;
        EXPECT_TRUE(same_bits(reduce(here(), from.range(), plus{}, T(3)), T(3 + right))) << count;
        EXPECT_EQ(static_cast<float>(reduce(here(), from.range(), maximum{})), most) << count;
        reduce_into(here(), from.range(), to.address());
        EXPECT_TRUE(same_bits(to.value(), T(right))) << count;
        reduce_into(here(), from.range(), to.address(), plus{}, 3);
        EXPECT_TRUE(same_bits(to.value(), T(3 + right))) << count;
        EXPECT_TRUE(same_bits(dot(here(), from.range(), from.range()), T(dot(serial{}, floats, floats))));
        EXPECT_EQ((dot<float>(here(), from.range(), from.range())), dot(serial{}, floats, floats));
        EXPECT_TRUE(same_bits(mean(here(), from.range()), T(mean(serial{}, floats))));
        EXPECT_EQ((mean<float>(here(), from.range())), mean(serial{}, floats));
        mean_into(here(), from.range(), to.address());
        EXPECT_TRUE(same_bits(to.value(), T(mean(serial{}, floats)))) << count;
        dot_into(here(), from.range(), from.range(), to.address());
        EXPECT_TRUE(same_bits(to.value(), T(dot(serial{}, floats, floats)))) << count;
    }
};

TYPED_TEST_SUITE_P(NumberTypesConformance);

/// In segments, convolutions and runs of keys, whose kernels other suites take with other numbers.
template <class Backend>
class HalvesInPatterns : public NumberTypesConformance<Backend> {};
TYPED_TEST_SUITE_P(HalvesInPatterns);

TYPED_TEST_P(NumberTypesConformance, HalvesAreReducedInFloatAndRoundedOnce) {
    for (const std::uint64_t count : {1, 5, 8193, 65'537}) this->template expect_sums<f16>(count);
    this->template expect_sum<bf16>(9999);
    if constexpr (every_type) this->template expect_sums<bf16>(9999);
}

TYPED_TEST_P(NumberTypesConformance, SumsOfHalvesAreNotRoundedOnTheWay) {
    const typename TestFixture::template buffer<f16> ones(std::vector<f16>(4000, f16(1)));
    EXPECT_EQ(static_cast<float>(reduce(this->here(), ones.range())), 4000.0f);
}

TYPED_TEST_P(NumberTypesConformance, SpecialHalves) {
    const float infinity = std::numeric_limits<float>::infinity();
    const typename TestFixture::template buffer<f16> with_nan({f16(1), f16::from_bits(0x7d01), f16(-2)}),
        zeros({f16(0.0f), f16(-0.0f)}), large({f16(60000), f16(60000)}), none(std::vector<f16>{}),
        small({f16::from_bits(1), f16::from_bits(1), f16::from_bits(0x8003)});
    const auto at = this->here();
    EXPECT_EQ(reduce(at, with_nan.range()).bits, 0x7fff);
    EXPECT_EQ(reduce(at, with_nan.range(), minimum{}).bits, 0x7fff);
    EXPECT_EQ(reduce(at, zeros.range(), minimum{}).bits, 0x8000);
    EXPECT_EQ(reduce(at, zeros.range(), maximum{}).bits, 0);
    EXPECT_EQ(static_cast<float>(reduce(at, large.range())), infinity);
    EXPECT_EQ(reduce(at, large.range(), plus{}, 0.0f), 120'000.0f);
    EXPECT_EQ(reduce(at, small.range()).bits, 0x8001);
    EXPECT_EQ(reduce(at, none.range()).bits, 0);
    EXPECT_EQ(static_cast<float>(reduce(at, none.range(), minimum{})), infinity);
    EXPECT_EQ(static_cast<float>(reduce(at, none.range(), plus{}, f16(2))), 2.0f);
}

TYPED_TEST_P(NumberTypesConformance, ScansOfHalvesRoundEachResultOnce) {
    const auto inclusive = [](const auto& at, auto from, auto to) { inclusive_scan(at, from, to); };
    const auto exclusive = [](const auto& at, auto from, auto to) { exclusive_scan(at, from, to, plus{}, 2); };
    const auto least = [](const auto& at, auto from, auto to) { exclusive_scan(at, from, to, minimum{}); };
    for (const std::uint64_t count : {1, 1000, 70'000}) {
        const auto elements = halves<f16>(count);
        this->expect_rounded_once(elements, count, inclusive, "inclusive scan");
        this->expect_rounded_once(elements, count, inclusive, "inclusive scan, not aligned", 1);
        this->expect_rounded_once(elements, count, exclusive, "exclusive scan");
    }
    if constexpr (every_type) this->expect_rounded_once(halves<f16>(5000), 5000, least, "exclusive scan by minimum");

    const auto elements = halves<f16>(30'000);
    std::vector<float> right(elements.size());
    inclusive_scan(serial{}, each_as<float>(elements), right);
    const typename TestFixture::template buffer<f16> in_place(elements);
    inclusive_scan(this->here(), in_place.range(), this->room(in_place));
    expect_same(in_place.values(), each_as<f16>(right), "in place");
}

TYPED_TEST_P(HalvesInPatterns, SegmentsRowsAndColumnsOfHalves) {
    const auto by_length = [](const auto& at, auto from, auto to) { segmented_reduce(at, from, 100, to); };
    const auto by_init = [](const auto& at, auto from, auto to) { segmented_reduce(at, from, 100, to, plus{}, 2); };
    const auto rows = [](const auto& at, auto from, auto to) {
        reduce_rows(at, matrix_view(from.data(), 7, 1000, 1001), to, std::conditional_t<every_type, maximum, plus>{});
    };
    const auto columns = [](std::uint64_t height, std::uint64_t width, auto... init) {
        return [=](const auto& at, auto from, auto to) {
            reduce_columns(at, matrix_view(from.data(), height, width), to, plus{}, init...);
        };
    };
    const auto side_by_side = columns(8500, 6);
    this->expect_rounded_once(halves<f16>(60'000), 600, by_length, "equal segments");
    this->expect_rounded_once(halves<f16>(6000), 60, by_init, "equal segments with an initial value", 1);
    this->expect_rounded_once(halves<f16>(7007), 7, rows, "rows");
    this->expect_rounded_once(halves<f16>(7100), 71, columns(100, 71), "columns");
    this->expect_rounded_once(halves<f16>(60'000), 3, columns(20'000, 3, 2), "tall columns");
    this->expect_rounded_once(halves<f16>(51'000), 6, side_by_side, "columns side by side");
    this->expect_rounded_once(halves<f16>(51'000), 6, side_by_side, "columns side by side, not aligned", 1);
    if constexpr (every_type) {
        this->expect_rounded_once(halves<bf16>(51'000), 6, side_by_side, "columns of bf16, not aligned", 1);
    }

    const std::vector<std::uint32_t> offsets{0, 0, 1, 30, 9000, 9000, 60'000};
    const auto elements = halves<f16>(60'000);
    std::vector<float> right(6);
    segmented_reduce(serial{}, each_as<float>(elements), offsets, right);
    const typename TestFixture::template buffer<f16> from(elements), to(zeros<f16>(6));
    const typename TestFixture::template buffer<std::uint32_t> cuts(offsets);
    segmented_reduce(this->here(), from.range(), cuts.range(), this->room(to));
    expect_same(to.values(), each_as<f16>(right), "segments");
}

TYPED_TEST_P(HalvesInPatterns, SegmentedScansOfHalves) {
    const std::vector<std::uint32_t> offsets{0, 0, 1, 30, 9000, 9000, 20'000};
    const auto elements = halves<f16>(20'001);
    const std::vector<float> floats = each_as<float>(elements);
    std::vector<float> right(elements.size());
    const typename TestFixture::template buffer<f16> from(elements), to(elements);
    const typename TestFixture::template buffer<std::uint32_t> cuts(offsets);
    segmented_inclusive_scan(serial{}, floats, offsets, right);
    segmented_inclusive_scan(this->here(), from.range(), cuts.range(), this->room(to));
    expect_same(to.values(), each_as<f16>(right), "inclusive");
    segmented_exclusive_scan(serial{}, floats, offsets, right, plus{}, 2);
    segmented_exclusive_scan(this->here(), from.range(), cuts.range(), this->room(to), plus{}, 2);
    expect_same(to.values(), each_as<f16>(right), "exclusive");
    segmented_exclusive_scan(serial{}, floats, offsets, right);
    segmented_exclusive_scan(this->here(), from.range(), cuts.range(), this->room(from));
    expect_same(from.values(), each_as<f16>(right), "exclusive, in place");
}

TYPED_TEST_P(HalvesInPatterns, ConvolutionsOfHalvesRoundEachPixelOnce) {
    const std::vector<float> mask = random_elements<float>(25, 4), row = random_elements<float>(5, 5);
    std::vector<convolve_options> all(3);
    all[1] = {.outside = boundary::reflect, .flip = true, .anchor_row = 0};
    all[2] = {.outside = boundary::constant, .fill = 3, .channels = 3};
    for (const convolve_options& options : all) {
        const auto dense = [&](const auto& at, auto from, auto to) {
            convolve(at, matrix_view(from.data(), 67, 300), matrix_view<const float>(mask.data(), 5, 5),
                     matrix_view(to.data(), 67, 300), options);
        };
        const auto separable = [&](const auto& at, auto from, auto to) {
            convolve_separable(at, matrix_view(from.data(), 67, 300), row, std::span(mask).first(4),
                               matrix_view(to.data(), 67, 300), options);
        };
        this->expect_rounded_once(halves<f16>(67 * 300), 67 * 300, dense, "dense");
        this->expect_rounded_once(halves<f16>(67 * 300), 67 * 300, separable, "separable");
    }
    const auto line = [&](const auto& at, auto from, auto to) { convolve(at, from, row, to); };
    this->expect_rounded_once(halves<f16>(9000), 9000, line, "one row");
    if constexpr (every_type) this->expect_rounded_once(halves<bf16>(9000), 9000, line, "one row of bf16");
}

TYPED_TEST_P(HalvesInPatterns, HalvesByKey) {
    std::vector<std::uint32_t> keys(50'000);
    for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<std::uint32_t>(i < 20'000 ? i / 7 : i / 9000);
    const auto elements = halves<f16>(keys.size());
    std::vector<std::uint32_t> unique(keys.size());
    std::vector<float> right(keys.size());
    const std::uint64_t runs = reduce_by_key(serial{}, keys, each_as<float>(elements), unique, right);
    const typename TestFixture::template buffer<std::uint32_t> from(keys), found(keys);
    const typename TestFixture::template buffer<f16> values(elements), sums(zeros<f16>(keys.size()));
    EXPECT_EQ(reduce_by_key(this->here(), from.range(), values.range(), this->room(found), this->room(sums)), runs);
    right.resize(runs);
    auto of_runs = sums.values();
    of_runs.resize(runs);
    expect_same(of_runs, each_as<f16>(right), "sums by key");
}

TYPED_TEST_P(NumberTypesConformance, HalvesAreMovedAndMapped) {
    const auto elements = halves<f16>(6000);
    const typename TestFixture::template buffer<f16> from(elements), to(zeros<f16>(6000));
    strider::transpose(this->here(), matrix_view<const f16>(from.address(), 60, 100),
                       matrix_view<f16>(to.address(), 100, 60));
    std::vector<f16> right = zeros<f16>(6000), squares = right;
    for (std::size_t i = 0; i < right.size(); ++i) right[i % 100 * 60 + i / 100] = elements[i];
    expect_same(to.values(), right, "transpose");
    transform(this->here(), from.range(), this->room(to), with_itself{});
    for (std::size_t i = 0; i < right.size(); ++i) squares[i] = f16(elements[i] * elements[i]);
    expect_same(to.values(), squares, "transform");
    const std::vector<float> floats = each_as<float>(elements);
    EXPECT_EQ(reduce(this->here(), views::transform(from.range(), with_itself{})),
              reduce(serial{}, views::transform(floats, with_itself{})));
}

TYPED_TEST_P(NumberTypesConformance, ExtremesOfHalves) {
    const auto elements = halves<f16>(9000);
    const std::vector<float> floats = each_as<float>(elements);
    const typename TestFixture::template buffer<f16> from(elements),
        with_nan({f16(1), f16::from_bits(0x7d01), f16(-2)}), signs({f16(0.0f), f16(-0.0f)});
    const auto at = this->here();
    const auto both = min_max(at, from.range());
    EXPECT_EQ(static_cast<float>(both.minimum), min_max(serial{}, floats).minimum);
    EXPECT_EQ(static_cast<float>(both.maximum), min_max(serial{}, floats).maximum);
    EXPECT_EQ(argmin(at, from.range()).index, argmin(serial{}, floats).index);
    EXPECT_EQ(argmax(at, with_nan.range()).index, 1u);
    EXPECT_EQ(argmax(at, with_nan.range()).value.bits, 0x7fff);
    EXPECT_EQ(min_max(at, signs.range()).minimum.bits, 0x8000);
    const typename TestFixture::template buffer<located<f16>> place(std::vector<located<f16>>(1));
    argmax_into(at, from.range(), place.address());
    EXPECT_EQ(place.value().index, argmax(serial{}, floats).index);
    EXPECT_EQ(static_cast<float>(place.value().value), argmax(serial{}, floats).value);
    const typename TestFixture::template buffer<extremes<f16>> range(std::vector<extremes<f16>>(1));
    min_max_into(at, from.range(), range.address());
    EXPECT_EQ(range.value().minimum.bits, both.minimum.bits);
}

TYPED_TEST_P(NumberTypesConformance, OwnOperatorsGetHalvesAsTheyAre) {
    const typename TestFixture::template buffer<f16> three({f16(2048), f16(1), f16(1)});
    const auto at = this->here();
    EXPECT_EQ(static_cast<float>(reduce(at, three.range(), rounding_sum{}, f16(0))), 2048.0f);
    EXPECT_EQ(static_cast<float>(reduce(at, three.range(), plus{}, f16(0))), 2050.0f);
}

TYPED_TEST_P(NumberTypesConformance, ComplexNumbersByTheirParts) {
    using z = std::complex<float>;
    const std::vector<float> parts = random_elements<float>(20'000, 4), re(parts.begin(), parts.begin() + 10'000),
                             im(parts.begin() + 10'000, parts.end());
    std::vector<z> elements(10'000), results = zeros<z>(10'000);
    for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = {re[i], im[i]};
    const typename TestFixture::template buffer<z> from(elements), to(results);
    const auto at = this->here();
    EXPECT_EQ(reduce(at, from.range()), reduce(serial{}, elements));
    EXPECT_LT(std::abs(reduce(at, from.range()).real() / reduce(serial{}, re) - 1), 1e-3);
    EXPECT_LT(std::abs(reduce(at, from.range()).imag() / reduce(serial{}, im) - 1), 1e-3);
    inclusive_scan(serial{}, elements, results);
    inclusive_scan(at, from.range(), this->room(to));
    expect_same(to.values(), results, "scan");

    const typename TestFixture::template buffer<std::complex<double>> turns(
        std::vector<std::complex<double>>(7, {0, 1})),
        product(zeros<std::complex<double>>(1));
    EXPECT_EQ(reduce(at, turns.range(), multiplies{}), std::complex<double>(0, -1));
    reduce_into(at, turns.range(), product.address(), multiplies{}, std::complex<double>(2, 1));
    EXPECT_EQ(product.value(), std::complex<double>(1, -2));
    EXPECT_EQ(reduce(at, turns.range().first(0), multiplies{}), std::complex<double>(1, 0));
}

TYPED_TEST_P(NumberTypesConformance, IntegersOf128Bits) {
    std::vector<i128> elements;
    std::mt19937_64 random(3);
    i128 sum = 0, least = 0, most = 0, either = 0;
    for (int i = 0; i < 20'000; ++i) {
        const auto high = static_cast<i128>(static_cast<std::int64_t>(random()));
        elements.push_back(high * (i128{1} << 64) + random());
        sum = plus{}(sum, elements.back());
        least = std::min(least, elements.back());
        most = std::max(most, elements.back());
        either ^= elements.back();
    }
    const typename TestFixture::template buffer<i128> from(elements), to(elements);
    const auto at = this->here();
    const auto none = from.range().first(0);
    EXPECT_TRUE(reduce(at, from.range()) == sum);
    EXPECT_TRUE(reduce(at, from.range(), minimum{}) == least);
    if constexpr (every_type) {
        EXPECT_TRUE(reduce(at, from.range(), maximum{}) == most);
        EXPECT_TRUE(reduce(at, from.range(), bit_xor{}) == either);
    }
    EXPECT_TRUE(argmin(at, from.range()).value == least);
    const i128 greatest = static_cast<i128>(~u128{0} >> 1);
    EXPECT_TRUE(reduce(at, none, minimum{}) == greatest);
    if constexpr (every_type) {
        EXPECT_TRUE(reduce(at, none, bit_and{}) == -1);
        EXPECT_TRUE(reduce(at, none, maximum{}) == -greatest - 1);
    }
    inclusive_scan(at, from.range(), this->room(to));
    EXPECT_TRUE(to.values().back() == sum);
    const typename TestFixture::template buffer<std::uint64_t> words(std::vector<std::uint64_t>(5, ~std::uint64_t{0}));
    EXPECT_TRUE((reduce(at, words.range(), plus{}, u128{0})) == 5 * u128{~std::uint64_t{0}});
}

TYPED_TEST_P(NumberTypesConformance, Booleans) {
    using flags = typename TestFixture::template buffer<bool>;
    const bool some[] = {true, true, false, true};
    const flags mixed{std::span<const bool>(some)};
    const auto at = this->here();
    EXPECT_FALSE(reduce(at, mixed.range(), logical_and{}));
    EXPECT_TRUE(reduce(at, mixed.range(), logical_or{}));
    EXPECT_TRUE(reduce(at, mixed.range().first(2), logical_and{}));
    EXPECT_TRUE(reduce(at, mixed.range().first(0), logical_and{}));
    EXPECT_FALSE(reduce(at, mixed.range().first(0), logical_or{}));
    EXPECT_EQ(reduce(at, mixed.range(), plus{}, 0), 3);
}

TYPED_TEST_P(NumberTypesConformance, AccumulatorsOfProductsAndMeans) {
    const std::vector<float> numbers = random_elements<float>(9999, 8);
    const std::vector<double> wide = each_as<double>(numbers);
    const typename TestFixture::template buffer<float> from(numbers);
    const typename TestFixture::template buffer<double> to(zeros<double>(1));
    const auto at = this->here();
    EXPECT_EQ((dot<double>(at, from.range(), from.range())), dot(serial{}, wide, wide));
    dot_into(at, from.range(), from.range(), to.address());
    EXPECT_EQ(to.value(), dot(serial{}, wide, wide));
    EXPECT_EQ((mean<double>(at, from.range())), mean(serial{}, wide));
    mean_into<double>(at, from.range(), to.address());
    EXPECT_EQ(to.value(), mean(serial{}, wide));
    // In double, 2^53 + 1 - 2^53 is 0.
    const typename TestFixture::template buffer<std::int64_t> far(
        std::vector<std::int64_t>{std::int64_t{1} << 53, 3, -(std::int64_t{1} << 53)});
    EXPECT_EQ((mean<std::int64_t>(at, far.range())), 1.0);
    mean_into<std::int64_t>(at, far.range(), to.address());
    EXPECT_EQ(to.value(), 1.0);
}

REGISTER_TYPED_TEST_SUITE_P(NumberTypesConformance, HalvesAreReducedInFloatAndRoundedOnce,
                            SumsOfHalvesAreNotRoundedOnTheWay, SpecialHalves, ScansOfHalvesRoundEachResultOnce,
                            HalvesAreMovedAndMapped, ExtremesOfHalves, OwnOperatorsGetHalvesAsTheyAre,
                            ComplexNumbersByTheirParts, IntegersOf128Bits, Booleans, AccumulatorsOfProductsAndMeans);
REGISTER_TYPED_TEST_SUITE_P(HalvesInPatterns, SegmentsRowsAndColumnsOfHalves, SegmentedScansOfHalves,
                            ConvolutionsOfHalvesRoundEachPixelOnce, HalvesByKey);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
