// The common types and operators, for which the CPU backend has compiled parts.
//
// Google Highway compiles src/cpu/*_kernels.cpp once for each instruction set and picks one at run time, so a program
// built for the oldest x86-64 uses AVX-512 where there is AVX-512. Link strider::cpu.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <strider/core/operators.hpp>

namespace strider::cpu_backend {

enum class simd_type : std::uint8_t { i32, u32, i64, u64, f32, f64 };
enum class simd_operator : std::uint8_t { plus, multiplies, minimum, maximum };

template <class T>
concept has_simd_type =
    std::same_as<T, float> || std::same_as<T, double> || (std::integral<T> && (sizeof(T) == 4 || sizeof(T) == 8));

template <class Operator>
concept has_simd_operator = std::same_as<Operator, plus> || std::same_as<Operator, multiplies> ||
                            std::same_as<Operator, minimum> || std::same_as<Operator, maximum>;

template <class Operator>
inline constexpr bool is_extreme = std::same_as<Operator, minimum> || std::same_as<Operator, maximum>;

template <has_simd_type T>
constexpr simd_type simd_type_of() {
    if constexpr (std::floating_point<T>) {
        return sizeof(T) == 4 ? simd_type::f32 : simd_type::f64;
    } else if constexpr (std::is_signed_v<T>) {
        return sizeof(T) == 4 ? simd_type::i32 : simd_type::i64;
    } else {
        return sizeof(T) == 4 ? simd_type::u32 : simd_type::u64;
    }
}

constexpr simd_operator simd_operator_of(plus) { return simd_operator::plus; }
constexpr simd_operator simd_operator_of(multiplies) { return simd_operator::multiplies; }
constexpr simd_operator simd_operator_of(minimum) { return simd_operator::minimum; }
constexpr simd_operator simd_operator_of(maximum) { return simd_operator::maximum; }

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
