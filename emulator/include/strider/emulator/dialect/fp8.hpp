// cuda_fp8.h: 8-bit numbers for storage and conversion, and the types of those of 6 and 4 bits (fp6.hpp). Arithmetic
// happens in other types.
#pragma once

#include <strider/emulator/dialect/half.hpp>

using __nv_fp8_storage_t = unsigned char;
using __nv_fp8x2_storage_t = unsigned short;
using __nv_fp8x4_storage_t = unsigned int;
enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE };
enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 };
enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };

namespace strider::emulation {

template <class Number>
STRIDER_EMULATOR_ROUTINE unsigned char encode_fp8(Number value, __nv_saturation_t saturation,
                                                  __nv_fp8_interpretation_t as) {
    const bool saturates = saturation == __NV_SATFINITE;
    return as == __NV_E4M3 ? encode_fp8<e4m3>(value, saturates) : encode_fp8<e5m2>(value, saturates);
}
STRIDER_EMULATOR_ROUTINE float decode_fp8(unsigned char bits, __nv_fp8_interpretation_t as) {
    return as == __NV_E4M3 ? decode_fp8<e4m3>(bits) : decode_fp8<e5m2>(bits);
}

STRIDER_EMULATOR_ARITHMETIC float half_of_bits(unsigned short bits) { return __half(__half_raw{bits}); }
STRIDER_EMULATOR_ARITHMETIC float bfloat16_of_bits(unsigned short bits) {
    return __nv_bfloat16(__nv_bfloat16_raw{bits});
}

/// A number of 8 bits or fewer. Functions that access one through a pointer are inlined, so that the access belongs to
/// the kernel.
template <class Format>
struct fp8 {
    __nv_fp8_storage_t __x;

    fp8() = default;
    template <class T>
        requires std::is_arithmetic_v<T>
    STRIDER_EMULATOR_ARITHMETIC explicit fp8(T value) : __x(encode_fp8<Format>(value, true)) {}
    template <class Other>
    STRIDER_EMULATOR_ARITHMETIC explicit fp8(small_float<Other> value) : fp8(static_cast<float>(value)) {}

    template <class T>
        requires std::is_floating_point_v<T>
    STRIDER_EMULATOR_ARITHMETIC explicit operator T() const {
        return decode_fp8<Format>(__x);
    }
    template <class T>
        requires std::is_integral_v<T>
    STRIDER_EMULATOR_ARITHMETIC explicit operator T() const {
        if constexpr (std::is_same_v<T, bool>)
            return (__x & (Format::sign - 1)) != 0;
        else
            return saturated<T>(std::trunc(decode_fp8<Format>(__x)));
    }
    template <class Other>
    STRIDER_EMULATOR_ARITHMETIC explicit operator small_float<Other>() const {
        return decode_fp8<Format>(__x);
    }
};

/// Two or four of these numbers, the first in the lowest bits.
template <int Bits>
using fp8_storage =
    std::conditional_t<Bits == 8, unsigned char, std::conditional_t<Bits == 16, unsigned short, unsigned int>>;
template <class Format>
struct fp8_pair {
    fp8_storage<2 * Format::spacing> __x;

    fp8_pair() = default;
    STRIDER_EMULATOR_ARITHMETIC explicit fp8_pair(double2 v) : __x(joined(v.x, v.y)) {}
    STRIDER_EMULATOR_ARITHMETIC explicit fp8_pair(float2 v) : __x(joined(v.x, v.y)) {}
    template <class Other>
    STRIDER_EMULATOR_ARITHMETIC explicit fp8_pair(small_pair<Other> v)
        : __x(joined(static_cast<float>(v.x), static_cast<float>(v.y))) {}

    STRIDER_EMULATOR_ARITHMETIC explicit operator float2() const { return {part(0), part(1)}; }
    template <class Other>
    STRIDER_EMULATOR_ARITHMETIC explicit operator small_pair<Other>() const {
        return {small_float<Other>(part(0)), small_float<Other>(part(1))};
    }

private:
    template <class Number>
    static auto joined(Number x, Number y) {
        return static_cast<decltype(__x)>(encode_fp8<Format>(x, true) | encode_fp8<Format>(y, true) << Format::spacing);
    }
    float part(int n) const { return decode_fp8<Format>(static_cast<unsigned char>(__x >> Format::spacing * n)); }
};
template <class Format>
struct fp8_quad {
    fp8_storage<4 * Format::spacing> __x;

    fp8_quad() = default;
    STRIDER_EMULATOR_ARITHMETIC explicit fp8_quad(double4 v)
        : __x(joined(fp8_pair<Format>(double2{v.x, v.y}), fp8_pair<Format>(double2{v.z, v.w}))) {}
    STRIDER_EMULATOR_ARITHMETIC explicit fp8_quad(float4 v)
        : __x(joined(fp8_pair<Format>(float2{v.x, v.y}), fp8_pair<Format>(float2{v.z, v.w}))) {}
    template <class Other>
    STRIDER_EMULATOR_ARITHMETIC fp8_quad(small_pair<Other> low, small_pair<Other> high)
        : __x(joined(fp8_pair<Format>(low), fp8_pair<Format>(high))) {}

    STRIDER_EMULATOR_ARITHMETIC explicit operator float4() const { return {part(0), part(1), part(2), part(3)}; }

private:
    static auto joined(fp8_pair<Format> low, fp8_pair<Format> high) {
        return static_cast<decltype(__x)>(static_cast<unsigned>(high.__x) << 2 * Format::spacing | low.__x);
    }
    float part(int n) const { return decode_fp8<Format>(static_cast<unsigned char>(__x >> Format::spacing * n)); }
};

template <class Format>
constexpr bool is_register<fp8<Format>> = true;
template <class Format>
constexpr bool is_register<fp8_pair<Format>> = true;
template <class Format>
constexpr bool is_register<fp8_quad<Format>> = true;

}  // namespace strider::emulation

using __nv_fp8_e4m3 = strider::emulation::fp8<strider::emulation::e4m3>;
using __nv_fp8_e5m2 = strider::emulation::fp8<strider::emulation::e5m2>;
using __nv_fp8x2_e4m3 = strider::emulation::fp8_pair<strider::emulation::e4m3>;
using __nv_fp8x2_e5m2 = strider::emulation::fp8_pair<strider::emulation::e5m2>;
using __nv_fp8x4_e4m3 = strider::emulation::fp8_quad<strider::emulation::e4m3>;
using __nv_fp8x4_e5m2 = strider::emulation::fp8_quad<strider::emulation::e5m2>;

// Conversions of one number and of a pair, from each source type.
#define STRIDER_EMULATOR_TO_FP8(name, T, value)                                                                \
    STRIDER_EMULATOR_ARITHMETIC __nv_fp8_storage_t __nv_cvt_##name##_to_fp8(T x, __nv_saturation_t saturation, \
                                                                            __nv_fp8_interpretation_t as) {    \
        return strider::emulation::encode_fp8(value(x), saturation, as);                                       \
    }
#define STRIDER_EMULATOR_TO_FP8_PAIR(name, T, value)                                                               \
    STRIDER_EMULATOR_ARITHMETIC __nv_fp8x2_storage_t __nv_cvt_##name##_to_fp8x2(T v, __nv_saturation_t saturation, \
                                                                                __nv_fp8_interpretation_t as) {    \
        return static_cast<__nv_fp8x2_storage_t>(strider::emulation::encode_fp8(value(v.x), saturation, as) |      \
                                                 strider::emulation::encode_fp8(value(v.y), saturation, as) << 8); \
    }
STRIDER_EMULATOR_TO_FP8(double, double, )
STRIDER_EMULATOR_TO_FP8(float, float, )
STRIDER_EMULATOR_TO_FP8(halfraw, __half_raw, __half)
STRIDER_EMULATOR_TO_FP8(bfloat16raw, __nv_bfloat16_raw, __nv_bfloat16)
STRIDER_EMULATOR_TO_FP8_PAIR(double2, double2, )
STRIDER_EMULATOR_TO_FP8_PAIR(float2, float2, )
STRIDER_EMULATOR_TO_FP8_PAIR(halfraw2, __half2_raw, strider::emulation::half_of_bits)
STRIDER_EMULATOR_TO_FP8_PAIR(bfloat16raw2, __nv_bfloat162_raw, strider::emulation::bfloat16_of_bits)
#undef STRIDER_EMULATOR_TO_FP8_PAIR
#undef STRIDER_EMULATOR_TO_FP8
STRIDER_EMULATOR_ARITHMETIC __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x, __nv_fp8_interpretation_t as) {
    return __half(strider::emulation::decode_fp8(x, as));
}
STRIDER_EMULATOR_ARITHMETIC __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                                   __nv_fp8_interpretation_t as) {
    return {__nv_cvt_fp8_to_halfraw(x & 0xff, as).x, __nv_cvt_fp8_to_halfraw(x >> 8, as).x};
}
// SPDX-License-Identifier: Apache-2.0
