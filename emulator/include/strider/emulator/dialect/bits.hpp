// CUDA's integer and bit intrinsics, and casts that keep a value's bits.
#pragma once

#include <cstdint>

#include <strider/emulator/dialect/intrinsic.hpp>

STRIDER_EMULATOR_ARITHMETIC int __popc(unsigned int value) { return __builtin_popcount(value); }
STRIDER_EMULATOR_ARITHMETIC int __popcll(unsigned long long value) { return __builtin_popcountll(value); }

STRIDER_EMULATOR_ARITHMETIC int __clz(int value) {
    return value == 0 ? 32 : __builtin_clz(static_cast<unsigned int>(value));
}
STRIDER_EMULATOR_ARITHMETIC int __clzll(long long value) {
    return value == 0 ? 64 : __builtin_clzll(static_cast<unsigned long long>(value));
}

/// Position of the lowest set bit, counted from 1; 0 if all bits are 0.
STRIDER_EMULATOR_ARITHMETIC int __ffs(int value) { return __builtin_ffs(value); }
STRIDER_EMULATOR_ARITHMETIC int __ffsll(long long value) { return __builtin_ffsll(value); }

/// Position of the n-th set bit of `mask`, counted upwards from `base`, or downwards for negative n; n = 0 tests `base`
/// itself. All ones if that bit does not exist.
STRIDER_EMULATOR_ROUTINE unsigned int __fns(unsigned int mask, unsigned int base, int n) {
    if (n == 0) return base < 32 && (mask >> base & 1u) != 0 ? base : 0xffffffffu;
    const int step = n > 0 ? 1 : -1;
    for (int place = static_cast<int>(base); place >= 0 && place < 32; place += step)
        if ((mask >> place & 1u) != 0 && (n -= step) == 0) return static_cast<unsigned int>(place);
    return 0xffffffffu;
}

STRIDER_EMULATOR_ARITHMETIC unsigned short __nv_bswap16(unsigned short value) { return __builtin_bswap16(value); }
STRIDER_EMULATOR_ARITHMETIC unsigned int __nv_bswap32(unsigned int value) { return __builtin_bswap32(value); }
STRIDER_EMULATOR_ARITHMETIC unsigned long long __nv_bswap64(unsigned long long value) {
    return __builtin_bswap64(value);
}

STRIDER_EMULATOR_ROUTINE unsigned int __brev(unsigned int value) {
    value = (value >> 1 & 0x55555555u) | (value & 0x55555555u) << 1;
    value = (value >> 2 & 0x33333333u) | (value & 0x33333333u) << 2;
    value = (value >> 4 & 0x0f0f0f0fu) | (value & 0x0f0f0f0fu) << 4;
    return __builtin_bswap32(value);
}
STRIDER_EMULATOR_ROUTINE unsigned long long __brevll(unsigned long long value) {
    return static_cast<unsigned long long>(__brev(static_cast<unsigned int>(value))) << 32 |
           __brev(static_cast<unsigned int>(value >> 32));
}

/// Picks four of the eight bytes of (high, low) by three bits of each selector nibble.
STRIDER_EMULATOR_ROUTINE unsigned int __byte_perm(unsigned int low, unsigned int high, unsigned int selector) {
    const std::uint64_t bytes = static_cast<std::uint64_t>(high) << 32 | low;
    unsigned int result = 0;
    for (int i = 0; i < 4; ++i)
        result |= static_cast<unsigned int>(bytes >> (8 * (selector >> (4 * i) & 7u)) & 255u) << (8 * i);
    return result;
}

/// Shifts the 64 bits (high, low) by `shift` modulo 32. Functions whose names end in c clamp `shift` to 32 instead.
STRIDER_EMULATOR_ARITHMETIC unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift) {
    return static_cast<unsigned int>((static_cast<std::uint64_t>(high) << 32 | low) << (shift & 31u) >> 32);
}
STRIDER_EMULATOR_ARITHMETIC unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift) {
    return static_cast<unsigned int>((static_cast<std::uint64_t>(high) << 32 | low) >> (shift & 31u));
}
STRIDER_EMULATOR_ARITHMETIC unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
STRIDER_EMULATOR_ARITHMETIC unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

STRIDER_EMULATOR_ARITHMETIC int __mulhi(int a, int b) {
    return static_cast<int>(static_cast<std::int64_t>(a) * b >> 32);
}
STRIDER_EMULATOR_ARITHMETIC unsigned int __umulhi(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>(static_cast<std::uint64_t>(a) * b >> 32);
}
STRIDER_EMULATOR_ROUTINE unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
    const std::uint64_t a_low = a & 0xffffffffu, a_high = a >> 32, b_low = b & 0xffffffffu, b_high = b >> 32;
    const std::uint64_t middle = a_high * b_low + (a_low * b_low >> 32);  // cannot overflow: (2^32-1)^2 + 2^32-1
    return a_high * b_high + (middle >> 32) + (((middle & 0xffffffffu) + a_low * b_high) >> 32);
}
STRIDER_EMULATOR_ROUTINE long long __mul64hi(long long a, long long b) {
    const auto high = __umul64hi(static_cast<unsigned long long>(a), static_cast<unsigned long long>(b));
    return static_cast<long long>(high - (a < 0 ? b : 0) - (b < 0 ? a : 0));
}
/// The low 32 bits of a product of 24-bit numbers (sign-extended for __mul24).
STRIDER_EMULATOR_ARITHMETIC unsigned int __umul24(unsigned int a, unsigned int b) {
    return (a & 0xffffffu) * (b & 0xffffffu);
}
STRIDER_EMULATOR_ARITHMETIC int __mul24(int a, int b) {
    const std::int64_t x = static_cast<std::int32_t>(static_cast<std::uint32_t>(a) << 8) >> 8;
    const std::int64_t y = static_cast<std::int32_t>(static_cast<std::uint32_t>(b) << 8) >> 8;
    return static_cast<int>(x * y);
}

/// |a - b| + c
STRIDER_EMULATOR_ROUTINE unsigned int __sad(int a, int b, unsigned int c) {
    const std::int64_t difference = static_cast<std::int64_t>(a) - b;
    return static_cast<unsigned int>(difference < 0 ? -difference : difference) + c;
}
STRIDER_EMULATOR_ARITHMETIC unsigned int __usad(unsigned int a, unsigned int b, unsigned int c) {
    return (a < b ? b - a : a - b) + c;
}
/// Averages without overflow: hadd rounds down, rhadd rounds up.
STRIDER_EMULATOR_ARITHMETIC int __hadd(int a, int b) {
    return static_cast<int>((static_cast<std::int64_t>(a) + b) >> 1);
}
STRIDER_EMULATOR_ARITHMETIC int __rhadd(int a, int b) {
    return static_cast<int>((static_cast<std::int64_t>(a) + b + 1) >> 1);
}
STRIDER_EMULATOR_ARITHMETIC unsigned int __uhadd(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>((static_cast<std::uint64_t>(a) + b) >> 1);
}
STRIDER_EMULATOR_ARITHMETIC unsigned int __urhadd(unsigned int a, unsigned int b) {
    return static_cast<unsigned int>((static_cast<std::uint64_t>(a) + b + 1) >> 1);
}

STRIDER_EMULATOR_ARITHMETIC int __float_as_int(float value) { return __builtin_bit_cast(int, value); }
STRIDER_EMULATOR_ARITHMETIC unsigned int __float_as_uint(float value) {
    return __builtin_bit_cast(unsigned int, value);
}
STRIDER_EMULATOR_ARITHMETIC float __int_as_float(int value) { return __builtin_bit_cast(float, value); }
STRIDER_EMULATOR_ARITHMETIC float __uint_as_float(unsigned int value) { return __builtin_bit_cast(float, value); }
STRIDER_EMULATOR_ARITHMETIC long long __double_as_longlong(double value) {
    return __builtin_bit_cast(long long, value);
}
STRIDER_EMULATOR_ARITHMETIC double __longlong_as_double(long long value) { return __builtin_bit_cast(double, value); }
STRIDER_EMULATOR_ARITHMETIC int __double2hiint(double value) {
    return static_cast<int>(__builtin_bit_cast(std::uint64_t, value) >> 32);
}
STRIDER_EMULATOR_ARITHMETIC int __double2loint(double value) {
    return static_cast<int>(__builtin_bit_cast(std::uint64_t, value));
}
STRIDER_EMULATOR_ARITHMETIC double __hiloint2double(int high, int low) {
    return __builtin_bit_cast(
        double, static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32 | static_cast<std::uint32_t>(low));
}
// SPDX-License-Identifier: Apache-2.0
