// Numbers of 16 bits: strider::f16, IEEE's binary16, and strider::bf16, the upper half of a float.
//
// They are two bytes that convert to float, exactly, and from float and double, to the nearest (halves to even), with
// the same bits on every backend and whatever the compiler knows of such types. (Integers go by way of float, and are
// rounded twice where that has not all their bits.) NaN becomes 0x7fff, as on a GPU. Arithmetic and
// comparisons are float's: of `a + b` only what is stored is rounded.
//
// CUDA's __half and __nv_bfloat16, and the compiler's _Float16 and __bf16, have the same bytes: calls take ranges of
// them as they are. The library's own operators accumulate all of them in float (core/accumulated.hpp).
//
// Method: F. Giesen's conversions by integers and one float addition (2012); on a GPU the instructions.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/target.hpp>

namespace strider {

namespace detail {

/// `a` where `takes_a`, else `b`: without a branch, which would keep loops with floating-point numbers from vectors.
STRIDER_HOST_DEVICE constexpr std::uint32_t one_of(bool takes_a, std::uint32_t a, std::uint32_t b) {
    const std::uint32_t mask = 0u - static_cast<std::uint32_t>(takes_a);
    return (a & mask) | (b & ~mask);
}

STRIDER_HOST_DEVICE constexpr float float_of_binary16(std::uint16_t bits) {
#if defined(__CUDA_ARCH__)
    float value;
    asm("cvt.f32.f16 %0, %1;" : "=f"(value) : "h"(bits));
    return value;
#else
    constexpr std::uint32_t exponent_bits = 0x1fu << 23;
    const std::uint32_t magnitude = (bits & 0x7fffu) << 13, exponent = magnitude & exponent_bits;
    constexpr std::uint32_t least = 113u << 23;  // 2^-14: subnormal numbers are fractions of it
    const float subnormal = __builtin_bit_cast(float, magnitude + least) - __builtin_bit_cast(float, least);
    const std::uint32_t normal = magnitude + ((exponent == exponent_bits ? 224u : 112u) << 23);
    const std::uint32_t value = one_of(exponent == 0, __builtin_bit_cast(std::uint32_t, subnormal), normal);
    return __builtin_bit_cast(float, value | (bits & 0x8000u) << 16);
#endif
}

STRIDER_HOST_DEVICE constexpr std::uint16_t binary16_of(float value) {
#if defined(__CUDA_ARCH__)
    std::uint16_t bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
#else
    const std::uint32_t all = __builtin_bit_cast(std::uint32_t, value), sign = all & 0x80000000u,
                        magnitude = all ^ sign;
    constexpr std::uint32_t unit = 126u << 23;  // 0.5, whose last place is the last place of subnormal numbers
    const float as_subnormal = __builtin_bit_cast(float, magnitude) + __builtin_bit_cast(float, unit);
    const std::uint32_t subnormal = __builtin_bit_cast(std::uint32_t, as_subnormal) - unit;
    const std::uint32_t normal = (magnitude - (112u << 23) + 0xfffu + (magnitude >> 13 & 1u)) >> 13;
    const std::uint32_t finite = one_of(magnitude < 113u << 23, subnormal, normal);
    const std::uint32_t number = one_of(magnitude >= 143u << 23, 0x7c00u, finite) | sign >> 16;
    return static_cast<std::uint16_t>(one_of(magnitude > 255u << 23, 0x7fffu, number));
#endif
}

STRIDER_HOST_DEVICE constexpr float float_of_bfloat16(std::uint16_t bits) {
    return __builtin_bit_cast(float, std::uint32_t{bits} << 16);
}

STRIDER_HOST_DEVICE constexpr std::uint16_t bfloat16_of(float value) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    std::uint16_t bits;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(value));
    return bits;
#else
    const std::uint32_t all = __builtin_bit_cast(std::uint32_t, value);
    const std::uint32_t number = (all + 0x7fffu + (all >> 16 & 1u)) >> 16;
    return static_cast<std::uint16_t>((all & 0x7fffffffu) > 255u << 23 ? 0x7fffu : number);
#endif
}

/// A float that is rounded to 16 bits as the number itself is: where it is not exact, the one of its two neighbours
/// whose last bit is set.
template <class Number>
STRIDER_HOST_DEVICE constexpr float rounded_to_odd(Number value) {
    const auto near = static_cast<float>(value);
    if constexpr (std::is_same_v<Number, double>) {
        const double back = near;
        if (back != value && value == value) {
            std::uint32_t bits = __builtin_bit_cast(std::uint32_t, near);
            if ((back > value) == (value > 0)) --bits;  // it was rounded away from zero
            return __builtin_bit_cast(float, bits | 1);
        }
    }
    return near;
}

}  // namespace detail

/// IEEE's binary16: 11 significant bits, up to 65,504. (May alias: ranges of other types with these bytes are read as
/// it.)
struct [[gnu::may_alias]] f16 {
    std::uint16_t bits;

    f16() = default;
    STRIDER_HOST_DEVICE constexpr f16(float value) : bits(detail::binary16_of(value)) {}
    template <class Number>
        requires std::is_arithmetic_v<Number>
    STRIDER_HOST_DEVICE constexpr f16(Number value) : f16(detail::rounded_to_odd(value)) {}
    STRIDER_HOST_DEVICE constexpr operator float() const { return detail::float_of_binary16(bits); }
    STRIDER_HOST_DEVICE static constexpr f16 from_bits(std::uint16_t bits) {
        f16 value{};
        value.bits = bits;
        return value;
    }
};

/// bfloat16: a float's range with 8 significant bits.
struct [[gnu::may_alias]] bf16 {
    std::uint16_t bits;

    bf16() = default;
    STRIDER_HOST_DEVICE constexpr bf16(float value) : bits(detail::bfloat16_of(value)) {}
    template <class Number>
        requires std::is_arithmetic_v<Number>
    STRIDER_HOST_DEVICE constexpr bf16(Number value) : bf16(detail::rounded_to_odd(value)) {}
    STRIDER_HOST_DEVICE constexpr operator float() const { return detail::float_of_bfloat16(bits); }
    STRIDER_HOST_DEVICE static constexpr bf16 from_bits(std::uint16_t bits) {
        bf16 value{};
        value.bits = bits;
        return value;
    }
};

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
