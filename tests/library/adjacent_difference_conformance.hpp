// The suite of every backend's adjacent differences (conformance.hpp). The right results are
// std::adjacent_difference's.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include <strider/adjacent_difference.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

/// Sizes that change the shape: pieces, rows, tiles of elements of 1 to 32 bytes, stretches of a core.
inline const std::vector<std::uint64_t> difference_sizes = {
    1,    2,     3,      15,     16,     17,     31,     32,      33,      127,     128,      129,  511,
    512,  513,   1023,   1024,   1025,   2047,   2048,   2049,    4095,    4096,    4097,     8191, 8193,
    9999, 16385, 65'535, 65'536, 65'537, 81'920, 81'921, 131'073, 140'001, 200'000, 2'500'003};

template <class Backend>
class AdjacentDifferenceConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }
    static std::uint64_t most() { return Backend::largest_scan; }
    static std::uint64_t some() { return std::max<std::uint64_t>(most() / 20, 9000); }

    /// Differences of the first elements in every size, at aligned addresses and others, into another place and in
    /// place.
    template <class U, class T, class Operator>
    static void expect_differences(const std::vector<T>& all, std::uint64_t most, Operator op) {
        for (const std::uint64_t size : sizes_up_to(most, difference_sizes, 3)) {
            const std::vector<T> elements(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(size));
            std::vector<U> right(size + 2, U{});  // what stands behind the results is left alone
            right[0] = static_cast<U>(elements[0]);
            for (std::uint64_t i = 1; i < size; ++i) right[i] = static_cast<U>(op(elements[i], elements[i - 1]));
            for (const std::size_t offset : {size % 2, std::size_t{3}, std::size_t{0}}) {
                const std::string what = std::to_string(size) + " elements, offset " + std::to_string(offset);
                const buffer<T> input(elements, offset);
                const buffer<U> output(std::vector<U>(size + 2, U{}), offset == 3 ? 1 : offset);
                adjacent_difference(here(), input.range(), std::span<U>(output.address(), size + 2), op);
                expect_same(output.values(), right, what);
                if constexpr (std::is_same_v<T, U>) {
                    adjacent_difference(here(), input.range(), std::span<T>(input.address(), size), op);
                    expect_same(input.values(), std::vector<T>(right.begin(), right.end() - 2), what + " in place");
                }
            }
        }
    }
};
TYPED_TEST_SUITE_P(AdjacentDifferenceConformance);

TYPED_TEST_P(AdjacentDifferenceConformance, NumbersAreSubtracted) {
    this->template expect_differences<std::uint32_t>(random_elements<std::uint32_t>(this->most(), 1), this->most(),
                                                     minus{});
    this->template expect_differences<std::uint8_t>(random_elements<std::uint8_t>(this->some(), 2), this->some(),
                                                    minus{});
    if constexpr (every_type) {
        this->template expect_differences<double>(random_elements<double>(this->some(), 3), this->some(), minus{});
    }
}

TYPED_TEST_P(AdjacentDifferenceConformance, AnyOperatorOnAnyElement) {
    if constexpr (every_type) {
        this->template expect_differences<affine>(random_elements<affine>(this->some(), 4), this->some(), compose{});
    }
    this->template expect_differences<triangle>(random_elements<triangle>(this->some(), 5), this->some(),
                                                matrix_product{});
    this->template expect_differences<bounded_text>(random_elements<bounded_text>(this->some(), 6), this->some(),
                                                    concatenate{});
}

/// Signed differences of unsigned elements.
struct signed_difference {
    STRIDER_HOST_DEVICE constexpr std::int64_t operator()(std::uint16_t a, std::uint16_t b) const {
        return static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b);
    }
};
struct differ {
    STRIDER_HOST_DEVICE constexpr bool operator()(std::uint32_t a, std::uint32_t b) const { return a != b; }
};

TYPED_TEST_P(AdjacentDifferenceConformance, ResultsMayBeOfAnotherType) {
    this->template expect_differences<std::int64_t>(random_elements<std::uint16_t>(this->some(), 7), this->some(),
                                                    signed_difference{});
    this->template expect_differences<std::uint8_t>(random_elements<std::uint32_t>(this->some(), 8), this->some(),
                                                    differ{});
}

static_assert(minus{}(i128{-1} - detail::greatest_integer<i128>, i128{1}) == detail::greatest_integer<i128>);

TYPED_TEST_P(AdjacentDifferenceConformance, IntegersWrapAndSpecialValuesAreIeee) {
    const auto expect = [&]<class T>(const std::vector<T>& elements, const std::vector<T>& right) {
        const typename TypeParam::template buffer<T> numbers(elements);
        adjacent_difference(this->here(), numbers.range(), std::span<T>(numbers.address(), elements.size()));
        expect_same(numbers.values(), right, "special values", nan_bits::any);
    };
    constexpr int least = std::numeric_limits<int>::min(), greatest = std::numeric_limits<int>::max();
    expect(std::vector<int>{5, least, greatest, least}, {5, greatest - 4, -1, 1});
    using limits = std::numeric_limits<float>;
    const float nan = limits::quiet_NaN(), infinity = limits::infinity();
    expect(std::vector<float>{-0.0f, -0.0f, infinity, infinity, nan, 1}, {-0.0f, 0.0f, infinity, nan, nan, nan});
}

/// Where the output's type has all elements, so are its differences.
TYPED_TEST_P(AdjacentDifferenceConformance, DifferencesOfNarrowElementsAreOfTheOutputsType) {
    const auto expect = [&]<class T, class U>(const std::vector<T>& elements, const std::vector<U>& right) {
        const typename TypeParam::template buffer<T> numbers(elements);
        const typename TypeParam::template buffer<U> output(std::vector<U>(right.size()));
        adjacent_difference(this->here(), numbers.range(), std::span<U>(output.address(), right.size()));
        expect_same(output.values(), right, "of another type");
    };
    expect(std::vector<std::uint8_t>{5, 3, 255, 0}, std::vector<int>{5, -2, 252, -255});
    expect(std::vector<std::uint8_t>{5, 3, 255, 0}, std::vector<std::int8_t>{5, -2, -4, 1});  // wraps
    if constexpr (every_type_at<TypeParam>) {
        expect(std::vector<std::uint32_t>{5, 3, ~0u}, std::vector<std::int64_t>{5, -2, 0xffff'fffc});
        expect(std::vector<std::uint32_t>{5, 3, ~0u}, std::vector<double>{5, -2, 4294967292.0});
        expect(std::vector<float>{3e38f, -3e38f}, std::vector<double>{double{3e38f}, -2 * double{3e38f}});
    }
    constexpr std::int64_t far = std::int64_t{1} << 62;  // its neighbours are no double
    expect(std::vector<std::int64_t>{far, far + 1, far, -far, far},
           std::vector<double>{0x1p62, 1, -1, -0x1p63, 0x1p63});
}

TYPED_TEST_P(AdjacentDifferenceConformance, UndoesAnInclusiveSum) {
    std::vector<std::uint64_t> elements = random_elements<std::uint64_t>(this->some(), 9), sums(elements.size());
    std::partial_sum(elements.begin(), elements.end(), sums.begin());
    const typename TypeParam::template buffer<std::uint64_t> numbers(sums);
    adjacent_difference(this->here(), numbers.range(), std::span<std::uint64_t>(numbers.address(), sums.size()));
    expect_same(numbers.values(), elements, "undone");
}

TYPED_TEST_P(AdjacentDifferenceConformance, TakesEmptyRanges) {
    const typename TypeParam::template buffer<int> number(std::vector<int>{1});
    adjacent_difference(this->here(), number.range().first(0), std::span<int>(number.address(), 0));
    EXPECT_EQ(number.value(), 1);
}

REGISTER_TYPED_TEST_SUITE_P(AdjacentDifferenceConformance, NumbersAreSubtracted, AnyOperatorOnAnyElement,
                            ResultsMayBeOfAnotherType, IntegersWrapAndSpecialValuesAreIeee,
                            DifferencesOfNarrowElementsAreOfTheOutputsType, UndoesAnInclusiveSum, TakesEmptyRanges);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
