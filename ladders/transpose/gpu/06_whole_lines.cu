// 06: larger tiles, 16-byte accesses, whole lines both ways
// A tile's row is one to four lines of 128 bytes, moved 16 bytes a thread. Each thread transposes the small square that
// its vectors make in registers, so that shared memory is accessed by vectors as well.
#include <ladders/transpose/gpu/tiles.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

/// Items that one 16-byte access moves.
template <class Item>
inline constexpr unsigned items_a_vector = 16 / sizeof(Item);

/// A square of items, a row a vector: rows become columns. All indices are known at compile time, so that items of a
/// word and more only change their names. Bytes go by pairs: that saves a quarter of the kernel's instructions.
template <class Item>
__device__ __forceinline__ void transpose_in_registers(uint4 (&row)[items_a_vector<Item>]) {
    constexpr unsigned count = items_a_vector<Item>;
    struct items {
        Item of[count];
    };
    items from[count], to;
#pragma unroll
    for (unsigned i = 0; i < count; ++i) from[i] = __builtin_bit_cast(items, row[i]);
#pragma unroll
    for (unsigned i = 0; i < count; ++i) {
#pragma unroll
        for (unsigned k = 0; k < count; ++k) to.of[k] = from[k].of[i];
        row[i] = __builtin_bit_cast(uint4, to);
    }
}
template <>
__device__ __forceinline__ void transpose_in_registers<std::uint8_t>(uint4 (&row)[16]) {
    uint4 pairs[2][8];  // of each two rows; the first and the second half of the columns
#pragma unroll
    for (unsigned i = 0; i < 8; ++i) {
        const uint4 up = row[2 * i], down = row[2 * i + 1];
        pairs[0][i] = {__byte_perm(up.x, down.x, 0x5140), __byte_perm(up.x, down.x, 0x7362),
                       __byte_perm(up.y, down.y, 0x5140), __byte_perm(up.y, down.y, 0x7362)};
        pairs[1][i] = {__byte_perm(up.z, down.z, 0x5140), __byte_perm(up.z, down.z, 0x7362),
                       __byte_perm(up.w, down.w, 0x5140), __byte_perm(up.w, down.w, 0x7362)};
    }
#pragma unroll
    for (unsigned half = 0; half < 2; ++half) {
        transpose_in_registers<std::uint16_t>(pairs[half]);
#pragma unroll
        for (unsigned i = 0; i < 8; ++i) row[half * 8 + i] = pairs[half][i];
    }
}

/// A tile of 16 or 32 KiB: what keeps 64 KiB and more in flight on a multiprocessor.
template <class Item>
struct line_tile {
    static constexpr unsigned side = sizeof(Item) <= 2 ? 128 : sizeof(Item) <= 8 ? 64 : 32;
    static constexpr unsigned across = side / items_a_vector<Item>;  // vectors of a row, squares of a side
    static constexpr unsigned threads = across * across < 256 ? across * across : 256;
    static constexpr unsigned squares_a_thread = across * across / threads;
};

/// For a matrix whose rows all begin at a multiple of 16 bytes, in the input and in the output.
template <class Item>
__global__ void __launch_bounds__(line_tile<Item>::threads)
    whole_lines(const Item* input, Item* output, std::uint64_t rows, std::uint64_t columns) {
    using shape = line_tile<Item>;
    constexpr unsigned count = items_a_vector<Item>, across = shape::across;
    __shared__ uint4 vectors[shape::side * across];
    const place tile = tile_of_block<shape::side>(columns);
    const uint4* const from = reinterpret_cast<const uint4*>(input);
    uint4* const to = reinterpret_cast<uint4*>(output);

    uint4 square[shape::squares_a_thread][count];
#pragma unroll
    for (unsigned k = 0; k < shape::squares_a_thread; ++k) {
        const unsigned at = threadIdx.x + k * shape::threads, across_at = at % across, down_at = at / across;
        const std::uint64_t row = tile.row + down_at * count, column = tile.column + across_at * count;
        if (row < rows && column < columns) {
#pragma unroll
            for (unsigned i = 0; i < count; ++i) square[k][i] = from[((row + i) * columns + column) / count];
        }
    }
#pragma unroll
    for (unsigned k = 0; k < shape::squares_a_thread; ++k) {
        const unsigned at = threadIdx.x + k * shape::threads, across_at = at % across, down_at = at / across;
        if (tile.row + down_at * count < rows && tile.column + across_at * count < columns) {
            transpose_in_registers<Item>(square[k]);
#pragma unroll
            for (unsigned i = 0; i < count; ++i) {
                vectors[(across_at * count + i) * across + (down_at ^ across_at)] = square[k][i];
            }
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned k = 0; k < shape::squares_a_thread * count; ++k) {
        const unsigned at = threadIdx.x + k * shape::threads, x = at % across, y = at / across;
        const std::uint64_t row = tile.column + y, column = tile.row + x * count;  // of the output
        if (row < columns && column < rows) to[(row * rows + column) / count] = vectors[y * across + (x ^ y / count)];
    }
}

/// For any matrix: the same tile item by item, each thread with eight loads in flight.
template <class Item>
__global__ void __launch_bounds__(256)
    whole_lines_by_items(const Item* input, Item* output, std::uint64_t rows, std::uint64_t columns) {
    constexpr unsigned side = line_tile<Item>::side, step = 256 / side;
    __shared__ Item items[side][side + padding<Item>];
    const place tile = tile_of_block<side>(columns);
    const unsigned x = threadIdx.x % side;

#pragma unroll 8
    for (unsigned y = threadIdx.x / side; y < side; y += step) {
        if (tile.row + y < rows && tile.column + x < columns) {
            items[y][x] = input[(tile.row + y) * columns + tile.column + x];
        }
    }
    __syncthreads();

#pragma unroll 8
    for (unsigned y = threadIdx.x / side; y < side; y += step) {
        if (tile.column + y < columns && tile.row + x < rows) {
            output[(tile.column + y) * rows + tile.row + x] = items[x][y];
        }
    }
}

template <class Item>
bool rows_are_aligned(const arguments& with) {
    const extents size = extents_of(with);
    const auto either_base =
        reinterpret_cast<std::uintptr_t>(with.input) | reinterpret_cast<std::uintptr_t>(with.output);
    return (either_base | size.rows * sizeof(Item) | size.columns * sizeof(Item)) % 16 == 0;
}

static const registration whole_lines_rung{{
    .pattern = "transpose",
    .number = 6,
    .follows = 5,
    .name = "whole lines, 16-byte accesses",
    .fault = "4-byte accesses",
    .change = "16 bytes, 128-byte lines",
    .idea = "The rows of a tile are whole 128-byte lines in both directions. All accesses have 16 bytes, and small "
            "squares are transposed in registers.",
    .hypothesis = "A quarter as many requests move the same sectors: sectors per request rise to 16, instructions "
                  "fall. On a GPU four times as many bytes are in flight.",
    .expectations = {{"global_sectors_per_request", direction::rises},
                     {"global_sectors", direction::stays},
                     {"shared_wavefronts", direction::stays},
                     {"instructions", direction::falls}},
    .source = "measurements of this project; Volkov 2010 for the bytes in flight",
    .supports = [](const instance& of) { return fit_a_grid(of, 32); },
    .run =
        [](const arguments& with) {
            with_item<uint4>(with, [&]<class Item>(Item) {
                using shape = line_tile<Item>;
                rows_are_aligned<Item>(with) ? launch_tiles(with, shape::side, shape::threads, whole_lines<Item>)
                                             : launch_tiles(with, shape::side, 256, whole_lines_by_items<Item>);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
