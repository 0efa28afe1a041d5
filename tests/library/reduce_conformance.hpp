// Every backend's reductions, call by call (conformance.hpp). Their operators and order: reduce_order_conformance.hpp.
#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include <strider/reduce.hpp>

#include "tests/library/conformance.hpp"

namespace strider::test {

struct is_greater {
    template <class T>
    STRIDER_HOST_DEVICE bool operator()(const T& a, const T& b) const {
        return a > b;
    }
};

template <class T>
bool same_bits(const located<T>& a, const located<T>& b) {
    return a.index == b.index && same_bits(a.value, b.value);
}

template <class Backend>
class ReduceConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }
    static std::vector<std::uint64_t> sizes() { return sizes_up_to(Backend::largest, special_sizes(), 5); }

    /// The first of equal extremes; the first NaN where there is one.
    template <class T>
    static void expect_places() {
        for (const std::uint64_t size : sizes()) {
            std::vector<T> elements(size, T(1));
            const auto least = [&] { return argmin(here(), buffer<T>(elements).range()); };
            const auto greatest = [&] { return argmax(here(), buffer<T>(elements).range()); };
            EXPECT_TRUE(same_bits(least(), located<T>{T(1), 0})) << size;
            EXPECT_TRUE(same_bits(greatest(), located<T>{T(1), 0})) << size;
            elements[size - 1] = elements[size / 3] = T(9);
            EXPECT_TRUE(same_bits(greatest(), located<T>{T(9), size / 3})) << size;
            elements.assign(size, T(9));
            elements[size - 1] = elements[size / 3] = T(2);
            EXPECT_TRUE(same_bits(least(), located<T>{T(2), size / 3})) << size;
            if constexpr (std::is_floating_point_v<T>) {
                elements.assign(size, T(0));
                elements[size / 3] = -T(0);
                EXPECT_EQ(least().index, 0u) << "equal values: the first, whatever the sign of zero";
                const T nan = std::numeric_limits<T>::quiet_NaN();
                elements[size / 2] = elements[size - 1] = -nan;
                EXPECT_TRUE(same_bits(least(), located<T>{nan, size / 2}));
                EXPECT_TRUE(same_bits(greatest(), located<T>{nan, size / 2}));
            }
            elements = random_elements<T>(size, size);
            EXPECT_TRUE(same_bits(least(), argmin(serial{}, elements))) << size;
            EXPECT_TRUE(same_bits(greatest(), argmax(serial{}, elements))) << size;
            for (const std::size_t offset : {0, 1}) {
                const extremes<T> both = min_max(here(), buffer<T>(elements, offset).range());
                EXPECT_TRUE(same_bits(both.minimum, reduce(serial{}, elements, minimum{}))) << size;
                EXPECT_TRUE(same_bits(both.maximum, reduce(serial{}, elements, maximum{}))) << size;
                const located<T> last = argmin(here(), buffer<T>(elements, offset).range(), is_greater{});
                EXPECT_TRUE(same_bits(last, argmin(serial{}, elements, is_greater{}))) << size;
            }
        }
    }
};
TYPED_TEST_SUITE_P(ReduceConformance);

TYPED_TEST_P(ReduceConformance, ExtremesAndTheirPlaces) {
    this->template expect_places<float>();
    if constexpr (every_type_at<TypeParam>) {
        this->template expect_places<std::int8_t>();
        this->template expect_places<std::uint64_t>();
    }
    if constexpr (TypeParam::every_pair) {
        this->template expect_places<std::uint16_t>();
        this->template expect_places<std::int32_t>();
        this->template expect_places<double>();
    }
}

TYPED_TEST_P(ReduceConformance, EmptyRanges) {
    const auto here = this->here();
    const std::span<const float> none;
    EXPECT_TRUE(same_bits(reduce(here, none), 0.0f));
    EXPECT_EQ(reduce(here, none, multiplies{}), 1.0f);
    EXPECT_EQ(reduce(here, none, minimum{}), std::numeric_limits<float>::infinity());
    EXPECT_EQ(reduce(here, none, maximum{}), -std::numeric_limits<float>::infinity());
    if constexpr (every_type_at<TypeParam>) {
        EXPECT_EQ(reduce(here, std::span<const std::uint8_t>(), bit_and{}), 255);
        EXPECT_EQ(reduce(here, std::span<const std::int8_t>(), maximum{}), -128);
    }
    EXPECT_EQ(reduce(here, none, plus{}, 3.0), 3.0);
    EXPECT_EQ((reduce(here, std::span<const affine>(), compose{}, affine{2, 3}) == affine{2, 3}), true);
    EXPECT_EQ(dot(here, none, none), 0.0f);
    EXPECT_THROW(static_cast<void>(mean(here, none)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(min_max(here, none)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(argmin(here, none)), std::invalid_argument);
    EXPECT_THROW(static_cast<void>(argmax(here, none)), std::invalid_argument);
}

TYPED_TEST_P(ReduceConformance, ReduceInto) {
    const auto here = this->here();
    for (const std::uint64_t size : this->sizes()) {
        const std::vector<double> elements = random_elements<double>(size, 6);
        const typename TestFixture::template buffer<double> input(elements), result(std::vector<double>{-1.0});
        reduce_into(here, input.range(), result.address(), maximum{});
        EXPECT_EQ(result.value(), reduce(serial{}, elements, maximum{})) << size;
        reduce_into(here, input.range(), result.address());
        EXPECT_TRUE(same_bits(result.value(), reduce(serial{}, elements))) << size;
    }
    const typename TestFixture::template buffer<double> result(std::vector<double>{-1.0});
    reduce_into(here, std::span<const double>(), result.address());
    EXPECT_EQ(result.value(), 0.0);
    for (const std::uint64_t size : {2, 9000}) {
        std::vector<double> elements(size, std::numeric_limits<double>::infinity());
        elements.back() = -elements.front();
        reduce_into(here, typename TestFixture::template buffer<double>(elements).range(), result.address());
        EXPECT_TRUE(same_bits(result.value(), std::numeric_limits<double>::quiet_NaN())) << size;
    }
}

/// Not a lambda, so that nvcc needs no flag for the suite.
struct square {
    STRIDER_HOST_DEVICE constexpr float operator()(float x) const { return x * x; }
};
/// Sums that are not known to commute, of one number and of two.
struct addition {
    STRIDER_HOST_DEVICE constexpr float operator()(float a, float b) const { return a + b; }
};
struct square_and_cube {
    double square, cube;
};
struct powers {
    STRIDER_HOST_DEVICE constexpr square_and_cube operator()(float x) const {
        const double wide = 1.1 * x;
        return {wide * wide, wide * wide * wide};
    }
};
struct addition_of_both {
    STRIDER_HOST_DEVICE constexpr square_and_cube operator()(const square_and_cube& a, const square_and_cube& b) const {
        return {a.square + b.square, a.cube + b.cube};
    }
};
struct times_index {
    STRIDER_HOST_DEVICE constexpr std::uint64_t operator()(std::uint32_t x, std::uint64_t i) const {
        return x * (i + 1);
    }
};

/// The second parameter is not an index: the call did not ask for one.
struct times_three_unless_told {
    STRIDER_HOST_DEVICE constexpr std::uint64_t operator()(std::uint32_t x, std::uint64_t by = 3) const {
        return x * by;
    }
};

TYPED_TEST_P(ReduceConformance, CountsBooleansFromAnInteger) {
    for (const std::uint64_t size : this->sizes()) {
        const auto flags = std::make_unique<bool[]>(size);
        std::uint64_t set = 0;
        for (std::uint64_t i = 0; i < size; ++i) set += flags[i] = i % 7 < 3;
        const typename TestFixture::template buffer<bool> here_flags(std::span<const bool>(flags.get(), size));
        EXPECT_EQ(reduce(this->here(), here_flags.range(), plus{}, std::uint64_t{5}), set + 5) << size;
        EXPECT_EQ(mean(this->here(), here_flags.range()), static_cast<double>(set) / static_cast<double>(size)) << size;
    }
}

TYPED_TEST_P(ReduceConformance, TransformsConversionsAndProducts) {
    const auto here = this->here();
    for (const std::uint64_t size : this->sizes()) {
        const std::vector<float> a = random_elements<float>(size, 8), b = random_elements<float>(size, 9);
        const std::vector<std::uint32_t> integers = random_elements<std::uint32_t>(size, 10);
        const typename TestFixture::template buffer<float> here_a(a), here_b(b, 1);
        const typename TestFixture::template buffer<std::uint32_t> here_integers(integers, 1);

        EXPECT_TRUE(same_bits(dot(here, here_a.range(), here_b.range()), dot(serial{}, a, b))) << size;
        EXPECT_TRUE(same_bits(transform_reduce(here, here_a.range(), square{}, plus{}, 1.0f),
                              transform_reduce(serial{}, a, square{}, plus{}, 1.0f)))
            << size;
        EXPECT_TRUE(same_bits(transform_reduce(here, here_a.range(), square{}, addition{}, 1.0f),
                              transform_reduce(serial{}, a, square{}, addition{}, 1.0f)))
            << size << ": a product and a sum are rounded one after the other";
        EXPECT_TRUE(same_bits(transform_reduce(here, here_b.range(), square{}, addition{}, 1.0f),
                              transform_reduce(serial{}, b, square{}, addition{}, 1.0f)))
            << size;
        EXPECT_TRUE(same_bits(transform_reduce(here, here_a.range(), powers{}, addition_of_both{}, square_and_cube{}),
                              transform_reduce(serial{}, a, powers{}, addition_of_both{}, square_and_cube{})))
            << size;
        std::uint64_t weighted = 5;
        for (std::uint64_t i = 0; i < size; ++i) weighted += integers[i] * (i + 1);
        EXPECT_EQ(transform_reduce(here, here_integers.range(), with_index{times_index{}}, plus{}, std::uint64_t{5}),
                  weighted)
            << size;
        EXPECT_EQ(transform_reduce(here, here_integers.range(), times_three_unless_told{}, plus{}, std::uint64_t{5}),
                  3 * reduce(serial{}, integers, plus{}, std::uint64_t{0}) + 5)
            << size;
        EXPECT_TRUE(same_bits(reduce(here, here_a.range(), plus{}, 0.0), reduce(serial{}, a, plus{}, 0.0))) << size;
        EXPECT_TRUE(same_bits(mean(here, here_a.range()), mean(serial{}, a))) << size;
        EXPECT_TRUE(same_bits(mean(here, here_integers.range()), mean(serial{}, integers))) << size;
    }
    const typename TestFixture::template buffer<float> two(std::vector<float>{1, 2}),
        three(std::vector<float>{1, 2, 3});
    EXPECT_THROW(static_cast<void>(dot(here, two.range(), three.range())), std::invalid_argument);
    EXPECT_EQ(mean(here, three.range()), 2.0f);
    EXPECT_EQ(dot(here, three.range(), three.range()), 14.0f);
}

REGISTER_TYPED_TEST_SUITE_P(ReduceConformance, ExtremesAndTheirPlaces, EmptyRanges, ReduceInto,
                            CountsBooleansFromAnInteger, TransformsConversionsAndProducts);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
