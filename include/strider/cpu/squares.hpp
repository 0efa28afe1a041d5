// Squares of elements whose rows of 16 bytes become columns in registers, and columns rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

namespace strider::cpu_backend {

template <class T>
inline constexpr bool fits_squares = sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8;

/// `Count` squares, 1 or 2, one below the other. (If a processor lacks vectors of 32 bytes, compilers take two of 16.)
template <class T, unsigned Count>
    requires(Count == 1 || Count == 2)
class squares {
public:
    static constexpr unsigned width = 16 / sizeof(T), rows = Count * width;

    /// to[v * apart_to + row] = from[row * apart + v]
    static void to_columns(const T* from, std::uint64_t apart, T* to, std::uint64_t apart_to) {
        vector square[width];
        for (unsigned i = 0; i < width; ++i) {
            if constexpr (Count == 1) {
                std::memcpy(&square[i], from + i * apart, sizeof(vector));
            } else {
                half upper, lower;
                std::memcpy(&upper, from + i * apart, sizeof(half));
                std::memcpy(&lower, from + (width + i) * apart, sizeof(half));
                join(upper, lower, square[i], std::make_index_sequence<rows>());
            }
        }
        transpose(square);
#pragma GCC unroll 16
        for (unsigned v = 0; v < width; ++v) *reinterpret_cast<vector_in_memory*>(to + v * apart_to) = square[v];
    }

    /// to[row * apart + v] = from[v * apart_from + row]
    static void to_rows(const T* from, std::uint64_t apart_from, T* to, std::uint64_t apart) {
        vector square[width];
#pragma GCC unroll 16
        for (unsigned v = 0; v < width; ++v)
            square[v] = *reinterpret_cast<const vector_in_memory*>(from + v * apart_from);
        transpose(square);
#pragma GCC unroll 16
        for (unsigned i = 0; i < width; ++i) {
            store_half<0>(square[i], to + i * apart, std::make_index_sequence<width>());
            if constexpr (Count == 2)
                store_half<1>(square[i], to + (width + i) * apart, std::make_index_sequence<width>());
        }
    }

private:
    using item =
        std::conditional_t<sizeof(T) == 1, std::uint8_t,
                           std::conditional_t<sizeof(T) == 2, std::uint16_t,
                                              std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>>;
    using half [[gnu::vector_size(16)]] = item;
    using vector [[gnu::vector_size(16 * Count)]] = item;
    using half_in_memory [[gnu::vector_size(16), gnu::aligned(alignof(T)), gnu::may_alias]] = item;
    using vector_in_memory [[gnu::vector_size(16 * Count), gnu::aligned(alignof(T)), gnu::may_alias]] = item;

    template <std::size_t... I>
    static void join(const half& upper, const half& lower, vector& to, std::index_sequence<I...>) {
        to = __builtin_shufflevector(upper, lower, I...);
    }
    template <unsigned Lower, std::size_t... I>
    static void store_half(const vector& from, T* to, std::index_sequence<I...>) {
        *reinterpret_cast<half_in_memory*>(to) = __builtin_shufflevector(from, from, (Lower * width + I)...);
    }
    /// The first halves of each square's rows in turns, or the second ones.
    template <unsigned Second, std::size_t... I>
    static void riffle(const vector& a, const vector& b, vector& to, std::index_sequence<I...>) {
        to = __builtin_shufflevector(a, b, (I % 2 * rows + I / width * width + I % width / 2 + Second * width / 2)...);
    }
    /// Each round puts rows of the upper half and of the lower one in turns: after as many as an index has bits, its
    /// bits have changed places with the column's.
    static void transpose(vector (&square)[width]) {
        constexpr std::make_index_sequence<rows> items;
        for (unsigned round = 1; round < width; round *= 2) {
            vector riffled[width];
            for (unsigned i = 0; i < width / 2; ++i) {
                riffle<0>(square[i], square[i + width / 2], riffled[2 * i], items);
                riffle<1>(square[i], square[i + width / 2], riffled[2 * i + 1], items);
            }
            for (unsigned i = 0; i < width; ++i) square[i] = riffled[i];
        }
    }
};

/// Sums, or products, of trees over neighbours in registers.
template <class T, bool Products>
class neighbours {
public:
    static constexpr unsigned width = 32 / sizeof(T), leaves = width * width;

    /// to[i] is the tree over from[i * width] and its neighbours.
    template <class Operator>
    static void combine(const T* from, T* to, Operator) {
        vector left, right;
        tree<width / 2>(from, left);
        tree<width / 2>(from + leaves / 2, right);
        across(left, right, *reinterpret_cast<vector_in_memory*>(to), std::make_index_sequence<width>());
    }

private:
    using vector [[gnu::vector_size(32)]] = T;
    using vector_in_memory [[gnu::vector_size(32), gnu::aligned(alignof(T)), gnu::may_alias]] = T;
    static constexpr unsigned half = width / 2, quarter = width / 4;

    /// Within the halves of 16 bytes: the first and the second half of every vector have a tree each.
    template <unsigned Vectors>
    static void tree(const T* from, vector& to) {
        if constexpr (Vectors == 1) {
            to = *reinterpret_cast<const vector_in_memory*>(from);
        } else {
            vector left, right;
            tree<Vectors / 2>(from, left);
            tree<Vectors / 2>(from + Vectors / 2 * width, right);
            pairs(left, right, to, std::make_index_sequence<width>());
        }
    }
    template <std::size_t... I>
    static void pairs(const vector& left, const vector& right, vector& to, std::index_sequence<I...>) {
        const vector even = __builtin_shufflevector(left, right, even_place(I)...);
        const vector odd = __builtin_shufflevector(left, right, (even_place(I) + 1)...);
        to = Products ? even * odd : even + odd;
    }
    static constexpr int even_place(std::size_t i) {
        return static_cast<int>(i % half / quarter * width + i / half * half + i % quarter * 2);
    }
    /// And of both halves.
    template <std::size_t... I>
    static void across(const vector& left, const vector& right, vector_in_memory& to, std::index_sequence<I...>) {
        const vector first = __builtin_shufflevector(left, right, (I / half * width + I % half)...);
        const vector second = __builtin_shufflevector(left, right, (I / half * width + half + I % half)...);
        to = Products ? first * second : first + second;
    }
};

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
