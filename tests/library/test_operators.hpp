// Operators of the conformance suite: associative ones that do not commute, whose right result any fold in element
// order gives; and ones that are not associative at all, whose result tells the exact tree in which they were called.
#pragma once

#include <cstdint>

#include <strider/core/operators.hpp>

namespace strider::test {

/// x -> scale * x + shift, over the integers modulo 2^32; composed from left to right. 8 bytes.
struct affine {
    std::uint32_t scale, shift;
    bool operator==(const affine&) const = default;
};
struct compose {
    STRIDER_HOST_DEVICE constexpr affine operator()(const affine& a, const affine& b) const {
        return {b.scale * a.scale, b.scale * a.shift + b.shift};
    }
};

/// A 2x2 matrix, and an upper triangular one. 16 and 12 bytes.
struct matrix {
    std::uint32_t a, b, c, d;
    bool operator==(const matrix&) const = default;
};
struct triangle {
    std::uint32_t a, b, d;
    bool operator==(const triangle&) const = default;
};
struct matrix_product {
    STRIDER_HOST_DEVICE constexpr matrix operator()(const matrix& x, const matrix& y) const {
        return {x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c, x.c * y.b + x.d * y.d};
    }
    STRIDER_HOST_DEVICE constexpr triangle operator()(const triangle& x, const triangle& y) const {
        return {x.a * y.a, x.a * y.b + x.b * y.d, x.d * y.d};
    }
};

/// Facts about a string that need not be kept: a rolling hash, base^length, and the length. 24 bytes.
struct text {
    std::uint64_t hash, power, length;
    bool operator==(const text&) const = default;
};
/// The same with its ends, and how often two neighbouring letters differ. 32 bytes.
struct bounded_text {
    std::uint64_t hash, power;
    std::uint32_t length, first, last, changes;
    bool operator==(const bounded_text&) const = default;
};
struct concatenate {
    STRIDER_HOST_DEVICE constexpr text operator()(const text& a, const text& b) const {
        return {a.hash * b.power + b.hash, a.power * b.power, a.length + b.length};
    }
    STRIDER_HOST_DEVICE constexpr bounded_text operator()(const bounded_text& a, const bounded_text& b) const {
        return {a.hash * b.power + b.hash,
                a.power * b.power,
                a.length + b.length,
                a.first,
                b.last,
                a.changes + b.changes + (a.last != b.first)};
    }
};

template <class T>
T from_bits(std::uint64_t bits);
template <>
inline affine from_bits(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits) | 1, static_cast<std::uint32_t>(bits >> 32)};
}
template <>
inline matrix from_bits(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits) | 1, static_cast<std::uint32_t>(bits >> 40),
            static_cast<std::uint32_t>(bits >> 20) & ~1u, static_cast<std::uint32_t>(bits >> 32) | 1};
}
template <>
inline triangle from_bits(std::uint64_t bits) {
    return {static_cast<std::uint32_t>(bits) | 1, static_cast<std::uint32_t>(bits >> 20),
            static_cast<std::uint32_t>(bits >> 32) | 1};
}
template <>
inline text from_bits(std::uint64_t bits) {
    return {bits % 251, 1'000'003, 1};
}
template <>
inline bounded_text from_bits(std::uint64_t bits) {
    const auto letter = static_cast<std::uint32_t>(bits % 3);
    return {letter, 1'000'003, 1, letter, letter, 0};
}

/// Elements of `Words` words of 32 bits, for operators that tell their tree.
template <unsigned Words>
struct words {
    std::uint32_t word[Words];
    bool operator==(const words&) const = default;
};

/// Neither associative nor commutative, so that every other tree and every exchange of operands shows.
struct tell_tree {
    template <unsigned Words>
    STRIDER_HOST_DEVICE constexpr words<Words> operator()(const words<Words>& a, const words<Words>& b) const {
        words<Words> result{};
        for (unsigned i = 0; i < Words; ++i) {
            const std::uint32_t mixed = a.word[i] * 0x9e3779b1u + (b.word[i] ^ 0x85ebca6bu) * 0xc2b2ae35u;
            result.word[i] = mixed ^ (mixed >> 15);
        }
        return result;
    }
};
/// The same, but taken in the order of operators that commute.
struct tell_tree_of_rows : tell_tree {};

}  // namespace strider::test

template <unsigned Words>
inline constexpr bool strider::is_commutative<strider::test::tell_tree_of_rows, strider::test::words<Words>> = true;
// SPDX-License-Identifier: Apache-2.0
