// The arithmetic of a tensor core: an element of a matrix product plus its addend, with the bits of an H200
// (docs/emulator.md).
#pragma once

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <strider/emulator/dialect/small_float.hpp>

namespace strider::emulation::tensor_core {

// ---- Element types that C++ lacks, named as in PTX
struct tf32 {};
struct s4 {};
struct u4 {};
struct b1 {};

/// Floating-point formats whose products are exact.
enum class format : std::uint8_t { f16, bf16, tf32, e4m3, e5m2, none };
template <class T>
constexpr format format_of = std::is_same_v<T, binary16>   ? format::f16
                             : std::is_same_v<T, bfloat16> ? format::bf16
                             : std::is_same_v<T, tf32>     ? format::tf32
                             : std::is_same_v<T, e4m3>     ? format::e4m3
                             : std::is_same_v<T, e5m2>     ? format::e5m2
                                                           : format::none;

/// Bits that an element takes in a register; b1 comes in words.
template <class T>
constexpr int register_bits = std::is_same_v<T, binary16> || std::is_same_v<T, bfloat16> ? 16
                              : std::is_same_v<T, tf32> || std::is_same_v<T, b1>         ? 32
                              : std::is_same_v<T, s4> || std::is_same_v<T, u4>           ? 4
                                                                                         : 8 * sizeof(T);

/// The n-th element of a register, as an int, a double, or bits.
template <class T, class Register>
STRIDER_EMULATOR_ROUTINE auto element(Register word, int n) {
    if constexpr (std::is_same_v<T, double> || register_bits<T> == 32) {
        return word;
    } else {
        const unsigned bits = word >> register_bits<T> * n;
        if constexpr (std::is_integral_v<T>)
            return static_cast<int>(static_cast<T>(bits));
        else if constexpr (std::is_same_v<T, s4>)
            return static_cast<int>(bits << 28) >> 28;
        else if constexpr (std::is_same_v<T, u4>)
            return static_cast<int>(bits & 0xfu);
        else
            return bits & ((1u << register_bits<T>)-1u);
    }
}

/// addend + a[0] * b[0] + ..., at most 32 products of numbers given as bits.
float sum_of_products(format of_a, const unsigned* a, format of_b, const unsigned* b, int count, float addend) noexcept;
small_float<binary16> sum_of_products(format of_a, const unsigned* a, format of_b, const unsigned* b, int count,
                                      small_float<binary16> addend) noexcept;

/// The same for all types. `option`: for integers, saturate; for bits, combine by xor instead of and.
template <class A, class B, class Number, class Sum>
STRIDER_EMULATOR_ROUTINE Sum multiply_add(const Number* a, const Number* b, int count, Sum addend, bool option) {
    if constexpr (format_of<A> != format::none) {
        return sum_of_products(format_of<A>, a, format_of<B>, b, count, addend);
    } else if constexpr (std::is_same_v<A, double>) {
        for (int k = 0; k < count; ++k) addend = std::fma(a[k], b[k], addend);
        return addend;
    } else if constexpr (std::is_same_v<A, b1>) {
        auto sum = static_cast<unsigned>(addend);
        for (int k = 0; k < count; ++k)
            sum += static_cast<unsigned>(__builtin_popcount(option ? a[k] ^ b[k] : a[k] & b[k]));
        return static_cast<int>(sum);
    } else {
        long long sum = addend;
        for (int k = 0; k < count; ++k) sum += a[k] * b[k];
        return option ? saturated<int>(static_cast<double>(sum)) : static_cast<int>(sum);
    }
}

}  // namespace strider::emulation::tensor_core
// SPDX-License-Identifier: Apache-2.0
