// cuda_fp6.h and cuda_fp4.h: numbers of 6 and 4 bits; and of cuda_fp8.h, scale factors, which are powers of two.
#pragma once

#include <algorithm>
#include <cmath>

#include <strider/emulator/dialect/fp8.hpp>

using __nv_fp6_storage_t = unsigned char;
using __nv_fp6x2_storage_t = unsigned short;
using __nv_fp6x4_storage_t = unsigned int;
using __nv_fp4_storage_t = unsigned char;
using __nv_fp4x2_storage_t = unsigned char;
using __nv_fp4x4_storage_t = unsigned short;
enum __nv_fp6_interpretation_t { __NV_E2M3, __NV_E3M2 };
enum __nv_fp4_interpretation_t { __NV_E2M1 };

using __nv_fp6_e2m3 = strider::emulation::fp8<strider::emulation::e2m3>;
using __nv_fp6_e3m2 = strider::emulation::fp8<strider::emulation::e3m2>;
using __nv_fp6x2_e2m3 = strider::emulation::fp8_pair<strider::emulation::e2m3>;
using __nv_fp6x2_e3m2 = strider::emulation::fp8_pair<strider::emulation::e3m2>;
using __nv_fp6x4_e2m3 = strider::emulation::fp8_quad<strider::emulation::e2m3>;
using __nv_fp6x4_e3m2 = strider::emulation::fp8_quad<strider::emulation::e3m2>;
using __nv_fp4_e2m1 = strider::emulation::fp8<strider::emulation::e2m1>;
using __nv_fp4x2_e2m1 = strider::emulation::fp8_pair<strider::emulation::e2m1>;
using __nv_fp4x4_e2m1 = strider::emulation::fp8_quad<strider::emulation::e2m1>;

namespace strider::emulation {

/// Only to nearest and even, and toward zero, as CUDA documents.
STRIDER_EMULATOR_ROUTINE direction direction_of(cudaRoundMode rounding) {
    return rounding == cudaRoundZero ? direction::zero : direction::nearest;
}
STRIDER_EMULATOR_ROUTINE unsigned char encode_small(double value, __nv_fp6_interpretation_t as,
                                                    cudaRoundMode rounding) {
    const direction toward = direction_of(rounding);
    return as == __NV_E2M3 ? encode_fp8<e2m3>(value, true, toward) : encode_fp8<e3m2>(value, true, toward);
}
STRIDER_EMULATOR_ROUTINE unsigned char encode_small(double value, __nv_fp4_interpretation_t, cudaRoundMode rounding) {
    return encode_fp8<e2m1>(value, true, direction_of(rounding));
}
STRIDER_EMULATOR_ROUTINE float decode_small(unsigned bits, __nv_fp6_interpretation_t as) {
    const auto low = static_cast<unsigned char>(bits);
    return as == __NV_E2M3 ? decode_fp8<e2m3>(low) : decode_fp8<e3m2>(low);
}
STRIDER_EMULATOR_ROUTINE float decode_small(unsigned bits, __nv_fp4_interpretation_t) {
    return decode_fp8<e2m1>(static_cast<unsigned char>(bits));
}

/// The power of two at least as large as the magnitude, or toward zero: its exponent with a bias of 127. 255 is NaN.
STRIDER_EMULATOR_ROUTINE unsigned char encode_scale(double value, __nv_saturation_t saturation,
                                                    cudaRoundMode rounding) {
    const double magnitude = std::fabs(value);
    if (std::isnan(value)) return 0xff;
    if (magnitude <= 0x1p-127) return 0;
    const int exponent = std::isinf(value) ? 128 : std::min(std::ilogb(magnitude), 127);
    const bool up = rounding == cudaRoundPosInf && magnitude != std::ldexp(1.0, exponent);
    const int bits = std::clamp(exponent + 127 + up, 0, 0xff);
    return static_cast<unsigned char>(bits == 0xff && saturation == __NV_SATFINITE ? 0xfe : bits);
}
STRIDER_EMULATOR_ROUTINE float decode_scale(unsigned bits) {
    return (bits & 0xff) == 0xff ? __builtin_nanf("") : std::ldexp(1.0f, static_cast<int>(bits & 0xff) - 127);
}

}  // namespace strider::emulation

/// Scale factors of matrices' blocks.
struct __nv_fp8_e8m0 {
    __nv_fp8_storage_t __x;

    __nv_fp8_e8m0() = default;
    template <class T>
        requires std::is_arithmetic_v<T>
    STRIDER_EMULATOR_ARITHMETIC explicit __nv_fp8_e8m0(T value)
        : __x(strider::emulation::encode_scale(static_cast<double>(value), __NV_SATFINITE, cudaRoundPosInf)) {}
    template <class Format>
    STRIDER_EMULATOR_ARITHMETIC explicit __nv_fp8_e8m0(strider::emulation::small_float<Format> value)
        : __nv_fp8_e8m0(static_cast<float>(value)) {}
    template <class T>
        requires std::is_floating_point_v<T>
    STRIDER_EMULATOR_ARITHMETIC explicit operator T() const {
        return strider::emulation::decode_scale(__x);
    }
    template <class Format>
    STRIDER_EMULATOR_ARITHMETIC explicit operator strider::emulation::small_float<Format>() const {
        return strider::emulation::decode_scale(__x);
    }
};

// Conversions of one number and of a pair, from each source type.
#define STRIDER_EMULATOR_TO_SMALL(bits, spacing, name, T, T2, value)                                                 \
    STRIDER_EMULATOR_ARITHMETIC __nv_fp##bits##_storage_t __nv_cvt_##name##_to_fp##bits(                             \
        T x, __nv_fp##bits##_interpretation_t as, cudaRoundMode rounding) {                                          \
        return strider::emulation::encode_small(x, as, rounding);                                                    \
    }                                                                                                                \
    STRIDER_EMULATOR_ARITHMETIC __nv_fp##bits##x2_storage_t __nv_cvt_##name##2_to_fp##bits##x2(                      \
        T2 v, __nv_fp##bits##_interpretation_t as, cudaRoundMode rounding) {                                         \
        return static_cast<__nv_fp##bits##x2_storage_t>(strider::emulation::encode_small(value(v.x), as, rounding) | \
                                                        strider::emulation::encode_small(value(v.y), as, rounding)   \
                                                            << spacing);                                             \
    }
#define STRIDER_EMULATOR_SMALL(bits, spacing)                                                                        \
    STRIDER_EMULATOR_TO_SMALL(bits, spacing, double, double, double2, )                                              \
    STRIDER_EMULATOR_TO_SMALL(bits, spacing, float, float, float2, )                                                 \
    STRIDER_EMULATOR_TO_SMALL(bits, spacing, halfraw, __half, __half2_raw, strider::emulation::half_of_bits)         \
    STRIDER_EMULATOR_TO_SMALL(bits, spacing, bfloat16raw, __nv_bfloat16, __nv_bfloat162_raw,                         \
                              strider::emulation::bfloat16_of_bits)                                                  \
    STRIDER_EMULATOR_ARITHMETIC __half_raw __nv_cvt_fp##bits##_to_halfraw(__nv_fp##bits##_storage_t x,               \
                                                                          __nv_fp##bits##_interpretation_t as) {     \
        return __half(strider::emulation::decode_small(x, as));                                                      \
    }                                                                                                                \
    STRIDER_EMULATOR_ARITHMETIC __half2_raw __nv_cvt_fp##bits##x2_to_halfraw2(__nv_fp##bits##x2_storage_t x,         \
                                                                              __nv_fp##bits##_interpretation_t as) { \
        return {__half(strider::emulation::decode_small(x, as)).__x,                                                 \
                __half(strider::emulation::decode_small(static_cast<unsigned>(x) >> spacing, as)).__x};              \
    }
STRIDER_EMULATOR_SMALL(6, 8)
STRIDER_EMULATOR_SMALL(4, 4)
#undef STRIDER_EMULATOR_SMALL
#undef STRIDER_EMULATOR_TO_SMALL

STRIDER_EMULATOR_ARITHMETIC __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturation,
                                                                       cudaRoundMode rounding) {
    return strider::emulation::encode_scale(x, saturation, rounding);
}
STRIDER_EMULATOR_ARITHMETIC __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturation,
                                                                      cudaRoundMode rounding) {
    return strider::emulation::encode_scale(x, saturation, rounding);
}
STRIDER_EMULATOR_ARITHMETIC __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x,
                                                                            __nv_saturation_t saturation,
                                                                            cudaRoundMode rounding) {
    return strider::emulation::encode_scale(static_cast<float>(__nv_bfloat16(x)), saturation, rounding);
}
STRIDER_EMULATOR_ARITHMETIC __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
    return __nv_bfloat16(strider::emulation::decode_scale(x));
}
// SPDX-License-Identifier: Apache-2.0
