// Convolution by products of a column and a row, and by rows alone, whose size the kernel knows: every warp walks down
// a strip of the image.
//
// Its rows come by asynchronous copies into a ring in shared memory, some rows ahead, so that the bytes in flight take
// no registers. A row is 16 bytes for every lane, and the halo that the mask reaches beyond the strip. Each row is
// first added up across. This sum is then added to all rows of the output that it is part of. Their sums move on by one
// place as they take it: the multiply-add of a weight reads one sum and writes the next, so nothing is moved. An image
// of one dimension is a strip that walks to the right.
//
// Source: P. Chen, M. Wahib, S. Takizawa, R. Takano and S. Matsuoka, A Versatile Software Systolic Execution Model for
// GPU Memory-Bound Kernels (2019).
#pragma once

#include <algorithm>
#include <cstdint>

#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/convolve/mask.hpp>
#include <strider/cuda/policy.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace convolve_kernels {

/// Warps of a block; each has a strip of its own.
inline constexpr unsigned warps = 4;

/// Rows on their way while one is added. A row of a strip is 512 bytes, or 256 of 8-bit pixels.
template <class T>
inline constexpr unsigned rows_ahead = sizeof(T) >= 4 ? 3 : 7;

/// How often the strips fill the device: more waves balance better, fewer have less halo, and balance is worth more
/// where memory is the limit.
inline constexpr unsigned waves = 12;

/// Elements side by side that a lane loads and stores at once, and how many such groups it computes, which are 32 times
/// as far apart. (Two groups of f32 halve the loads of weights, and were up to 1.1 times slower for the registers they
/// take.)
template <class T>
inline constexpr unsigned width = sizeof(T) == 1 ? 8 : 16 / sizeof(T);
template <class T>
inline constexpr unsigned groups = sizeof(T) == 8 ? 2 : 1;

/// The shape of a strip for a mask, all in elements.
template <class T, unsigned Channels, unsigned Rows, unsigned Columns>
struct strip_shape {
    /// Weights of the mask's column, in front of the row's weights; 0 for a mask of one row.
    static constexpr unsigned column_weights = Rows == 1 ? 0 : Rows, weights = column_weights + Columns;
    static constexpr unsigned unit = 16 / sizeof(T);  ///< of copies
    static constexpr unsigned group = 32 * width<T>;  ///< from one group of a lane to the next
    static constexpr unsigned columns = groups<T> * group;
    /// The halo to the left and right of the strip in its rows: whole units.
    static constexpr unsigned left = (Columns / 2 * Channels + unit - 1) / unit * unit;
    static constexpr unsigned right = ((Columns - 1) / 2 * Channels + unit - 1) / unit * unit;
    static constexpr unsigned row = left + columns + right;
    /// The elements that a lane needs of a row, and the pieces that it loads for them.
    static constexpr unsigned window = width<T> + (Columns - 1) * Channels;
    static constexpr unsigned first = left - Columns / 2 * Channels;
    static constexpr unsigned first_piece = first / width<T>;
    static constexpr unsigned pieces = (first + window + width<T> - 1) / width<T> - first_piece;
};

/// The strips of an image.
struct strips_shape {
    std::uint64_t count, across;  ///< in all, and side by side
    std::int64_t steps;           ///< that a strip is long, in rows or (rightwards) in widths of a strip
    std::int64_t first_column;    ///< at which strips begin, in elements
    std::int64_t shift;           ///< from the middle of the mask to its anchor, in elements: where sums are stored
    bool rightwards;
    bool input_pieces, output_pieces;  ///< rows begin where copies and stores want them
};

/// Blocks of a kernel that are to share a multiprocessor, from its registers: sums, the window, and the rest.
template <class T>
constexpr unsigned resident_blocks(unsigned rows, unsigned window) {
    const unsigned registers =
        groups<T> * (rows * width<T> + window) * static_cast<unsigned>(sizeof(weight_of<T>)) / 4 + 40;
    return std::clamp(65536 / (32 * warps * ((registers + 7) / 8 * 8)), 2u, 8u);
}

// One function: its sums, window and pointers are the registers that resident_blocks() counts, and every part uses
// them.
template <class T, unsigned Channels, unsigned Rows, unsigned Columns>
__global__ void __launch_bounds__(32 * warps, resident_blocks<T>(Rows, strip_shape<T, Channels, Rows, Columns>::window))
    walk_kernel(
        const __grid_constant__ convolution<T> task,
        const __grid_constant__ mask_parameter<weight_of<T>, strip_shape<T, Channels, Rows, Columns>::weights> mask,
        const __grid_constant__ strips_shape strips) {
    using Weight = weight_of<T>;
    using shape = strip_shape<T, Channels, Rows, Columns>;
    constexpr unsigned size = width<T>, slots = rows_ahead<T> + 1;
    struct alignas(16) unit {
        T element[shape::unit];
    };
    __shared__ unit rings[warps][slots][shape::row / shape::unit];

    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const std::uint64_t strip = std::uint64_t{blockIdx.x} * warps + warp;
    if (strip >= strips.count) return;
    auto& ring = rings[warp];
    const bool rightwards = Rows == 1 && strips.rightwards;
    const std::int64_t elements = task.row_elements();
    const std::int64_t first_row = rightwards ? 0 : static_cast<std::int64_t>(strip / strips.across) * strips.steps;
    const std::int64_t first_column =
        strips.first_column +
        static_cast<std::int64_t>(rightwards ? strip * strips.steps : strip % strips.across) * shape::columns;
    const std::int64_t left_over = rightwards
                                       ? (elements - strips.shift - first_column + shape::columns - 1) / shape::columns
                                       : task.rows - first_row;
    const int steps =
        static_cast<int>(left_over < strips.steps ? left_over : strips.steps) + static_cast<int>(Rows - 1);

    // Input and output move on with every step: a row down, or the strip's width to the right.
    const std::int64_t top = first_row - task.anchor_row;
    const std::int64_t input_step = rightwards ? shape::columns : static_cast<std::int64_t>(task.input_stride);
    const std::int64_t output_step = rightwards ? shape::columns : static_cast<std::int64_t>(task.output_stride);
    std::int64_t from_column = first_column - shape::left, to_column = first_column + lane * size + strips.shift;
    std::int64_t from = top * static_cast<std::int64_t>(task.input_stride) + from_column;
    std::int64_t to = first_row * static_cast<std::int64_t>(task.output_stride) + to_column;
    const auto reads_whole = [&] {
        return strips.input_pieces && from_column >= 0 && from_column + shape::row <= elements;
    };
    bool read_whole = reads_whole();
    // The steps whose rows lie in the image.
    const int inside = top < 0 ? static_cast<int>(-top) : 0;
    const int outside = rightwards || task.rows - top > steps ? steps : static_cast<int>(task.rows - top);

    const auto load = [&](int step) {
        auto& slot = ring[static_cast<unsigned>(step) % slots];
        if (read_whole && step >= inside && step < outside) {
#pragma unroll
            for (unsigned i = lane; i < shape::row / shape::unit; i += 32) {
                copy_async(&slot[i], reinterpret_cast<const unit*>(task.input + from) + i);
            }
        } else {
            T* const row = slot[0].element;
            const std::int64_t source = rightwards ? 0 : source_of(top + step, task.rows, task.outside);
            const T* const pixels = task.input + source * static_cast<std::int64_t>(task.input_stride);
#pragma unroll 1
            for (unsigned i = lane; i < shape::row; i += 32) {
                const std::int64_t place = source < 0 ? -1 : element_of(task, from_column + i, Channels);
                if (place < 0) {
                    row[i] = task.fill;
                } else if constexpr (sizeof(T) >= 4) {
                    copy_async(&row[i], &pixels[place]);
                } else {
                    row[i] = pixels[place];
                }
            }
        }
        from += input_step;
        if (rightwards) {
            from_column += shape::columns;
            read_whole = reads_whole();
        }
    };
    const auto store = [&](const Weight(&done)[groups<T>][size]) {
#pragma unroll
        for (unsigned g = 0; g < groups<T>; ++g) {
            store_sums(task.output + to + g * shape::group, to_column + g * shape::group, elements,
                       strips.output_pieces, done[g]);
        }
        to += output_step;
        if (rightwards) to_column += shape::columns;
    };

    // partial[k] are the sums that have taken the mask's rows 0 to k.
    Weight partial[Rows == 1 ? 1 : Rows - 1][groups<T>][size] = {};
    constexpr int ahead = rows_ahead<T>;
#pragma unroll 1
    for (int step = -ahead; step < steps; ++step) {
        wait_for_copies<rows_ahead<T> - 1>();
        __syncwarp();  // this row has come, and everyone is done with the one whose place the next takes
        if (step + ahead < steps) load(step + ahead);
        commit_copies();
        if (step < 0) continue;

        Weight across[groups<T>][size] = {};
        const auto* const row =
            reinterpret_cast<const piece<T, size>*>(ring[static_cast<unsigned>(step) % slots][0].element) +
            shape::first_piece + lane;
#pragma unroll
        for (unsigned g = 0; g < groups<T>; ++g) {
            Weight window[shape::pieces * size];
            load_pieces(row + g * 32, window);
            add_columns<Columns, Channels>(mask.weight + shape::column_weights,
                                           window + (shape::first - shape::first_piece * size), across[g]);
        }
        if constexpr (Rows == 1) {
            store(across);
        } else {
            // From the sums that are finished by this row to those that begin with it: each leaves its place to the
            // next.
            Weight done[groups<T>][size];
#pragma unroll
            for (unsigned r = 0; r < Rows; ++r) {
                const unsigned k = Rows - 1 - r;
#pragma unroll
                for (unsigned g = 0; g < groups<T>; ++g) {
#pragma unroll
                    for (unsigned v = 0; v < size; ++v) {
                        const Weight taken = k == 0 ? Weight(0) : partial[k == 0 ? 0 : k - 1][g][v];
                        (r == 0 ? done : partial[r == 0 ? 0 : k])[g][v] =
                            multiply_add(mask.weight[k], across[g][v], taken);
                    }
                }
            }
            if (step >= static_cast<int>(Rows - 1)) store(done);
        }
    }
}

template <class T, unsigned Channels, unsigned Rows, unsigned Columns>
strips_shape strips_of(const convolution<T>& task) {
    using shape = strip_shape<T, Channels, Rows, Columns>;
    strips_shape strips{};
    const middle_of_mask middle(task, Channels, Columns, shape::unit);
    strips.shift = middle.shift;
    strips.first_column = middle.first_column;
    const std::uint64_t across = parts_of(middle.elements, shape::columns);
    strips.rightwards = Rows == 1 && task.rows == 1;
    const std::uint64_t length = strips.rightwards ? across : static_cast<std::uint64_t>(task.rows);
    strips.across = strips.rightwards ? 1 : across;
    const std::uint64_t wanted =
        std::uint64_t{waves} * warps * resident_blocks<T>(Rows, shape::window) * multiprocessors();
    constexpr std::uint64_t shortest = std::max(8u, 2 * Rows), longest = 1 << 16;
    strips.steps = static_cast<std::int64_t>(
        std::clamp(parts_of(length, std::max<std::uint64_t>(wanted / strips.across, 1)), shortest, longest));
    strips.count = strips.across * parts_of(length, static_cast<std::uint64_t>(strips.steps));

    strips.input_pieces = begins_whole(task.input, task.input_stride, task.rows, 16);
    strips.output_pieces =
        strips.shift == 0 && begins_whole(task.output, task.output_stride, task.rows, sizeof(piece<T, width<T>>));
    return strips;
}

/// A mask of one row has no column.
template <unsigned Channels, unsigned Rows, unsigned Columns, class T>
void launch_walk(const device_policy& policy, const convolution<T>& task, const weight_of<T>* column,
                 const weight_of<T>* row) {
    using shape = strip_shape<T, Channels, Rows, Columns>;
    mask_parameter<weight_of<T>, shape::weights> mask;
    std::copy_n(column, shape::column_weights, mask.weight);
    std::copy_n(row, Columns, mask.weight + shape::column_weights);
    const strips_shape strips = strips_of<T, Channels, Rows, Columns>(task);
    launch(walk_kernel<T, Channels, Rows, Columns>,
           detail::launch_of(policy, parts_of(strips.count, warps), 32 * warps), task, mask, strips);
}

}  // namespace convolve_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
