// Transpose of matrices whose rows all begin at a multiple of 16 bytes: by 16-byte accesses, each thread transposing a
// small square in registers.
#pragma once

#include <cstdint>

#include <strider/cuda/register_transpose.hpp>
#include <strider/cuda/transpose/tiles.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

/// At least.
inline constexpr unsigned threads_of_multiprocessor =
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 800 || (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200))
    2048;
#else
    1024;
#endif

/// A tile of 16 or 32 KiB: what keeps 64 KiB and more in flight on a multiprocessor.
template <class Item>
struct vector_tile {
    static constexpr unsigned side = sizeof(Item) <= 2 ? 128 : sizeof(Item) <= 8 ? 64 : 32;
    static constexpr unsigned across = side / items_a_vector<Item>;  // vectors of a row, squares of a side
    static constexpr unsigned threads = across * across < 256 ? across * across : 256;
    static constexpr unsigned squares_a_thread = across * across / threads;
    /// On a multiprocessor at least: all that fit, or half of them where a thread's square takes 32 registers.
    static constexpr unsigned blocks = threads == 256 && squares_a_thread == 1
                                           ? threads_of_multiprocessor / threads / (items_a_vector<Item> > 4 ? 2 : 1)
                                           : 1;
};

template <class Item>
struct alignas(16) vector_items {
    Item item[items_a_vector<Item>];
};

/// A vector of a row with `left` items left, at least one.
template <class Item>
__device__ __forceinline__ uint4 read_beside_end(const Item* from, std::uint64_t left) {
    if (left >= items_a_vector<Item>) return *reinterpret_cast<const uint4*>(from);
    vector_items<Item> some{};
#pragma unroll
    for (unsigned v = 0; v < items_a_vector<Item>; ++v) {
        if (v < left) some.item[v] = from[v];
    }
    return __builtin_bit_cast(uint4, some);
}

/// For matrices whose rows all begin at a multiple of 16 bytes. A thread moves squares of items, each row of them a
/// vector. The items of a row beside its whole vectors go one by one.
template <class Item>
__global__ void __launch_bounds__(vector_tile<Item>::threads, vector_tile<Item>::blocks) vector_tiles(tiled<Item> in) {
    using shape = vector_tile<Item>;
    constexpr unsigned count = items_a_vector<Item>, across = shape::across;
    __shared__ uint4 vectors[shape::side * across];
    const auto& task = in.task;
    const corner tile = tile_of_block(in, shape::side, shape::side);
    const Item* const from = task.input + blockIdx.y * task.input_distance;
    Item* const to = task.output + blockIdx.y * task.output_distance;

    const bool complete = tile.row + shape::side <= task.rows && tile.column + shape::side <= task.columns;

    uint4 square[shape::squares_a_thread][count];
#pragma unroll
    for (unsigned k = 0; k < shape::squares_a_thread; ++k) {
        const unsigned at = threadIdx.x + k * shape::threads, across_at = at % across, down_at = at / across;
        const std::uint64_t row = tile.row + down_at * count, column = tile.column + across_at * count;
        const Item* const corner_at = from + row * task.input_stride + column;
        if (complete) {
#pragma unroll
            for (unsigned i = 0; i < count; ++i) {
                square[k][i] = *reinterpret_cast<const uint4*>(corner_at + i * task.input_stride);
            }
        } else {
#pragma unroll
            for (unsigned i = 0; i < count; ++i) {
                square[k][i] = row + i < task.rows && column < task.columns
                                   ? read_beside_end(corner_at + i * task.input_stride, task.columns - column)
                                   : uint4{};
            }
        }
    }
#pragma unroll
    for (unsigned k = 0; k < shape::squares_a_thread; ++k) {
        const unsigned at = threadIdx.x + k * shape::threads, across_at = at % across, down_at = at / across;
        transpose_in_registers<Item>(square[k]);
#pragma unroll
        for (unsigned i = 0; i < count; ++i) {
            vectors[(across_at * count + i) * across + (down_at ^ across_at)] = square[k][i];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned k = 0; k < shape::squares_a_thread * count; ++k) {
        const unsigned at = threadIdx.x + k * shape::threads, x = at % across, y = at / across;
        const std::uint64_t row = tile.column + y, column = tile.row + x * count;  // of the output
        if (row >= task.columns || column >= task.rows) continue;
        const uint4 vector = vectors[y * across + (x ^ y / count)];
        Item* const place = to + row * task.output_stride + column;
        if (column + count <= task.rows) {
            *reinterpret_cast<uint4*>(place) = vector;
        } else {
            const auto some = __builtin_bit_cast(vector_items<Item>, vector);
#pragma unroll
            for (unsigned v = 0; v < count; ++v) {
                if (column + v < task.rows) place[v] = some.item[v];
            }
        }
    }
}

}  // namespace transpose_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
