// Every backend's summaries (conformance.hpp): what reduce, argmin and argmax find apart, to the last bit.
#pragma once

#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include <strider/summary.hpp>

#include "tests/library/reduce_conformance.hpp"

namespace strider::test {

template <class T>
bool same_bits(const summary<T>& a, const summary<T>& b) {
    return same_bits(a.sum, b.sum) && same_bits(a.minimum, b.minimum) && same_bits(a.maximum, b.maximum);
}

template <class Backend>
class SummaryConformance : public testing::Test {
protected:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    static auto here() { return Backend::policy(); }
    static std::vector<std::uint64_t> sizes() { return sizes_up_to(Backend::largest, special_sizes(), 5); }

    /// By the three calls of the oracle.
    template <class T>
    static summary<T> apart(const std::vector<T>& elements) {
        return {reduce(serial{}, elements), argmin(serial{}, elements), argmax(serial{}, elements)};
    }

    template <class T>
    static void expect_summary(const std::vector<T>& elements, const summary<T>& right, const char* what) {
        for (const std::size_t offset : {0, 1}) {
            EXPECT_TRUE(same_bits(summarize(here(), buffer<T>(elements, offset).range()), right))
                << what << ", " << elements.size() << " of " << sizeof(T) << " bytes, offset " << offset;
        }
    }

    template <class T>
    static void expect_summaries() {
        for (const std::uint64_t size : sizes()) {
            std::vector<T> elements = random_elements<T>(size, size);
            expect_summary(elements, apart(elements), "random elements");
            elements.assign(size, T(1));
            elements[size / 3] = elements[size - 1] = T(3);
            elements[size / 2] = size / 2 == size / 3 || size / 2 == size - 1 ? elements[size / 2] : T(0);
            expect_summary(elements, apart(elements), "few different ones");
        }
    }

    /// Zeros of both signs, and NaN: of sums too.
    template <class T>
    static void expect_special_values() {
        constexpr T nan = std::numeric_limits<T>::quiet_NaN(), infinity = std::numeric_limits<T>::infinity();
        for (const std::uint64_t size : sizes()) {
            std::vector<T> elements(size, -T(0));
            expect_summary(elements, {-T(0), {-T(0), 0}, {-T(0), 0}}, "zeros below zero");
            elements[size / 2] = T(0);
            expect_summary(elements, {T(0), {elements[0], 0}, {elements[0], 0}}, "zeros");
            if (size > 1) {
                elements[0] = infinity;
                elements[size - 1] = -infinity;
                expect_summary(elements, {nan, {-infinity, size - 1}, {infinity, 0}}, "infinities");
            }
            elements[size - 1] = elements[size / 2] = -nan;
            expect_summary(elements, {nan, {nan, size / 2}, {nan, size / 2}}, "NaN");
        }
    }
};
TYPED_TEST_SUITE_P(SummaryConformance);

TYPED_TEST_P(SummaryConformance, HasTheBitsOfTheThreeCalls) {
    this->template expect_summaries<float>();
    this->template expect_summaries<std::int8_t>();
    if constexpr (every_type) {
        this->template expect_summaries<std::uint64_t>();
        this->template expect_summaries<double>();
    }
    if constexpr (every_type && TypeParam::every_pair) {
        this->template expect_summaries<std::uint16_t>();
        this->template expect_summaries<std::int32_t>();
    }
}

TYPED_TEST_P(SummaryConformance, SpecialValues) {
    this->template expect_special_values<float>();
    if constexpr (every_type) this->template expect_special_values<double>();
}

TYPED_TEST_P(SummaryConformance, RefusesEmptyRanges) {
    EXPECT_THROW(static_cast<void>(summarize(this->here(), std::span<const float>())), std::invalid_argument);
}

REGISTER_TYPED_TEST_SUITE_P(SummaryConformance, HasTheBitsOfTheThreeCalls, SpecialValues, RefusesEmptyRanges);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
