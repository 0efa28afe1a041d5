// Numbers of 16 and 128 bits, complex numbers and bool on the host; and the conversions of the former.
#include <cmath>

#include "tests/library/host_backends.hpp"
#include "tests/library/number_types_conformance.hpp"

namespace strider::test {

/// Of neighbours the nearer one, though by way of float it would be the even one.
TEST(NumbersOf16Bits, AreRoundedOnceFromDouble) {
    EXPECT_EQ(f16(1 + 0x1p-11 + 0x1p-40).bits, 0x3c01);
    EXPECT_EQ(f16(-1 - 0x1p-11 - 0x1p-40).bits, 0xbc01);
    EXPECT_EQ(f16(1 + 0x3p-11 - 0x1p-40).bits, 0x3c01);
    EXPECT_EQ(bf16(1 + 0x1p-8 + 0x1p-40).bits, 0x3f81);
    EXPECT_EQ(f16(1 + 0x1p-11).bits, 0x3c00);
    EXPECT_EQ(f16(1e300).bits, 0x7c00);
    EXPECT_EQ(f16(-1e-300).bits, 0x8000);
    EXPECT_EQ(f16(std::numeric_limits<double>::quiet_NaN()).bits, 0x7fff);
}

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, NumberTypesConformance, serial_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, NumberTypesConformance, cpu_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Serial, HalvesInPatterns, serial_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, HalvesInPatterns, cpu_backend);

static_assert(sizeof(f16) == 2 && alignof(f16) == 2 && std::is_trivially_copyable_v<f16>);
static_assert(std::is_trivially_default_constructible_v<f16> && std::is_trivially_default_constructible_v<bf16>);
static_assert(f16(1.0f).bits == 0x3c00 && bf16(1.0f).bits == 0x3f80);

/// The value of `bits` by the definition of the format: fractions of `fraction_bits`, exponents of the rest.
float value_of(unsigned bits, int fraction_bits) {
    const int exponent_bits = 15 - fraction_bits, bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = static_cast<int>(bits & 0x7fff) >> fraction_bits;
    const auto fraction = static_cast<float>(bits & ((1u << fraction_bits) - 1));
    const float one = std::ldexp(1.0f, fraction_bits);
    const float magnitude = exponent == (1 << exponent_bits) - 1 ? (fraction == 0 ? INFINITY : NAN)
                            : exponent == 0                      ? std::ldexp(fraction, 1 - bias - fraction_bits)
                                            : std::ldexp(one + fraction, exponent - bias - fraction_bits);
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

/// Every number there is and back; halfway between two neighbours the even one, and beside that the nearer one.
template <class T>
void expect_format(int fraction_bits) {
    for (unsigned bits = 0; bits < 0x10000; ++bits) {
        const float value = value_of(bits, fraction_bits), found = T::from_bits(static_cast<std::uint16_t>(bits));
        if (std::isnan(value)) {
            EXPECT_TRUE(std::isnan(found));
            EXPECT_EQ(T(value).bits, 0x7fff);
            continue;
        }
        ASSERT_TRUE(same_bits(found, value)) << bits;
        ASSERT_EQ(T(value).bits, bits);
        if (bits >= 0x7fff) continue;
        const float next = value_of(bits + 1, fraction_bits);
        // Beyond the greatest, what would be the next one is infinity.
        const float above = std::isinf(next) ? value + (value - value_of(bits - 1, fraction_bits)) : next;
        if (std::isnan(next) || std::isinf(value) || std::isinf(above)) continue;
        const float middle = value + (above - value) / 2;
        ASSERT_EQ(T(middle).bits, bits % 2 == 0 ? bits : bits + 1) << bits;
        ASSERT_EQ(T(std::nextafter(middle, 0.0f)).bits, bits) << bits;
        ASSERT_EQ(T(std::nextafter(middle, INFINITY)).bits, bits + 1) << bits;
        ASSERT_EQ(T(-middle).bits, T(middle).bits | 0x8000) << bits;
    }
    EXPECT_EQ(static_cast<float>(T(INFINITY)), INFINITY);
    EXPECT_EQ(static_cast<float>(T(std::numeric_limits<float>::max())), INFINITY);
}

TEST(Halves, ConversionsRoundToTheNearestAndHalvesToTheEven) {
    expect_format<f16>(10);
    expect_format<bf16>(7);
}

#if defined(__FLT16_MAX__)
TEST(Halves, TheCompilersOwnTypeIsTakenAsItIs) {
    const std::vector<f16> elements = halves<f16>(9999);
    std::vector<_Float16> same(elements.size()), results(elements.size());
    std::memcpy(same.data(), elements.data(), elements.size() * 2);
    EXPECT_EQ(static_cast<float>(reduce(cpu{}, same)), static_cast<float>(reduce(serial{}, elements)));
    EXPECT_EQ(static_cast<float>(mean(cpu{}, same)), static_cast<float>(mean(serial{}, elements)));
    std::vector<f16> right(elements.size());
    inclusive_scan(serial{}, elements, right);
    inclusive_scan(cpu{}, same, results);
    EXPECT_EQ(std::memcmp(results.data(), right.data(), right.size() * 2), 0);
}
#endif

// What would lose numbers unasked.
template <class T, class Init>
concept sums_from = requires(std::vector<T> v, Init init) { reduce(serial{}, v, plus{}, init); };
static_assert(sums_from<f16, float> && sums_from<f16, double> && sums_from<std::int8_t, f16>);
static_assert(!sums_from<float, f16> && !sums_from<f16, bf16> && !sums_from<f16, int> && !sums_from<i128, long>);
static_assert(sums_from<std::int64_t, i128> && !sums_from<i128, u128> && sums_from<std::uint64_t, u128>);

template <class A, class T>
concept has_dot = requires(std::vector<T> v) { dot<A>(serial{}, v, v); };
static_assert(has_dot<double, float> && has_dot<float, f16> && has_dot<std::int64_t, int>);
static_assert(!has_dot<float, double> && !has_dot<int, std::int64_t> && !has_dot<bool, bool>);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
