// The arithmetic of a tensor core: products of matrices with the bits of an H200 (docs/emulator.md).
#pragma once

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

/// The n-th element of a register, as an integer, a double, or bits.
template <class T, class Register>
STRIDER_EMULATOR_ROUTINE auto element(Register word, int n) {
    if constexpr (std::is_same_v<T, double> || register_bits<T> == 32) {
        return word;
    } else {
        const unsigned bits = word >> register_bits<T> * n;
        if constexpr (std::is_integral_v<T>)
            return static_cast<short>(static_cast<T>(bits));
        else if constexpr (std::is_same_v<T, s4>)
            return static_cast<short>(static_cast<int>(bits << 28) >> 28);
        else if constexpr (std::is_same_v<T, u4>)
            return static_cast<short>(bits & 0xfu);
        else
            return bits & ((1u << register_bits<T>)-1u);
    }
}

/// sums += a * b for `rows` x `depth` times `depth` x `columns` numbers. All stand row by row; 8 divides `columns`.
struct product {
    int rows, columns, depth;
    bool option = false;  ///< for integers: saturate; for bits: combine by xor instead of and
    int steps = 1;        ///< exact sums, one after the other, that a sum of floating-point numbers takes
};

/// Takes floating-point numbers as bits, at most 16 products in a step.
void multiply(format of_a, const unsigned* a, format of_b, const unsigned* b, const product& shape,
              float* sums) noexcept;
void multiply(format of_a, const unsigned* a, format of_b, const unsigned* b, const product& shape,
              small_float<binary16>* sums) noexcept;
/// The same for integers, for words of bits, and for doubles.
void multiply(const short* a, const short* b, const product& shape, int* sums) noexcept;
void multiply(const unsigned* a, const unsigned* b, const product& shape, int* sums) noexcept;
void multiply(const double* a, const double* b, const product& shape, double* sums) noexcept;

/// A factor of type T as these take it.
template <class T>
using number =
    std::conditional_t<std::is_same_v<T, double>, double,
                       std::conditional_t<format_of<T> != format::none || std::is_same_v<T, b1>, unsigned, short>>;

template <class A, class B, class Sum>
STRIDER_EMULATOR_ROUTINE void multiply(const number<A>* a, const number<B>* b, const product& shape, Sum* sums) {
    if constexpr (format_of<A> != format::none)
        multiply(format_of<A>, a, format_of<B>, b, shape, sums);
    else
        multiply(a, b, shape, sums);
}

/// The operands of an absent lane: a conspicuous pattern.
template <std::size_t Size>
struct pattern {
    unsigned char bytes[Size];
    constexpr pattern() : bytes() {
        for (unsigned char& byte : bytes) byte = 0xde;
    }
};
template <class T>
constexpr T absent = __builtin_bit_cast(T, pattern<sizeof(T)>());

}  // namespace strider::emulation::tensor_core
// SPDX-License-Identifier: Apache-2.0
