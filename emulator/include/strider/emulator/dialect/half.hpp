// half and bfloat16: their names and conversions.
#pragma once

#include <strider/emulator/dialect/small_float_intrinsics.hpp>

using __half = strider::emulation::small_float<strider::emulation::binary16>;
using __half2 = strider::emulation::small_pair<strider::emulation::binary16>;
using half = __half;
using half2 = __half2;
using __half_raw = __half::raw;
using __half2_raw = __half2::raw;
using __nv_half = __half;
using __nv_half2 = __half2;
using nv_half = __half;
using nv_half2 = __half2;
using __nv_bfloat16 = strider::emulation::small_float<strider::emulation::bfloat16>;
using __nv_bfloat162 = strider::emulation::small_pair<strider::emulation::bfloat16>;
using __nv_bfloat16_raw = __nv_bfloat16::raw;
using __nv_bfloat162_raw = __nv_bfloat162::raw;
using nv_bfloat16 = __nv_bfloat16;
using nv_bfloat162 = __nv_bfloat162;

// Each line of the tables is a definition, which clang-format cannot know.
// clang-format off

// Conversions that round down (rd), up (ru), toward zero (rz) and to nearest (rn). Integers saturate.
#define STRIDER_EMULATOR_SMALL_INTEGER_1(T, Format, name, integer, Integer, suffix, way, round)                      \
    STRIDER_EMULATOR_ARITHMETIC T __##integer##2##name##_##suffix(Integer a) {                                          \
        return T::of_bits(strider::emulation::encode<Format>(strider::emulation::sticky(a),                        \
            strider::emulation::direction::way));                                                                 \
    }                                                                                                            \
    STRIDER_EMULATOR_ARITHMETIC Integer __##name##2##integer##_##suffix(T a) {                                          \
        return strider::emulation::saturated<Integer>(round(static_cast<float>(a)));                              \
    }
#define STRIDER_EMULATOR_SMALL_INTEGER(T, Format, name, integer, Integer)                                               \
    STRIDER_EMULATOR_SMALL_INTEGER_1(T, Format, name, integer, Integer, rn, nearest, std::nearbyint)                    \
    STRIDER_EMULATOR_SMALL_INTEGER_1(T, Format, name, integer, Integer, rd, down, std::floor)                           \
    STRIDER_EMULATOR_SMALL_INTEGER_1(T, Format, name, integer, Integer, ru, up, std::ceil)                              \
    STRIDER_EMULATOR_SMALL_INTEGER_1(T, Format, name, integer, Integer, rz, zero, std::trunc)
#define STRIDER_EMULATOR_SMALL_FLOAT(T, Format, name, suffix, way)                      \
    STRIDER_EMULATOR_ARITHMETIC T __float2##name##suffix(float a) {                        \
        return T::of_bits(strider::emulation::encode<Format>(static_cast<double>(a), \
            strider::emulation::direction::way));                                    \
    }

#define STRIDER_EMULATOR_SMALL_NAMES(T, Pair, Format, name)                                                             \
    STRIDER_EMULATOR_SMALL_FLOAT(T, Format, name, , nearest)                                                            \
    STRIDER_EMULATOR_SMALL_FLOAT(T, Format, name, _rn, nearest)                                                         \
    STRIDER_EMULATOR_SMALL_FLOAT(T, Format, name, _rd, down)                                                            \
    STRIDER_EMULATOR_SMALL_FLOAT(T, Format, name, _ru, up)                                                              \
    STRIDER_EMULATOR_SMALL_FLOAT(T, Format, name, _rz, zero)                                                            \
    STRIDER_EMULATOR_SMALL_INTEGER(T, Format, name, short, short)                                                       \
    STRIDER_EMULATOR_SMALL_INTEGER(T, Format, name, ushort, unsigned short)                                             \
    STRIDER_EMULATOR_SMALL_INTEGER(T, Format, name, int, int)                                                           \
    STRIDER_EMULATOR_SMALL_INTEGER(T, Format, name, uint, unsigned int)                                                 \
    STRIDER_EMULATOR_SMALL_INTEGER(T, Format, name, ll, long long)                                                      \
    STRIDER_EMULATOR_SMALL_INTEGER(T, Format, name, ull, unsigned long long)                                            \
    STRIDER_EMULATOR_ARITHMETIC signed char __##name##2char_rz(T a) {                                                      \
        return strider::emulation::saturated<signed char>(std::trunc(static_cast<float>(a)));                        \
    }                                                                                                               \
    STRIDER_EMULATOR_ARITHMETIC unsigned char __##name##2uchar_rz(T a) {                                                   \
        return strider::emulation::saturated<unsigned char>(std::trunc(static_cast<float>(a)));                      \
    }                                                                                                               \
    STRIDER_EMULATOR_ARITHMETIC T __double2##name(double a) { return a; }                                                  \
    STRIDER_EMULATOR_ARITHMETIC float __##name##2float(T a) { return a; }                                                  \
    STRIDER_EMULATOR_ARITHMETIC Pair __float2##name##2_rn(float a) { return {T(a), T(a)}; }                                \
    STRIDER_EMULATOR_ARITHMETIC Pair __floats2##name##2_rn(float a, float b) { return {T(a), T(b)}; }                      \
    STRIDER_EMULATOR_ARITHMETIC Pair __float22##name##2_rn(float2 a) { return {T(a.x), T(a.y)}; }                          \
    STRIDER_EMULATOR_ARITHMETIC float2 __##name##22float2(Pair a) { return {a.x, a.y}; }                                   \
    STRIDER_EMULATOR_ARITHMETIC Pair make_##name##2(T x, T y) { return {x, y}; }                                           \
    STRIDER_EMULATOR_ARITHMETIC Pair __halves2##name##2(T x, T y) { return {x, y}; }                                       \
    STRIDER_EMULATOR_ARITHMETIC Pair __##name##2##name##2(T a) { return {a, a}; }                                          \
    STRIDER_EMULATOR_ARITHMETIC T __low2##name(Pair a) { return a.x; }                                                     \
    STRIDER_EMULATOR_ARITHMETIC T __high2##name(Pair a) { return a.y; }                                                    \
    STRIDER_EMULATOR_ARITHMETIC Pair __low2##name##2(Pair a) { return {a.x, a.x}; }                                        \
    STRIDER_EMULATOR_ARITHMETIC Pair __high2##name##2(Pair a) { return {a.y, a.y}; }                                       \
    STRIDER_EMULATOR_ARITHMETIC Pair __lows2##name##2(Pair a, Pair b) { return {a.x, b.x}; }                               \
    STRIDER_EMULATOR_ARITHMETIC Pair __highs2##name##2(Pair a, Pair b) { return {a.y, b.y}; }                              \
    STRIDER_EMULATOR_ARITHMETIC unsigned short __##name##_as_ushort(T a) { return a.__x; }                                 \
    STRIDER_EMULATOR_ARITHMETIC short __##name##_as_short(T a) { return static_cast<short>(a.__x); }                       \
    STRIDER_EMULATOR_ARITHMETIC T __ushort_as_##name(unsigned short a) { return T::of_bits(a); }                           \
    STRIDER_EMULATOR_ARITHMETIC T __short_as_##name(short a) { return T::of_bits(static_cast<std::uint16_t>(a)); }
STRIDER_EMULATOR_SMALL_NAMES(__half, __half2, strider::emulation::binary16, half)
STRIDER_EMULATOR_SMALL_NAMES(__nv_bfloat16, __nv_bfloat162, strider::emulation::bfloat16, bfloat16)
#undef STRIDER_EMULATOR_SMALL_NAMES
#undef STRIDER_EMULATOR_SMALL_FLOAT
#undef STRIDER_EMULATOR_SMALL_INTEGER
#undef STRIDER_EMULATOR_SMALL_INTEGER_1

// clang-format on

#define __HALF_TO_US(value) *reinterpret_cast<unsigned short*>(&(value))
#define __HALF_TO_CUS(value) *reinterpret_cast<const unsigned short*>(&(value))
#define __HALF2_TO_UI(value) *reinterpret_cast<unsigned int*>(&(value))
#define __HALF2_TO_CUI(value) *reinterpret_cast<const unsigned int*>(&(value))

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)
#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)
// SPDX-License-Identifier: Apache-2.0
