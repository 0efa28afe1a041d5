// PTX instructions on integers and bits that no CUDA function computes.
#pragma once

#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include <strider/emulator/dialect/packed.hpp>
#include <strider/emulator/dialect/ptx_numbers.hpp>
#include <strider/emulator/dialect/ptx_qualifiers.hpp>

namespace strider::emulation::ptx {

template <class T>
using wide = std::conditional_t<std::is_signed_v<T>, std::conditional_t<sizeof(T) == 2, int, long long>,
                                std::conditional_t<sizeof(T) == 2, unsigned, unsigned long long>>;
template <class T>
STRIDER_EMULATOR_ARITHMETIC T low_product(T a, T b) {
    return static_cast<T>(static_cast<unsigned long long>(a) * static_cast<unsigned long long>(b));
}
template <class T>
STRIDER_EMULATOR_ARITHMETIC T negated(T a) {
    return static_cast<T>(0 - static_cast<std::make_unsigned_t<T>>(a));
}
template <class T>
STRIDER_EMULATOR_ARITHMETIC T absolute(T a) {
    const auto sign = static_cast<std::make_unsigned_t<T>>(a >> (8 * sizeof(T) - 1));
    return static_cast<T>((static_cast<std::make_unsigned_t<T>>(a) ^ sign) - sign);
}
template <class T>
STRIDER_EMULATOR_ROUTINE T high_product(T a, T b) {
    if constexpr (sizeof(T) == 8)
        return static_cast<T>(std::is_signed_v<T> ? static_cast<unsigned long long>(__mul64hi(a, b))
                                                  : __umul64hi(a, b));
    else
        return static_cast<T>(static_cast<wide<T>>(a) * static_cast<wide<T>>(b) >> (8 * sizeof(T)));
}
/// Bits 0 to 31 (lo), or 16 to 47 (hi), of the product of the lower 24 bits.
template <class T, qualifier Half>
STRIDER_EMULATOR_ROUTINE T product_of_24_bits(T a, T b) {
    const auto low = [](T x) STRIDER_EMULATOR_UNINSTRUMENTED {
        return static_cast<long long>(static_cast<T>(static_cast<unsigned>(x) << 8) >> 8);
    };
    return static_cast<T>(low(a) * low(b) >> (Half == q_hi ? 16 : 0));
}
template <class T>
STRIDER_EMULATOR_ROUTINE T difference(T a, T b) {
    using bits = std::make_unsigned_t<T>;
    return static_cast<T>(a < b ? static_cast<bits>(b) - static_cast<bits>(a)
                                : static_cast<bits>(a) - static_cast<bits>(b));
}
template <class To, class From>
STRIDER_EMULATOR_ROUTINE To clamped(From value) {
    if (std::cmp_less(value, std::numeric_limits<To>::min())) return std::numeric_limits<To>::min();
    if (std::cmp_greater(value, std::numeric_limits<To>::max())) return std::numeric_limits<To>::max();
    return static_cast<To>(value);
}

/// The carry of add.cc and its kin, which the next statement reads.
inline thread_local unsigned carry = 0;
template <class T, qualifier... Q>
STRIDER_EMULATOR_ROUTINE T add_with_carry(T a, T b) {
    std::make_unsigned_t<T> sum = 0;
    bool overflow = __builtin_add_overflow(static_cast<decltype(sum)>(a), static_cast<decltype(sum)>(b), &sum);
    if (has<q_carry_in, Q...>) overflow |= __builtin_add_overflow(sum, static_cast<decltype(sum)>(carry), &sum);
    if (has<q_cc, Q...>) carry = overflow;
    return static_cast<T>(sum);
}
template <class T, qualifier... Q>
STRIDER_EMULATOR_ROUTINE T subtract_with_carry(T a, T b) {
    std::make_unsigned_t<T> rest = 0;
    bool overflow = __builtin_sub_overflow(static_cast<decltype(rest)>(a), static_cast<decltype(rest)>(b), &rest);
    if (has<q_carry_in, Q...>) overflow |= __builtin_sub_overflow(rest, static_cast<decltype(rest)>(carry), &rest);
    if (has<q_cc, Q...>) carry = overflow;
    return static_cast<T>(rest);
}
template <class T, qualifier... Q>
STRIDER_EMULATOR_ARITHMETIC T integer_add(T a, T b) {
    if constexpr (sizeof...(Q) > 0)
        return add_with_carry<T, Q...>(a, b);
    else
        return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) + static_cast<std::make_unsigned_t<T>>(b));
}
template <class T, qualifier... Q>
STRIDER_EMULATOR_ARITHMETIC T integer_sub(T a, T b) {
    if constexpr (sizeof...(Q) > 0)
        return subtract_with_carry<T, Q...>(a, b);
    else
        return static_cast<T>(static_cast<std::make_unsigned_t<T>>(a) - static_cast<std::make_unsigned_t<T>>(b));
}
template <class T, qualifier... Q>
STRIDER_EMULATOR_ROUTINE T integer_min(T a, T b) {
    const T result = b < a ? b : a;
    return has<q_relu, Q...> && result < T{0} ? T{0} : result;
}
template <class T, qualifier... Q>
STRIDER_EMULATOR_ROUTINE T integer_max(T a, T b) {
    const T result = a < b ? b : a;
    return has<q_relu, Q...> && result < T{0} ? T{0} : result;
}
/// dp4a and dp2a: the dot product of `Count` bytes of b with the bytes, or the halfwords, of a.
template <class A, class B, int Count, qualifier... Q>
STRIDER_EMULATOR_ROUTINE unsigned dot(unsigned a, unsigned b, unsigned c) {
    using narrow_b = std::conditional_t<std::is_signed_v<B>, std::int8_t, std::uint8_t>;
    using narrow_a = std::conditional_t<Count == 4, std::conditional_t<std::is_signed_v<A>, std::int8_t, std::uint8_t>,
                                        std::conditional_t<std::is_signed_v<A>, std::int16_t, std::uint16_t>>;
    return packed_lanes::dot<narrow_a, narrow_b>(a, b, c, Count, has<q_hi, Q...> ? 2 : 0);
}

// ---- Bits
/// Bits [first, first + count), sign-extended where T is signed.
template <class T>
STRIDER_EMULATOR_ROUTINE T extract(T value, unsigned first, unsigned count) {
    first &= 255u;
    count &= 255u;
    constexpr unsigned bits = 8 * sizeof(T);
    if (count == 0) return 0;
    const unsigned top = first + count - 1 < bits - 1 ? first + count - 1 : bits - 1;
    if (first > bits - 1) return std::is_signed_v<T> ? shift_right(value, bits) : T{0};
    return shift_right(shift_left(value, bits - 1 - top), bits - 1 - top + first);
}
template <class T>
STRIDER_EMULATOR_ROUTINE T insert(T what, T into, unsigned first, unsigned count) {
    first &= 255u;
    count &= 255u;
    const T ones = count >= 8 * sizeof(T) ? static_cast<T>(~T{0}) : static_cast<T>((T{1} << count) - 1);
    const T mask = shift_left(ones, first);
    return static_cast<T>((shift_left(what, first) & mask) | (into & ~mask));
}
/// Position of the highest bit that differs from the sign; all ones if all bits equal it.
template <class T, qualifier... Q>
STRIDER_EMULATOR_ROUTINE unsigned highest_bit(T value) {
    unsigned long long bits = std::is_signed_v<T> && value < 0 ? ~static_cast<long long>(value) : value;
    if (bits == 0) return 0xffffffffu;
    const unsigned place = 63 - static_cast<unsigned>(__builtin_clzll(bits));
    return has<q_shiftamt, Q...> ? 8 * sizeof(T) - 1 - place : place;
}
/// lop3: each bit of the result is the entry of `table` for the three operands' bits.
STRIDER_EMULATOR_ARITHMETIC constexpr unsigned lookup(unsigned a, unsigned b, unsigned c, unsigned table) {
    const auto row = [table](unsigned n, unsigned bits)
                         __attribute__((always_inline)) { return (0u - (table >> n & 1u)) & bits; };
    return row(0, ~a & ~b & ~c) | row(1, ~a & ~b & c) | row(2, ~a & b & ~c) | row(3, ~a & b & c) | row(4, a & ~b & ~c) |
           row(5, a & ~b & c) | row(6, a & b & ~c) | row(7, a & b & c);
}
/// `count` ones, from bit `first` upwards.
template <class T, qualifier Mode>
STRIDER_EMULATOR_ROUTINE T bit_mask(unsigned first, unsigned count) {
    if (Mode == q_wrap) return shift_left(shift_left(1u, count & 31u) - 1u, first & 31u);
    return shift_left(count > 31u ? ~0u : shift_left(1u, count) - 1u, first);
}
/// The lowest `count` bits, sign-extended if T is signed.
template <class T, qualifier Mode>
STRIDER_EMULATOR_ROUTINE T extend(T value, unsigned count) {
    if (Mode == q_clamp && count > 31u) return value;
    return (count & 31u) == 0 ? T{0} : extract<T>(value, 0, count & 31u);
}
/// prmt: each byte of the result is a byte of (b, a) that the mode and the selector pick.
template <class T, qualifier... Mode>
STRIDER_EMULATOR_ROUTINE T permute(unsigned a, unsigned b, unsigned selector) {
    const unsigned long long bytes = static_cast<unsigned long long>(b) << 32 | a;
    const unsigned start = selector & 3u;
    unsigned result = 0;
    for (unsigned i = 0; i < 4; ++i) {
        const unsigned nibble = has<q_f4e, Mode...>    ? start + i
                                : has<q_b4e, Mode...>  ? (start - i) & 7u
                                : has<q_rc8, Mode...>  ? start
                                : has<q_ecl, Mode...>  ? (start > i ? start : i)
                                : has<q_ecr, Mode...>  ? (start < i ? start : i)
                                : has<q_rc16, Mode...> ? 2 * (selector & 1u) + i % 2
                                                       : selector >> 4 * i & 15u;
        const auto byte = static_cast<unsigned char>(bytes >> 8 * (nibble & 7u));
        const unsigned sign = byte >= 128 ? 255u : 0u;
        result |= (nibble < 8 ? byte : sign) << 8 * i;
    }
    return result;
}
/// Saturates to `Bits` bits.
template <class T>
STRIDER_EMULATOR_ROUTINE long long held_in_bits(long long value, unsigned bits) {
    const long long most = std::is_signed_v<T> ? (1ll << (bits - 1)) - 1 : (1ll << bits) - 1;
    const long long least = std::is_signed_v<T> ? -most - 1 : 0;
    return value < least ? least : value > most ? most : value;
}
template <class T, unsigned Bits>
STRIDER_EMULATOR_ROUTINE unsigned pack_saturated(int high, int low) {
    const auto part = [](int value) STRIDER_EMULATOR_UNINSTRUMENTED {
        return static_cast<unsigned>(held_in_bits<T>(value, Bits)) & ((1u << Bits) - 1);
    };
    return part(high) << Bits | part(low);
}

}  // namespace strider::emulation::ptx
// SPDX-License-Identifier: Apache-2.0
