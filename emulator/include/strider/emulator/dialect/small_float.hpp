// Floating-point numbers of 16 bits and fewer in software. Each operation is exact, then rounds once, to nearest and
// even, as on the hardware.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>

#include <strider/emulator/dialect/atomic.hpp>
#include <strider/emulator/dialect/intrinsic.hpp>
#include <strider/emulator/dialect/math.hpp>
#include <strider/emulator/dialect/register.hpp>

namespace strider::emulation {

/// IEEE's half precision, and bfloat16, the upper half of a float.
struct binary16 {
    static constexpr int mantissa_bits = 10, least_exponent = -14, most_exponent = 15;
};
struct bfloat16 {
    static constexpr int mantissa_bits = 7, least_exponent = -126, most_exponent = 127;
};

enum class direction : std::uint8_t { nearest, down, up, zero };

/// The exponent of a number that is not negative; -1023 for zero and subnormal numbers.
STRIDER_EMULATOR_ARITHMETIC int binary_exponent(double value) {
    return static_cast<int>(__builtin_bit_cast(std::uint64_t, value) >> 52) - 1023;
}
/// 2^exponent, of a normal number.
STRIDER_EMULATOR_ARITHMETIC double power_of_two(int exponent) {
    return __builtin_bit_cast(double, static_cast<std::uint64_t>(1023 + exponent) << 52);
}

/// The 16 bits of `value`; all NaN become the same bits.
template <class Format>
STRIDER_EMULATOR_ROUTINE std::uint16_t encode(double value, direction toward = direction::nearest) {
    constexpr int mantissa_bits = Format::mantissa_bits;
    constexpr std::uint32_t infinity = (2u * Format::most_exponent + 1u) << mantissa_bits;
    if (std::isnan(value)) return 0x7fff;
    const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
    const double magnitude = std::fabs(value);
    if (std::isinf(value)) return static_cast<std::uint16_t>(sign | infinity);
    // In units of the last place: an integer below 2^(mantissa_bits + 1), and the remainder.
    const int exponent =
        magnitude == 0 ? Format::least_exponent : std::max(binary_exponent(magnitude), Format::least_exponent);
    const double scaled = magnitude * power_of_two(mantissa_bits - exponent),
                 whole = static_cast<double>(static_cast<std::int64_t>(scaled));
    auto bits = static_cast<std::uint32_t>(exponent - Format::least_exponent) << mantissa_bits;
    if (exponent > Format::most_exponent) {
        bits = infinity - 1;  // the largest number, and more than half of its last place is left
    } else {
        bits += static_cast<std::uint32_t>(whole);  // the leading one adds 1 to the exponent, but for denormals
    }
    const double rest = exponent > Format::most_exponent ? 0.75 : scaled - whole;
    const bool away = toward == direction::nearest ? rest > 0.5 || (rest == 0.5 && (bits & 1u) != 0)
                      : rest == 0                  ? false
                      : toward == direction::up    ? sign == 0
                                                   : toward == direction::down && sign != 0;
    return static_cast<std::uint16_t>(sign | (bits + (away ? 1u : 0u)));
}

template <class Format>
STRIDER_EMULATOR_ROUTINE float decode(std::uint16_t bits) {
    constexpr int mantissa_bits = Format::mantissa_bits;
    const std::uint32_t magnitude = bits & 0x7fffu, fraction = magnitude & ((1u << mantissa_bits) - 1);
    const auto exponent = static_cast<int>(magnitude >> mantissa_bits);
    double result;
    if (exponent == 2 * Format::most_exponent + 1)
        result = fraction != 0 ? __builtin_nan("") : __builtin_inf();
    else
        result = static_cast<double>(exponent == 0 ? fraction : fraction | 1u << mantissa_bits) *
                 power_of_two((exponent == 0 ? 0 : exponent - 1) + Format::least_exponent - mantissa_bits);
    return static_cast<float>((bits & 0x8000u) != 0 ? -result : result);
}

// Numbers of 8 bits and fewer

/// The sign's bit, the bits of the largest number, and the bits that larger ones become without saturation: e4m3 has no
/// infinity, and formats of fewer bits than 8 have no NaN either. Elements of a pair are `spacing` bits apart.
struct e4m3 {
    static constexpr int mantissa_bits = 3, least_exponent = -6, spacing = 8;
    static constexpr unsigned sign = 0x80, largest = 0x7e, overflow = 0x7f;
};
struct e5m2 {
    static constexpr int mantissa_bits = 2, least_exponent = -14, spacing = 8;
    static constexpr unsigned sign = 0x80, largest = 0x7b, overflow = 0x7c;
};
struct e3m2 {
    static constexpr int mantissa_bits = 2, least_exponent = -2, spacing = 8;
    static constexpr unsigned sign = 0x20, largest = 0x1f, overflow = largest;
};
struct e2m3 {
    static constexpr int mantissa_bits = 3, least_exponent = 0, spacing = 8;
    static constexpr unsigned sign = 0x20, largest = 0x1f, overflow = largest;
};
struct e2m1 {
    static constexpr int mantissa_bits = 1, least_exponent = 0, spacing = 4;
    static constexpr unsigned sign = 8, largest = 7, overflow = largest;
};

/// The bits of a number, rounded to nearest and even, or toward zero. NaN becomes 0x7f; NaN of a double becomes a quiet
/// NaN with the sign and first bits of the double. In a format without NaN, it becomes the largest number.
template <class Format, class Number>
STRIDER_EMULATOR_ROUTINE unsigned char encode_fp8(Number number, bool saturates,
                                                  direction toward = direction::nearest) {
    const double value = number;
    const unsigned sign = std::signbit(value) ? Format::sign : 0;
    if (std::isnan(value) && Format::sign < 0x80) return Format::largest;
    if (std::isnan(value) && !std::is_same_v<Number, double>) return 0x7f;
    if (std::isnan(value))
        return static_cast<unsigned char>(
            sign | 0x7e | (Format::overflow == 0x7f ? 1 : std::bit_cast<std::uint64_t>(value) >> 50 & 3));
    const double magnitude = std::fmin(std::fabs(value), 0x1p20);
    const int exponent =
        magnitude == 0 ? Format::least_exponent : std::max(std::ilogb(magnitude), Format::least_exponent);
    const double scaled = std::ldexp(magnitude, Format::mantissa_bits - exponent);
    // The leading one adds 1 to the exponent, but for denormals.
    unsigned bits = static_cast<unsigned>(exponent - Format::least_exponent) << Format::mantissa_bits;
    bits += static_cast<unsigned>(toward == direction::zero ? std::trunc(scaled) : std::nearbyint(scaled));
    if (bits > Format::largest) bits = saturates ? Format::largest : Format::overflow;
    return static_cast<unsigned char>(sign | bits);
}

template <class Format>
STRIDER_EMULATOR_ROUTINE float decode_fp8(unsigned char bits) {
    const unsigned magnitude = bits & (Format::sign - 1), fraction = magnitude & ((1u << Format::mantissa_bits) - 1);
    const auto exponent = static_cast<int>(magnitude >> Format::mantissa_bits);
    const unsigned whole = exponent == 0 ? fraction : fraction | 1u << Format::mantissa_bits;
    const float scaled = std::ldexp(static_cast<float>(whole),
                                    std::max(exponent - 1, 0) + Format::least_exponent - Format::mantissa_bits);
    const float result = magnitude <= Format::largest                                ? scaled
                         : magnitude == Format::overflow && Format::overflow != 0x7f ? __builtin_inff()
                                                                                     : __builtin_nanf("");
    return (bits & Format::sign) != 0 ? -result : result;
}

/// A 64-bit integer as a double that rounds to 16 bits as the integer does: the odd last bit stands for lost bits.
STRIDER_EMULATOR_ROUTINE double sticky(unsigned long long value) {
    if (value >> 53 == 0) return static_cast<double>(value);
    return static_cast<double>(value >> 11 | ((value & 0x7ffu) != 0 ? 1u : 0u)) * 2048.0;
}
template <class Integer>
STRIDER_EMULATOR_ROUTINE double sticky(Integer value) {
    const auto bits = static_cast<unsigned long long>(value);
    return value < 0 ? -sticky(0 - bits) : sticky(bits);
}

/// A number of 16 bits. Functions that take or return one are inlined, so that accesses belong to the kernel: g++ does
/// not instrument a structure that a call loads or stores.
template <class Format>
struct small_float {
    std::uint16_t __x;

    /// The bits, for code that takes numbers apart.
    struct raw {
        unsigned short x;
    };

    small_float() = default;
    STRIDER_EMULATOR_ARITHMETIC small_float(raw bits) : __x(bits.x) {}
    STRIDER_EMULATOR_ARITHMETIC small_float(float value) : __x(encode<Format>(static_cast<double>(value))) {}
    STRIDER_EMULATOR_ARITHMETIC small_float(double value) : __x(encode<Format>(value)) {}
    template <class Integer>
        requires std::is_integral_v<Integer>
    STRIDER_EMULATOR_ARITHMETIC small_float(Integer value) : __x(encode<Format>(sticky(value))) {}
    template <class Other>
        requires(!std::is_same_v<Other, Format>)
    STRIDER_EMULATOR_ARITHMETIC explicit small_float(small_float<Other> value)
        : small_float(static_cast<float>(value)) {}

    STRIDER_EMULATOR_ARITHMETIC operator float() const { return decode<Format>(__x); }
    template <class Integer>
        requires(std::is_integral_v<Integer> && !std::is_same_v<Integer, bool>)
    STRIDER_EMULATOR_ARITHMETIC explicit operator Integer() const {
        return saturated<Integer>(std::trunc(decode<Format>(__x)));
    }
    STRIDER_EMULATOR_ARITHMETIC operator raw() const { return {__x}; }

    STRIDER_EMULATOR_ARITHMETIC static small_float of_bits(std::uint16_t bits) {
        small_float result;
        result.__x = bits;
        return result;
    }
};

template <class Format>
struct alignas(4) small_pair {
    small_float<Format> x, y;

    struct raw {
        unsigned short x, y;
    };

    small_pair() = default;
    STRIDER_EMULATOR_ARITHMETIC small_pair(raw bits)
        : x(small_float<Format>::of_bits(bits.x)), y(small_float<Format>::of_bits(bits.y)) {}
    STRIDER_EMULATOR_ARITHMETIC operator raw() const { return {x.__x, y.__x}; }
    STRIDER_EMULATOR_ARITHMETIC small_pair(small_float<Format> x, small_float<Format> y) : x(x), y(y) {}
};

template <class Format>
constexpr bool is_register<small_float<Format>> = true;
template <class Format>
constexpr bool is_register<small_pair<Format>> = true;

template <class F>
using same_float = std::type_identity_t<small_float<F>>;
template <class F>
using same_pair = std::type_identity_t<small_pair<F>>;

/// a * b + c, rounded once. The product is exact in double; the sum keeps its lost part as an odd last bit.
template <class Format>
STRIDER_EMULATOR_ROUTINE small_float<Format> multiply_add(small_float<Format> a, small_float<Format> b,
                                                          small_float<Format> c) {
    const double product = static_cast<double>(static_cast<float>(a)) * static_cast<float>(b);
    const double addend = static_cast<float>(c), sum = product + addend;
    if (!std::isfinite(sum)) return sum;
    const double of_addend = sum - product;
    const double lost = (product - (sum - of_addend)) + (addend - of_addend);
    auto bits = __builtin_bit_cast(std::uint64_t, sum);
    if (lost != 0 && (bits & 1) == 0) bits += (lost > 0) == (sum > 0) ? 1 : -1;
    return __builtin_bit_cast(double, bits);
}

// Operators are templates, so that implicit conversions do not make them ambiguous.
#define STRIDER_EMULATOR_SMALL_OPERATOR(op)                                                              \
    template <class F>                                                                                   \
    STRIDER_EMULATOR_ARITHMETIC small_float<F> operator op(small_float<F> a, small_float<F> b) {         \
        return static_cast<double>(static_cast<float>(a)) op static_cast<double>(static_cast<float>(b)); \
    }                                                                                                    \
    template <class F>                                                                                   \
    STRIDER_EMULATOR_ARITHMETIC small_float<F>& operator op##=(small_float<F>& a,                        \
                                                               std::type_identity_t<small_float<F>> b) { \
        return a = a op b;                                                                               \
    }                                                                                                    \
    template <class F>                                                                                   \
    STRIDER_EMULATOR_ARITHMETIC small_pair<F> operator op(small_pair<F> a, small_pair<F> b) {            \
        return {a.x op b.x, a.y op b.y};                                                                 \
    }                                                                                                    \
    template <class F>                                                                                   \
    STRIDER_EMULATOR_ARITHMETIC small_pair<F>& operator op##=(small_pair<F>& a, small_pair<F> b) {       \
        return a = a op b;                                                                               \
    }
STRIDER_EMULATOR_SMALL_OPERATOR(+)
STRIDER_EMULATOR_SMALL_OPERATOR(-)
STRIDER_EMULATOR_SMALL_OPERATOR(*)
STRIDER_EMULATOR_SMALL_OPERATOR(/)
#undef STRIDER_EMULATOR_SMALL_OPERATOR

#define STRIDER_EMULATOR_SMALL_COMPARISON(op)                                          \
    template <class F>                                                                 \
    STRIDER_EMULATOR_ARITHMETIC bool operator op(small_float<F> a, small_float<F> b) { \
        return static_cast<float>(a) op static_cast<float>(b);                         \
    }                                                                                  \
    template <class F>                                                                 \
    STRIDER_EMULATOR_ARITHMETIC bool operator op(small_pair<F> a, small_pair<F> b) {   \
        return (a.x op b.x) & (a.y op b.y);                                            \
    }
STRIDER_EMULATOR_SMALL_COMPARISON(==)
STRIDER_EMULATOR_SMALL_COMPARISON(!=)
STRIDER_EMULATOR_SMALL_COMPARISON(<)
STRIDER_EMULATOR_SMALL_COMPARISON(>)
STRIDER_EMULATOR_SMALL_COMPARISON(<=)
STRIDER_EMULATOR_SMALL_COMPARISON(>=)
#undef STRIDER_EMULATOR_SMALL_COMPARISON

template <class F>
STRIDER_EMULATOR_ARITHMETIC small_float<F> operator+(small_float<F> a) {
    return a;
}
template <class F>
STRIDER_EMULATOR_ARITHMETIC small_pair<F> operator+(small_pair<F> a) {
    return a;
}
template <class F>
STRIDER_EMULATOR_ARITHMETIC small_float<F> operator-(small_float<F> a) {
    return small_float<F>::of_bits(static_cast<std::uint16_t>(a.__x ^ 0x8000u));
}
template <class F>
STRIDER_EMULATOR_ARITHMETIC small_pair<F> operator-(small_pair<F> a) {
    return {-a.x, -a.y};
}
#define STRIDER_EMULATOR_SMALL_STEP(Small, op, one)                          \
    template <class F>                                                       \
    STRIDER_EMULATOR_ARITHMETIC Small<F>& operator op##op(Small<F>& a) {     \
        return a = a op one;                                                 \
    }                                                                        \
    template <class F>                                                       \
    STRIDER_EMULATOR_ARITHMETIC Small<F> operator op##op(Small<F>& a, int) { \
        const Small<F> before = a;                                           \
        a = a op one;                                                        \
        return before;                                                       \
    }
STRIDER_EMULATOR_SMALL_STEP(small_float, +, small_float<F>(1))
STRIDER_EMULATOR_SMALL_STEP(small_float, -, small_float<F>(1))
STRIDER_EMULATOR_SMALL_STEP(small_pair, +, (small_pair<F>{small_float<F>(1), small_float<F>(1)}))
STRIDER_EMULATOR_SMALL_STEP(small_pair, -, (small_pair<F>{small_float<F>(1), small_float<F>(1)}))
#undef STRIDER_EMULATOR_SMALL_STEP

}  // namespace strider::emulation

template <class F>
STRIDER_EMULATOR_INTRINSIC strider::emulation::small_float<F> atomicAdd(strider::emulation::small_float<F>* address,
                                                                        strider::emulation::same_float<F> value) {
    strider::emulation::atomic_access(STRIDER_EMULATOR_CALLER, address, 2, true, true,
                                      strider::emulation::order::relaxed, strider::emulation::scope::device);
    return strider::emulation::host_atomic::fetch_update(address,
                                                         [value](strider::emulation::small_float<F> old)
                                                             STRIDER_EMULATOR_UNINSTRUMENTED { return old + value; });
}
/// Adds to each half separately, as CUDA documents.
template <class F>
STRIDER_EMULATOR_INTRINSIC strider::emulation::small_pair<F> atomicAdd(strider::emulation::small_pair<F>* address,
                                                                       strider::emulation::same_pair<F> value) {
    strider::emulation::atomic_access(STRIDER_EMULATOR_CALLER, address, 4, true, true,
                                      strider::emulation::order::relaxed, strider::emulation::scope::device);
    return strider::emulation::host_atomic::fetch_update(address,
                                                         [value](strider::emulation::small_pair<F> old)
                                                             STRIDER_EMULATOR_UNINSTRUMENTED { return old + value; });
}
// SPDX-License-Identifier: Apache-2.0
