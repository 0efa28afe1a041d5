// Transpose on a GPU, and in the executor: a block takes one tile, whose rows are whole lines both ways, and has all of
// it under way before it waits.
//
// Where all rows begin at a multiple of 16 bytes, a tile goes by 16-byte accesses, and each thread transposes a small
// square in registers (register_transpose.hpp). Where they do not, it goes item by item, and its rows in the output are
// moved so that each begins at a multiple of 32 bytes: a sector of the output is then written by one block, and whole.
// (A block reads a few rows more for that, which the block above it reads as well: the second time from the cache.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

#include <strider/core/launch.hpp>
#include <strider/core/transposition.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/register_transpose.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

/// The matrices of one launch: blockIdx.y of them, each with `across` tiles side by side.
template <class Item>
struct tiled {
    transposition<Item> task;
    unsigned across;
};

struct corner {
    std::uint64_t row, column;
};
template <unsigned Side>
__device__ __forceinline__ corner tile_of_block(unsigned across) {
    return {std::uint64_t{blockIdx.x / across} * Side, std::uint64_t{blockIdx.x % across} * Side};
}

/// A tile of 16 or 32 KiB: what keeps 64 KiB and more in flight on a multiprocessor.
template <class Item>
struct vector_tile {
    static constexpr unsigned side = sizeof(Item) <= 2 ? 128 : sizeof(Item) <= 8 ? 64 : 32;
    static constexpr unsigned across = side / items_a_vector<Item>;  // vectors of a row, squares of a side
    static constexpr unsigned threads = across * across < 256 ? across * across : 256;
    static constexpr unsigned squares_a_thread = across * across / threads;
};

template <class Item>
struct alignas(16) vector_items {
    Item item[items_a_vector<Item>];
};

/// A vector of a row of which `left` items are left, at least one.
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

/// Of matrices whose rows all begin at a multiple of 16 bytes. A thread moves squares of items, each row of them a
/// vector; what a row has beside its whole vectors goes item by item.
template <class Item>
__global__ void __launch_bounds__(vector_tile<Item>::threads) vector_tiles(tiled<Item> in) {
    using shape = vector_tile<Item>;
    constexpr unsigned count = items_a_vector<Item>, across = shape::across;
    __shared__ uint4 vectors[shape::side * across];
    const auto& task = in.task;
    const corner tile = tile_of_block<shape::side>(in.across);
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

/// A tile of items of any size, and the rows above it that are read as well.
template <class Item>
struct item_tile {
    static constexpr unsigned side = sizeof(Item) <= 8 ? 64 : 32, threads = 256, step = threads / side;
    static constexpr unsigned sector = sizeof(Item) == 4 || sizeof(Item) == 8 ? 32 / sizeof(Item) : 1;  // in items
    static constexpr unsigned above = sector == 1 ? 0 : sector, high = side + above;
    static_assert(above % step == 0);
    /// Items that a row in shared memory is longer than the tile: a column moves on by one bank from row to row.
    static constexpr unsigned padding = sizeof(Item) < 4 ? 4 / sizeof(Item) : 1;
};

/// Of any matrices.
template <class Item>
__global__ void __launch_bounds__(item_tile<Item>::threads) item_tiles(tiled<Item> in) {
    using shape = item_tile<Item>;
    constexpr unsigned side = shape::side, step = shape::step, above = shape::above, high = shape::high;
    __shared__ Item items[high][side + shape::padding];
    const auto& task = in.task;
    const corner tile = tile_of_block<side>(in.across);
    const unsigned x = threadIdx.x % side, y = threadIdx.x / side;
    const Item* const from = task.input + blockIdx.y * task.input_distance + tile.column + x;
    Item* const to = task.output + blockIdx.y * task.output_distance;

    // Row y of `items` is row tile.row - above + y of the input.
    Item ahead[high / step];
    const bool all_above = above == 0 || tile.row != 0;
    if (all_above && tile.row + side <= task.rows && tile.column + side <= task.columns) {
        const Item* const first = from + (tile.row - above + y) * task.input_stride;
#pragma unroll
        for (unsigned k = 0; k < high / step; ++k) ahead[k] = first[k * step * task.input_stride];
#pragma unroll
        for (unsigned k = 0; k < high / step; ++k) items[y + k * step][x] = ahead[k];
    } else if (tile.column + x < task.columns) {
#pragma unroll
        for (unsigned k = 0; k < high / step; ++k) {
            const std::uint64_t row = tile.row + y + k * step - above;  // above the first row: wraps, and is beyond all
            if (row < task.rows) items[y + k * step][x] = from[row * task.input_stride];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned k = 0; k < side / step; ++k) {
        const std::uint64_t row = tile.column + y + k * step;  // of the output
        if (row >= task.columns) break;
        Item* const place = to + row * task.output_stride + tile.row + x;
        const unsigned back =
            shape::sector == 1
                ? 0
                : static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(place - x) / sizeof(Item)) % shape::sector;
        const std::uint64_t column = tile.row + x - back;  // left of the first column: wraps, and is beyond all
        if (column < task.rows) place[-static_cast<int>(back)] = items[above + x - back][y + k * step];
    }
}

/// In place: a block exchanges a tile and its mirror image.
template <class Item>
__global__ void __launch_bounds__(256) exchange_tiles(Item* matrix, std::uint64_t rows, std::uint64_t stride) {
    constexpr unsigned side = 32, step = 256 / side;
    __shared__ Item tiles[2][side][side + item_tile<Item>::padding];
    const std::uint64_t top = std::uint64_t{blockIdx.y} * side, left = std::uint64_t{blockIdx.x} * side;
    if (left < top) return;  // its mirror image's block takes it
    const unsigned x = threadIdx.x % side, y = threadIdx.x / side;
#pragma unroll
    for (unsigned k = 0; k < side; k += step) {
        if (top + y + k < rows && left + x < rows) tiles[0][y + k][x] = matrix[(top + y + k) * stride + left + x];
        if (left + y + k < rows && top + x < rows) tiles[1][y + k][x] = matrix[(left + y + k) * stride + top + x];
    }
    __syncthreads();
#pragma unroll
    for (unsigned k = 0; k < side; k += step) {
        if (top + y + k < rows && left + x < rows) matrix[(top + y + k) * stride + left + x] = tiles[1][x][y + k];
        if (left > top && left + y + k < rows && top + x < rows) {
            matrix[(left + y + k) * stride + top + x] = tiles[0][x][y + k];
        }
    }
}

inline void require_tiles(std::uint64_t tiles) {
    if (tiles > std::numeric_limits<std::int32_t>::max()) {
        throw std::invalid_argument("transpose: " + std::to_string(tiles) +
                                    " tiles are more than a launch takes: cut the matrix");
    }
}

/// A launch for at most 65,535 matrices at a time. Tiles begin every `side` rows and columns, to `rows` and columns.
template <class Item>
void launch_tiles(const device_policy& policy, transposition<Item> task, unsigned side, std::uint64_t rows,
                  unsigned threads, void (*kernel)(tiled<Item>)) {
    const std::uint64_t across = (task.columns + side - 1) / side, down = (rows + side - 1) / side;
    if (across > std::numeric_limits<std::int32_t>::max()) require_tiles(across);
    require_tiles(across * down);
    constexpr std::uint64_t most = 65'535;
    for (std::uint64_t left = task.count; left > 0; left -= task.count) {
        task.count = left < most ? left : most;
        launch(kernel,
               {dim3(static_cast<unsigned>(across * down), static_cast<unsigned>(task.count)), dim3(threads), 0,
                detail::stream_of(policy)},
               tiled<Item>{task, static_cast<unsigned>(across)});
        task.input += task.count * task.input_distance;
        task.output += task.count * task.output_distance;
    }
}

template <class Item>
void launch_items(const device_policy& policy, const transposition<Item>& task) {
    using shape = item_tile<Item>;
    launch_tiles(policy, task, shape::side, task.rows + (shape::sector - 1), shape::threads, item_tiles<Item>);
}

/// A type that is moved as it is: words as wide as its alignment allows.
template <std::size_t Bytes, std::size_t Alignment>
struct opaque_item {
    typename detail::word_of<Alignment>::type word[Bytes / Alignment];
};

template <class Item>
inline constexpr bool fits_vectors = std::is_unsigned_v<Item> || std::is_same_v<Item, uint4>;

/// Calls `entry` with an item of T's size: an unsigned integer, or uint4, where there is one and `addresses` (or-ed
/// together) are multiples of its size; so that types share kernels.
template <class T, class Entry>
void with_item_of(std::uintptr_t addresses, Entry&& entry) {
    constexpr std::size_t size = sizeof(T);
    using whole = std::conditional_t<
        size == 16, uint4,
        std::conditional_t<
            size == 8, std::uint64_t,
            std::conditional_t<size == 4, std::uint32_t, std::conditional_t<size == 2, std::uint16_t, std::uint8_t>>>>;
    if constexpr (sizeof(whole) == size) {
        if (addresses % size == 0) return entry(whole{});
    }
    if constexpr (alignof(T) < size) entry(opaque_item<size, alignof(T)>{});
}

}  // namespace transpose_kernels

/// Stream-ordered.
template <class T>
void transpose_matrices(const device_policy& policy, const transposition<T>& task) {
    using namespace transpose_kernels;
    const auto addresses = reinterpret_cast<std::uintptr_t>(task.input) | reinterpret_cast<std::uintptr_t>(task.output);
    std::uintptr_t all_rows = addresses | task.input_stride * sizeof(T) | task.output_stride * sizeof(T);
    if (task.count > 1) all_rows |= task.input_distance * sizeof(T) | task.output_distance * sizeof(T);
    with_item_of<T>(addresses, [&]<class Item>(Item) {
        const transposition<Item> items{reinterpret_cast<const Item*>(task.input),
                                        task.rows,
                                        task.columns,
                                        task.input_stride,
                                        task.input_distance,
                                        reinterpret_cast<Item*>(task.output),
                                        task.output_stride,
                                        task.output_distance,
                                        task.count};
        if constexpr (fits_vectors<Item>) {
            using shape = vector_tile<Item>;
            if (all_rows % 16 == 0) {
                return launch_tiles(policy, items, shape::side, task.rows, shape::threads, vector_tiles<Item>);
            }
        }
        if constexpr (!std::is_same_v<Item, uint4>) launch_items(policy, items);  // whose rows all are aligned
    });
}

/// Stream-ordered.
template <class T>
void exchange_across_diagonal(const device_policy& policy, T* matrix, std::uint64_t rows, std::uint64_t stride) {
    using namespace transpose_kernels;
    const std::uint64_t tiles = (rows + 31) / 32;
    if (tiles > 65'535) {
        throw std::invalid_argument("transpose_in_place: " + std::to_string(rows) +
                                    " rows are more than the 2,097,120 of one launch: transpose to another place");
    }
    const auto side = static_cast<unsigned>(tiles);
    with_item_of<T>(reinterpret_cast<std::uintptr_t>(matrix), [&]<class Item>(Item) {
        launch(exchange_tiles<Item>, {dim3(side, side), dim3(256), 0, detail::stream_of(policy)},
               reinterpret_cast<Item*>(matrix), rows, stride);
    });
}

}  // namespace STRIDER_TARGET
}  // namespace strider
