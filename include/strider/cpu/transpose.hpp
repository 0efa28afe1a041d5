// Transpose on all cores: every core takes tiles of its own. Elements of 1, 2, 4, 8 and 16 bytes go by vectors
// (src/cpu/transpose_kernels.cpp), others by loops over tiles. Honours the caller's tbb::task_arena.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tbb/blocked_range3d.h>

#include <strider/core/policy.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/streaming_store.hpp>
#include <strider/cpu/transpose/simd.hpp>
#include <strider/pattern/transposition.hpp>

namespace strider {

namespace cpu_backend {

/// A side of the tiles that one core takes at a time, in elements: whole lines, whose copies the caches hold.
inline constexpr std::uint64_t tile_side = 256;

/// A side of the squares that loops take, so that their lines stay in the first-level cache.
inline constexpr std::uint64_t square_side = 32;

template <class T>
inline constexpr bool is_simd_item =
    sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 || sizeof(T) == 8 || sizeof(T) == 16;

/// One matrix's part by loops.
template <class T>
void transpose_by_squares(const T* from, std::uint64_t input_stride, T* to, std::uint64_t output_stride,
                          const part_of_matrix& part) {
    for (std::uint64_t top = part.top; top < part.bottom; top += square_side) {
        const std::uint64_t bottom = std::min(top + square_side, part.bottom);
        for (std::uint64_t left = part.left; left < part.right; left += square_side) {
            const std::uint64_t right = std::min(left + square_side, part.right);
            for (std::uint64_t column = left; column < right; ++column) {
                for (std::uint64_t row = top; row < bottom; ++row) {
                    to[column * output_stride + row] = from[row * input_stride + column];
                }
            }
        }
    }
}

/// One matrix's part, in the fastest way that there is for its elements.
template <class T>
void transpose_part(const T* from, std::uint64_t input_stride, T* to, std::uint64_t output_stride, bool streaming,
                    const part_of_matrix& part) {
    constexpr std::uintptr_t unit = std::min<std::size_t>(sizeof(T), 8);
    const auto addresses = reinterpret_cast<std::uintptr_t>(from) | reinterpret_cast<std::uintptr_t>(to);
    if (is_simd_item<T> && addresses % unit == 0) {
        transpose_simd({sizeof(T), from, input_stride, to, output_stride, streaming}, part);
    } else {
        transpose_by_squares(from, input_stride, to, output_stride, part);
    }
}

}  // namespace cpu_backend

template <class T>
void transpose_matrices(cpu, const transposition<T>& of) {
    using namespace cpu_backend;
    const std::uint64_t elements = of.count * of.rows * of.columns;
    const bool streaming = 2 * elements * sizeof(T) >= larger_than_caches;
    const auto transpose_part_of = [&](std::uint64_t m, const part_of_matrix& part) {
        transpose_part(of.input + m * of.input_distance, of.input_stride, of.output + m * of.output_distance,
                       of.output_stride, streaming, part);
    };
    if (elements < parallel_from) {
        for (std::uint64_t m = 0; m < of.count; ++m) transpose_part_of(m, {0, of.rows, 0, of.columns});
        return;
    }
    // Many small matrices go together to a core.
    const std::uint64_t together = std::max<std::uint64_t>(1, tile_side * tile_side / (of.rows * of.columns));
    const tbb::blocked_range3d<std::uint64_t> all(0, of.count, together, 0, (of.rows + tile_side - 1) / tile_side, 1, 0,
                                                  (of.columns + tile_side - 1) / tile_side, 1);
    in_parallel(all, [&](const auto& part) {
        for (std::uint64_t m = part.pages().begin(); m < part.pages().end(); ++m) {
            transpose_part_of(m,
                              {part.rows().begin() * tile_side, std::min(part.rows().end() * tile_side, of.rows),
                               part.cols().begin() * tile_side, std::min(part.cols().end() * tile_side, of.columns)});
        }
    });
}

/// Squares above the diagonal change places with their mirror images. One of the two is transposed to a copy first.
template <class T>
void exchange_across_diagonal(cpu, T* matrix, std::uint64_t rows, std::uint64_t stride) {
    using namespace cpu_backend;
    constexpr std::uint64_t side = sizeof(T) == 1 ? 64 : 32;  // whole lines
    const std::uint64_t squares = (rows + side - 1) / side;
    const auto exchange_squares = [=](std::uint64_t down, std::uint64_t across) {
        const std::uint64_t top = down * side, left = across * side;
        const std::uint64_t high = std::min(side, rows - top), wide = std::min(side, rows - left);
        alignas(64) alignas(T) unsigned char memory[side * side * sizeof(T)];
        T* const copy = reinterpret_cast<T*>(memory);
        T* const upper = matrix + top * stride + left;
        T* const lower = matrix + left * stride + top;
        transpose_part(lower, stride, copy, side, false, {0, wide, 0, high});
        if (down != across) transpose_part(upper, stride, lower, stride, false, {0, high, 0, wide});
        for (std::uint64_t row = 0; row < high; ++row) std::copy_n(copy + row * side, wide, upper + row * stride);
    };
    const auto exchange_row = [=](std::uint64_t down) {
        for (std::uint64_t across = down; across < squares; ++across) exchange_squares(down, across);
    };
    in_parallel(0, squares, exchange_row, tasks_unless(rows * rows < parallel_from));
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
