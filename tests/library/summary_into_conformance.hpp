// Every backend's summaries where ranks have none (conformance.hpp): results in the device's memory, numbers of 16 and
// 128 bits, views.
#pragma once

#include <vector>

#include <strider/half.hpp>
#include <strider/views.hpp>

#include "tests/library/summary_conformance.hpp"

namespace strider::test {

template <class Backend>
class SummaryIntoConformance : public SummaryConformance<Backend> {};
TYPED_TEST_SUITE_P(SummaryIntoConformance);

TYPED_TEST_P(SummaryIntoConformance, TheIntoCallHasTheSameBits) {
    for (const std::uint64_t size : this->sizes()) {
        const std::vector<double> elements = random_elements<double>(size, 6);
        const typename TestFixture::template buffer<double> input(elements);
        const typename TestFixture::template buffer<summary<double>> result(std::vector<summary<double>>(1));
        summarize_into(this->here(), input.range(), result.address());
        EXPECT_TRUE(same_bits(result.value(), this->apart(elements))) << size;
    }
}

TYPED_TEST_P(SummaryIntoConformance, NumbersOf16BitsAreSummedAsFloats) {
    for (const std::uint64_t size : this->sizes()) {
        const std::vector<float> numbers = random_elements<float>(size, 7);
        std::vector<f16> elements(size);
        for (std::uint64_t i = 0; i < size; ++i) elements[i] = f16(numbers[i] / 65536);
        const typename TestFixture::template buffer<f16> input(elements);
        const typename TestFixture::template buffer<summary<f16>> result(std::vector<summary<f16>>(1));
        const summary<f16> found = summarize(this->here(), input.range());
        EXPECT_EQ(found.sum.bits, reduce(serial{}, elements).bits) << size;
        EXPECT_EQ(found.minimum.index, argmin(serial{}, elements).index) << size;
        EXPECT_EQ(found.maximum.value.bits, argmax(serial{}, elements).value.bits) << size;
        summarize_into(this->here(), input.range(), result.address());
        const summary<f16> stored = result.value();
        EXPECT_EQ(stored.sum.bits, found.sum.bits) << size;
        EXPECT_EQ(stored.maximum.index, found.maximum.index) << size;
    }
}

TYPED_TEST_P(SummaryIntoConformance, IntegersOf128Bits) {
    for (const std::uint64_t size : this->sizes()) {
        std::vector<i128> elements(size, i128{5} << 90);
        elements[size / 2] = -(i128{3} << 100);
        const typename TestFixture::template buffer<i128> input(elements);
        const summary<i128> found = summarize(this->here(), input.range());
        EXPECT_TRUE(found.sum == reduce(serial{}, elements)) << size;
        EXPECT_EQ(found.minimum.index, size / 2);
        EXPECT_EQ(found.maximum.index, size > 2 ? 0u : argmax(serial{}, elements).index);
    }
}

TYPED_TEST_P(SummaryIntoConformance, Views) {
    for (const std::uint64_t size : this->sizes()) {
        const std::vector<float> elements = random_elements<float>(size, 8);
        const typename TestFixture::template buffer<float> input(elements);
        std::vector<float> squares(size);
        for (std::uint64_t i = 0; i < size; ++i) squares[i] = elements[i] * elements[i];
        EXPECT_TRUE(same_bits(summarize(this->here(), views::transform(input.range(), square{})), this->apart(squares)))
            << size;
    }
    const summary<int> counted = summarize(this->here(), views::iota(-3, 10));
    EXPECT_TRUE((counted == summary<int>{39, {-3, 0}, {9, 12}}));
}

REGISTER_TYPED_TEST_SUITE_P(SummaryIntoConformance, TheIntoCallHasTheSameBits, NumbersOf16BitsAreSummedAsFloats,
                            IntegersOf128Bits, Views);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
