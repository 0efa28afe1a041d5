// Shared by the rungs that keep a window of rows in registers: each thread walks down a strip of four columns.
#pragma once

#include <utility>

#include <ladders/convolve/gpu/convolution.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

/// The widest mask that has a kernel of its own, which knows its width, and the sums of all its rows in registers.
inline constexpr unsigned widest_in_registers = 15;

/// Pixels side by side that a thread computes: 16 bytes of floats, which it loads and stores at once.
inline constexpr unsigned columns_a_thread = 4;

/// Threads of a block, all side by side.
inline constexpr unsigned strip_threads = 64;

template <class T>
struct alignas(columns_a_thread * sizeof(T)) quad {
    T element[columns_a_thread];
};

/// A thread's part of one row: its own four pixels and whole quads on both sides, as far as the mask reaches.
template <class T, unsigned mask_columns>
struct row_window {
    static constexpr unsigned left = (mask_columns / 2 + columns_a_thread - 1) / columns_a_thread;
    static constexpr unsigned right = ((mask_columns - 1) / 2 + columns_a_thread - 1) / columns_a_thread;
    static constexpr unsigned quads = left + 1 + right;
    /// Where the pixel stands that the first entry of the mask meets for the thread's first pixel.
    static constexpr unsigned first = left * columns_a_thread - mask_columns / 2;
    static constexpr unsigned used = columns_a_thread + mask_columns - 1;
    /// Columns that a block reads.
    static constexpr unsigned of_block = (strip_threads + left + right) * columns_a_thread;

    quad<T> loaded[quads];

    __device__ __forceinline__ float operator[](unsigned i) const {
        return static_cast<float>(loaded[(first + i) / columns_a_thread].element[(first + i) % columns_a_thread]);
    }

    /// A row whose quads all lie in the image and are aligned; `row` is where the window begins.
    __device__ __forceinline__ void load(const T* __restrict__ row) {
#pragma unroll
        for (unsigned q = 0; q < quads; ++q) loaded[q] = reinterpret_cast<const quad<T>*>(row)[q];
    }

    /// Any row, pixel by pixel: `sources` says which column of `row` each is, or -1 for zero.
    __device__ __forceinline__ void load(const T* __restrict__ row, const std::int64_t* sources) {
#pragma unroll
        for (unsigned i = first; i < first + used; ++i) {
            const std::int64_t source = sources[i];
            loaded[i / columns_a_thread].element[i % columns_a_thread] = source < 0 ? T{} : row[source];
        }
    }

    __device__ __forceinline__ void clear() {
#pragma unroll
        for (unsigned q = 0; q < quads; ++q) loaded[q] = {};
    }
};

/// Rows that are on their way from memory while one is added: bytes in flight are what memory asks for, until the
/// multiplications take longer than the loads.
STRIDER_HOST_DEVICE constexpr unsigned rows_ahead(unsigned mask_rows) { return mask_rows <= 7 ? 2 : 1; }

/// Blocks that are to share a multiprocessor: wide masks need the registers.
STRIDER_HOST_DEVICE constexpr unsigned resident_strips(unsigned mask_columns) {
    return mask_columns <= 5 ? 12 : mask_columns <= 9 ? 10 : mask_columns <= 13 ? 8 : 6;
}

/// Rows of the output that a block walks over at most.
STRIDER_HOST_DEVICE constexpr unsigned longest_strip(unsigned mask_rows) { return mask_rows == 1 ? 16 : 8 * mask_rows; }

/// The block's strip, by.rows rows of by.columns = 4 * strip_threads columns. Every row of the input is loaded once and
/// added to the sums of all output rows that it is part of: `adds(window, sum_of)` does so, where `sum_of(k)` are the
/// thread's four sums for which the row meets row k of the mask. The sum for k = 0 is new and still to be set; the sum
/// for the last k is finished then, and is stored.
template <unsigned mask_rows, unsigned mask_columns, class T, class Adds>
__device__ __forceinline__ void walk_down(const T* __restrict__ input, T* __restrict__ output, const shape& of,
                                          const tile_shape& by, Adds adds) {
    using window = row_window<T, mask_columns>;
    // Where each row of the input begins, and which column each of the block's stands for; -1 where that is zero.
    __shared__ std::int64_t row_starts[longest_strip(mask_rows) + mask_rows - 1];
    __shared__ std::int64_t sources[window::of_block];

    const std::int64_t first_row = by.first_row(), first_column = by.first_column();
    const std::int64_t rows_left = of.rows - first_row;
    const unsigned steps = (rows_left < by.rows ? static_cast<unsigned>(rows_left) : by.rows) + mask_rows - 1;
    for (unsigned i = threadIdx.x; i < steps; i += strip_threads) {
        const std::int64_t row = source_of(first_row - mask_rows / 2 + i, of.rows, of.outside);
        row_starts[i] = row < 0 ? -1 : row * of.columns;
    }
    const std::int64_t left_end = first_column - window::left * columns_a_thread;
    const bool aligned = of.columns % columns_a_thread == 0 &&
                         reinterpret_cast<std::uintptr_t>(input) % sizeof(quad<T>) == 0 &&
                         reinterpret_cast<std::uintptr_t>(output) % sizeof(quad<T>) == 0;
    if (!aligned || left_end < 0 || left_end + window::of_block > of.columns) {
        for (unsigned i = threadIdx.x; i < window::of_block; i += strip_threads) {
            sources[i] = source_of(left_end + i, of.columns, of.outside);
        }
    }
    __syncthreads();

    const std::int64_t column = first_column + threadIdx.x * columns_a_thread;
    if (column >= of.columns) return;
    const std::int64_t begin = left_end + threadIdx.x * columns_a_thread;
    const bool whole = aligned && begin >= 0 && begin + window::quads * columns_a_thread <= of.columns;

    const auto load = [&](window& into, unsigned step) {
        const std::int64_t start = row_starts[step];
        if (start < 0) {
            into.clear();
        } else if (whole) {
            into.load(input + start + begin);
        } else {
            into.load(input + start, sources + threadIdx.x * columns_a_thread);
        }
    };
    const auto store = [&](const float(&sums)[columns_a_thread], T* to) {
        if (aligned) {
            quad<T> pixels;
#pragma unroll
            for (unsigned v = 0; v < columns_a_thread; ++v) pixels.element[v] = stored<T>(sums[v]);
            *reinterpret_cast<quad<T>*>(to) = pixels;
        } else {
#pragma unroll
            for (unsigned v = 0; v < columns_a_thread; ++v) {
                if (column + v < of.columns) to[v] = stored<T>(sums[v]);
            }
        }
    };

    // Sums take turns: the loop is unrolled over one round of them, so that they stay where they are, or, where that
    // would be too much code, they are moved by one place in every step.
    constexpr unsigned unrolled = mask_rows <= 7 ? mask_rows : 1, ahead = rows_ahead(mask_rows);
    float sums[mask_rows][columns_a_thread] = {};
    window next[ahead];
#pragma unroll
    for (unsigned i = 0; i < ahead; ++i) {
        if (i < steps) load(next[i], i);
    }
    T* to = output + first_row * of.columns + column;
    for (unsigned start = 0; start < steps; start += unrolled) {
#pragma unroll
        for (unsigned turn = 0; turn < unrolled; ++turn) {
            const unsigned step = start + turn;
            if (step < steps) {
                const window current = next[0];
#pragma unroll
                for (unsigned i = 0; i + 1 < ahead; ++i) next[i] = next[i + 1];
                if (step + ahead < steps) load(next[ahead - 1], step + ahead);
                adds(current, [&](unsigned k) -> float(&)[columns_a_thread] {
                    return sums[(turn + mask_rows - k) % mask_rows];
                });
                if (step + 1 >= mask_rows) {
                    store(sums[(turn + 1) % mask_rows], to);
                    to += of.columns;
                }
                if constexpr (unrolled < mask_rows) {
#pragma unroll
                    for (unsigned v = 0; v < columns_a_thread; ++v) {
                        const float newest = sums[0][v];
#pragma unroll
                        for (unsigned s = 0; s + 1 < mask_rows; ++s) sums[s][v] = sums[s + 1][v];
                        sums[mask_rows - 1][v] = newest;
                    }
                }
            }
        }
    }
}

/// The tiles of walk_down: strips long enough that their halo costs little, and short enough that there are two
/// thousand threads for each multiprocessor.
inline tile_shape strips_of(const arguments& with, const shape& of) {
    const tile_shape one_row = tiles_of(of, 1, strip_threads * columns_a_thread);
    const std::uint64_t threads = std::uint64_t{2048} * with.multiprocessors;
    const std::uint64_t strips = threads / (std::uint64_t{one_row.across} * strip_threads) + 1;
    const std::uint64_t rows = static_cast<std::uint64_t>(of.rows) / strips;
    const unsigned longest = longest_strip(of.mask_rows), shortest = std::min(longest, 2 * of.mask_rows);
    return tiles_of(of, static_cast<unsigned>(std::clamp<std::uint64_t>(rows, shortest, longest)), one_row.columns);
}

/// Calls `entry.template operator()<width>()` with the width of the mask as a constant, for the widths that masks
/// usually have; false for others, and where it is wider than widest_in_registers.
template <class Entry, unsigned... widths>
bool with_known_width(unsigned width, Entry&& entry, std::integer_sequence<unsigned, widths...>) {
    return ((width == widths && (entry.template operator()<widths>(), true)) || ...);
}
template <class Entry>
bool with_known_width(const shape& of, Entry&& entry) {
    using known = std::integer_sequence<unsigned, 1, 2, 3, 4, 5, 7, 9, 11, 13, widest_in_registers>;
    return with_known_width(of.mask_columns, entry, known{});
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
// SPDX-License-Identifier: Apache-2.0
