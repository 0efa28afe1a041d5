// What the rungs share that keep a window of rows in registers: each thread walks down a strip of four columns.
#pragma once

#include <utility>

#include <ladders/convolve/gpu/convolution.hpp>

namespace strider::ladders::convolve {
inline namespace STRIDER_TARGET {

/// Masks up to here have kernels of their own, which know their width; all their rows are in registers.
inline constexpr unsigned widest_in_registers = 15;

/// Pixels side by side that a thread computes: 16 bytes of floats, which it loads and stores at once.
inline constexpr unsigned columns_a_thread = 4;

/// Threads of a block, all side by side.
inline constexpr unsigned strip_threads = 64;

template <class T>
struct alignas(columns_a_thread * sizeof(T)) quad {
    T element[columns_a_thread];
};

/// What a thread reads of one row: its own four pixels and whole quads on both sides, as far as the mask reaches.
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

/// The block's strip, by.rows rows of by.columns = 4 * strip_threads columns. Every row of the input is loaded once,
/// one step before it is used, and added to the sums of all output rows that it is part of: `adds(window, sum_of)`
/// does so, where `sum_of(k)` are the thread's four sums for which the row meets row k of the mask; that of k = 0 is
/// new and still to be set. The sum of the last k is finished then, and is stored.
template <unsigned mask_rows, unsigned mask_columns, class T, class Adds>
__device__ __forceinline__ void walk_down(const T* __restrict__ input, T* __restrict__ output, const shape& of,
                                          const tiling& by, Adds adds) {
    using window = row_window<T, mask_columns>;
    __shared__ std::int64_t sources[window::of_block];

    const std::int64_t first_row = by.first_row(), first_column = by.first_column();
    const std::int64_t left_end = first_column - window::left * columns_a_thread;
    const bool aligned = of.columns % columns_a_thread == 0 &&
                         reinterpret_cast<std::uintptr_t>(input) % sizeof(quad<T>) == 0 &&
                         reinterpret_cast<std::uintptr_t>(output) % sizeof(quad<T>) == 0;
    const bool plain = aligned && left_end >= 0 && left_end + window::of_block <= of.columns;
    if (!plain) {  // for all threads of the block alike
        for (unsigned i = threadIdx.x; i < window::of_block; i += strip_threads) {
            sources[i] = source_of(left_end + i, of.columns, of.outside);
        }
        __syncthreads();
    }

    const std::int64_t column = first_column + threadIdx.x * columns_a_thread;
    if (column >= of.columns) return;
    const std::int64_t begin = left_end + threadIdx.x * columns_a_thread;
    const bool whole = aligned && begin >= 0 && begin + window::quads * columns_a_thread <= of.columns;

    const auto load = [&](window& into, std::int64_t r) {
        const std::int64_t row = source_of(r, of.rows, of.outside);
        if (row < 0) {
            into.clear();
        } else if (whole) {
            into.load(input + row * of.columns + begin);
        } else {
            into.load(input + row * of.columns, sources + threadIdx.x * columns_a_thread);
        }
    };
    const auto store = [&](const float(&sums)[columns_a_thread], std::int64_t row) {
        T* const to = output + row * of.columns + column;
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
    constexpr unsigned unrolled = mask_rows <= 9 ? mask_rows : 1;
    const std::int64_t rows_left = of.rows - first_row;
    const unsigned steps = (rows_left < by.rows ? static_cast<unsigned>(rows_left) : by.rows) + mask_rows - 1;
    const std::int64_t top = first_row - mask_rows / 2;
    float sums[mask_rows][columns_a_thread] = {};
    window next;
    load(next, top);
    for (unsigned start = 0; start < steps; start += unrolled) {
#pragma unroll
        for (unsigned turn = 0; turn < unrolled; ++turn) {
            const unsigned step = start + turn;
            if (step < steps) {
                const window current = next;
                if (step + 1 < steps) load(next, top + step + 1);
                adds(current, [&](unsigned k) -> float(&)[columns_a_thread] {
                    return sums[(turn + mask_rows - k) % mask_rows];
                });
                if (step + 1 >= mask_rows) store(sums[(turn + 1) % mask_rows], first_row + (step + 1 - mask_rows));
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
inline tiling strips_of(const arguments& with, const shape& of) {
    const tiling one_row = tiles_of(of, 1, strip_threads * columns_a_thread);
    const std::uint64_t enough =
        std::uint64_t{2048} * with.multiprocessors / (std::uint64_t{one_row.across} * strip_threads) + 1;
    const auto rows = static_cast<std::uint64_t>(of.rows) / enough;
    const auto strip = std::clamp<std::uint64_t>(rows, of.mask_rows, std::max(16u, 8 * of.mask_rows));
    return tiles_of(of, static_cast<unsigned>(strip), one_row.columns);
}

/// Calls `entry.template operator()<width>()` with the width of the mask as a constant; false where it is wider than
/// widest_in_registers.
template <class Entry, unsigned... widths_less_one>
bool with_known_width(unsigned width, Entry&& entry, std::integer_sequence<unsigned, widths_less_one...>) {
    return ((width == widths_less_one + 1 && (entry.template operator()<widths_less_one + 1>(), true)) || ...);
}
template <class Entry>
bool with_known_width(const shape& of, Entry&& entry) {
    return with_known_width(of.mask_columns, entry, std::make_integer_sequence<unsigned, widest_in_registers>{});
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::convolve
