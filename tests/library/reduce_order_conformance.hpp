// The operators of every backend's reduction, and the order in which it applies them (conformance.hpp).
#pragma once

#include <limits>
#include <span>
#include <vector>

#include <strider/reduce.hpp>

#include "tests/library/canonical_model.hpp"
#include "tests/library/conformance.hpp"

namespace strider::test {

template <class Backend>
class ReduceOrderConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }
    static std::vector<std::uint64_t> sizes() { return sizes_up_to(Backend::largest, special_sizes(), 5); }

    /// The oracle's result, in every size.
    template <class T, class Operator>
    static void expect_serial_bits(const std::vector<T>& elements, Operator op) {
        for (const std::uint64_t size : sizes()) {
            const std::span<const T> range(elements.data(), size);
            const T expected = reduce(serial{}, range, op, elements.back());
            const T result = reduce(here(), buffer<T>(range, size % 2).range(), op, elements.back());
            EXPECT_TRUE(same_bits(result, expected)) << "size " << size << ", " << sizeof(T) << " bytes";
        }
    }

    /// The result of a fold from left to right, for operators that do not commute.
    template <class T, class Operator>
    static void expect_fold(Operator op) {
        const std::vector<T> elements = random_elements<T>(Backend::largest, 5);
        for (const std::uint64_t size : sizes()) {
            T expected = elements.back();
            for (std::uint64_t i = 0; i < size; ++i) expected = op(expected, elements[i]);
            const buffer<T> input(std::span<const T>(elements.data(), size), size % 2);
            EXPECT_EQ(reduce(here(), input.range(), op, elements.back()) == expected, true)
                << "size " << size << ", " << sizeof(T) << " bytes";
        }
    }

    template <unsigned Words, class Operator>
    static void expect_canonical_tree(bool commutes, Operator op) {
        using T = words<Words>;
        const std::vector<T> elements = random_words<Words>(std::min<std::uint64_t>(Backend::largest, 100'003));
        for (const std::uint64_t size : sizes()) {
            if (size > elements.size()) continue;
            const std::vector<T> some(elements.begin(), elements.begin() + static_cast<std::ptrdiff_t>(size));
            const T expected = op(elements.back(), model_reduce(some, commutes, op));
            const buffer<T> input(some, 1);
            EXPECT_EQ(reduce(here(), input.range(), op, elements.back()) == expected, true)
                << "size " << size << ", " << sizeof(T) << " bytes, " << (commutes ? "rows" : "runs");
        }
    }

    template <class T>
    static void expect_every_operator() {
        const std::vector<T> elements = random_elements<T>(Backend::largest, 1);
        expect_serial_bits(factors<T>(Backend::largest), multiplies{});
        expect_serial_bits(elements, minimum{});
        expect_serial_bits(elements, maximum{});
        if constexpr (std::is_integral_v<T>) {
            expect_serial_bits(elements, bit_and{});
            expect_serial_bits(elements, bit_or{});
            expect_serial_bits(elements, bit_xor{});
        }
    }

    template <class... T>
    static void expect_sums() {
        (expect_serial_bits(random_elements<T>(Backend::largest, 1), plus{}), ...);
    }

    template <class T>
    static void expect_special_values() {
        using limits = std::numeric_limits<T>;
        const T nan = limits::quiet_NaN(), infinity = limits::infinity(), denormal = limits::denorm_min();
        for (const std::uint64_t size : {5, 700, 5000, 20'000}) {
            for (const std::uint64_t at : {std::uint64_t{0}, size / 2, size - 1}) {
                std::vector<T> elements(size, T(1));
                const auto extreme = [&](auto op) { return reduce(here(), buffer<T>(elements).range(), op); };
                elements[at] = -nan;
                for (const T value : {extreme(plus{}), extreme(multiplies{}), extreme(minimum{}), extreme(maximum{})}) {
                    EXPECT_TRUE(same_bits(value, nan)) << "NaN at " << at << " of " << size;
                }
                elements[at] = infinity;
                EXPECT_EQ(extreme(maximum{}), infinity);
                EXPECT_EQ(extreme(plus{}), infinity);
                elements[at ? 0 : 1] = -infinity;
                EXPECT_EQ(extreme(minimum{}), -infinity);
                EXPECT_TRUE(same_bits(extreme(plus{}), nan)) << "infinities of either sign";
                elements.assign(size, denormal);
                elements[at] = -denormal;
                EXPECT_EQ(extreme(minimum{}), -denormal) << "denormals are not flushed";
                EXPECT_EQ(extreme(maximum{}), denormal);
                EXPECT_EQ(extreme(plus{}), static_cast<T>(size - 2) * denormal);
                elements.assign(size, T(0));
                elements[at] = -T(0);
                EXPECT_TRUE(same_bits(extreme(minimum{}), -T(0))) << "-0 at " << at << " of " << size;
                EXPECT_TRUE(same_bits(extreme(maximum{}), T(0)));
                EXPECT_TRUE(same_bits(extreme(plus{}), T(0)));
                elements.assign(size, -T(0));
                EXPECT_TRUE(same_bits(extreme(maximum{}), -T(0)));
                EXPECT_TRUE(same_bits(extreme(plus{}), -T(0)));
                elements[at] = T(0);
                EXPECT_TRUE(same_bits(extreme(minimum{}), -T(0)));
                EXPECT_TRUE(same_bits(extreme(maximum{}), T(0))) << "+0 at " << at << " of " << size;
            }
        }
    }
};
TYPED_TEST_SUITE_P(ReduceOrderConformance);

TYPED_TEST_P(ReduceOrderConformance, SumsOfEveryTypeHaveTheBitsOfTheOracle) {
    this->template expect_sums<std::int8_t, std::uint16_t, std::int32_t, float, double>();
    if constexpr (every_type_at<TypeParam>) {
        this->template expect_sums<std::uint8_t, std::int16_t, std::uint32_t, std::int64_t, std::uint64_t>();
    }
}

TYPED_TEST_P(ReduceOrderConformance, EveryOperatorHasTheBitsOfTheOracle) {
    this->template expect_every_operator<std::int32_t>();
    this->template expect_every_operator<float>();
    this->expect_serial_bits(random_elements<std::uint8_t>(TypeParam::largest, 1), minimum{});
    if constexpr (every_type_at<TypeParam>) {
        this->expect_serial_bits(random_elements<std::uint8_t>(TypeParam::largest, 1), maximum{});
    }
}

TYPED_TEST_P(ReduceOrderConformance, EveryPairHasTheBitsOfTheOracle) {
    if constexpr (TypeParam::every_pair) {
        this->template expect_every_operator<std::int8_t>();
        this->template expect_every_operator<std::uint8_t>();
        this->template expect_every_operator<std::int16_t>();
        this->template expect_every_operator<std::uint16_t>();
        this->template expect_every_operator<std::uint32_t>();
        this->template expect_every_operator<std::int64_t>();
        this->template expect_every_operator<std::uint64_t>();
        this->template expect_every_operator<double>();
    }
}

TYPED_TEST_P(ReduceOrderConformance, OperatorsNeedNotCommute) {
    this->template expect_fold<affine>(compose{});
    this->template expect_fold<triangle>(matrix_product{});
    if constexpr (every_type) {
        this->template expect_fold<matrix>(matrix_product{});
        this->template expect_fold<text>(concatenate{});
        this->template expect_fold<bounded_text>(concatenate{});
    }
}

TYPED_TEST_P(ReduceOrderConformance, FollowsTheCanonicalOrder) {
    this->template expect_canonical_tree<1>(false, tell_tree{});
    this->template expect_canonical_tree<8>(false, tell_tree{});
    this->template expect_canonical_tree<1>(true, tell_tree_of_rows{});
    this->template expect_canonical_tree<2>(true, tell_tree_of_rows{});
    this->template expect_canonical_tree<4>(true, tell_tree_of_rows{});
    if constexpr (every_type) {
        this->template expect_canonical_tree<2>(false, tell_tree{});
        this->template expect_canonical_tree<3>(false, tell_tree{});
        this->template expect_canonical_tree<3>(true, tell_tree_of_rows{});
        this->template expect_canonical_tree<6>(true, tell_tree_of_rows{});
        this->template expect_canonical_tree<8>(true, tell_tree_of_rows{});
    }
}

TYPED_TEST_P(ReduceOrderConformance, SpecialValuesOfFloatingPoint) {
    this->template expect_special_values<float>();
    if constexpr (every_type_at<TypeParam>) this->template expect_special_values<double>();
}

REGISTER_TYPED_TEST_SUITE_P(ReduceOrderConformance, SumsOfEveryTypeHaveTheBitsOfTheOracle,
                            EveryOperatorHasTheBitsOfTheOracle, EveryPairHasTheBitsOfTheOracle, OperatorsNeedNotCommute,
                            FollowsTheCanonicalOrder, SpecialValuesOfFloatingPoint);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
