// 07: whole sectors where rows are not aligned
// Rows that do not all begin at a multiple of 16 bytes go item by item. All of a thread's items are under way before
// the first goes to shared memory. Each row that a tile writes is moved back to where a sector begins, so that no
// sector is written in two parts. For that, a tile reads as many more rows above it as a sector has items.
#include <ladders/transpose/gpu/tiles.hpp>

namespace strider::ladders::transpose {
inline namespace STRIDER_TARGET {

template <class Item>
struct sector_tile {
    static constexpr unsigned side = 64, step = block_size / side;
    static constexpr unsigned sector = 32 / sizeof(Item), high = side + sector;  // in items
    static_assert(sector % step == 0);
};

template <class Item>
__global__ void __launch_bounds__(block_size)
    whole_sectors(const Item* input, Item* output, std::uint64_t rows, std::uint64_t columns) {
    using shape = sector_tile<Item>;
    constexpr unsigned side = shape::side, step = shape::step, sector = shape::sector;
    __shared__ Item items[shape::high][side + padding<Item>];
    const place tile = tile_of_block<side>(columns);
    const unsigned x = threadIdx.x % side, y = threadIdx.x / side;
    const Item* const from = input + tile.column + x;

    // Row y of `items` is row tile.row - sector + y of the input.
    if (tile.row != 0 && tile.row + side <= rows && tile.column + side <= columns) {
        Item ahead[shape::high / step];
#pragma unroll
        for (unsigned k = 0; k < shape::high / step; ++k) ahead[k] = from[(tile.row - sector + y + k * step) * columns];
#pragma unroll
        for (unsigned k = 0; k < shape::high / step; ++k) items[y + k * step][x] = ahead[k];
    } else if (tile.column + x < columns) {
#pragma unroll
        for (unsigned k = 0; k < shape::high / step; ++k) {
            const std::uint64_t row = tile.row - sector + y + k * step;  // above the first row: wraps, beyond all
            if (row < rows) items[y + k * step][x] = from[row * columns];
        }
    }
    __syncthreads();

#pragma unroll
    for (unsigned k = 0; k < side / step; ++k) {
        const std::uint64_t row = tile.column + y + k * step;  // of the output
        if (row >= columns) break;
        Item* const begin = output + row * rows;
        const auto back =
            static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(begin + tile.row) / sizeof(Item) % sector);
        const std::uint64_t column = tile.row + x - back;  // left of the first column: wraps, beyond all
        if (column < rows) begin[column] = items[sector + x - back][y + k * step];
    }
}

/// The last rows of tiles may lie a sector's items, less one, further up.
template <class Item>
std::uint64_t sector_tiles_of(const extents& size) {
    using shape = sector_tile<Item>;
    return blocks_for(size.rows + shape::sector - 1, shape::side) * blocks_for(size.columns, shape::side);
}

static const registration whole_sectors_rung{{
    .pattern = "transpose",
    .number = 7,
    .follows = 6,
    .name = "whole sectors, any alignment",
    .fault = "unaligned rows split sectors",
    .change = "rows cut at sectors",
    .idea = "If rows are not aligned, each row of the output is cut where its sectors begin. The loads of a whole tile "
            "are in flight at once.",
    .hypothesis =
        "An eighth more rows are read, from the cache. No sector is written in two parts, so on a GPU the time falls.",
    .expectations = {{"time", direction::falls}},
    .source = "measurements of this project",
    .block = block_size,
    .supports =
        [](const instance& of) {
            const extents size = extents_of(of);
            const std::size_t bytes = item_bytes(of);
            const bool aligned = (size.rows * bytes | size.columns * bytes) % 16 == 0;
            return !aligned && (bytes == 4 || bytes == 8) && fit_a_grid(of, 32);
        },
    .run =
        [](const arguments& with) {
            if (with.elements == 0) return;
            const extents size = extents_of(with);
            const auto run_with = [&]<class Item>(Item) {
                launch_on(with, sector_tiles_of<Item>(size), block_size, 0, whole_sectors<Item>,
                          static_cast<const Item*>(with.input), static_cast<Item*>(with.output), size.rows,
                          size.columns);
            };
            item_bytes(with) == 4 ? run_with(std::uint32_t{}) : run_with(std::uint64_t{});
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::transpose
// SPDX-License-Identifier: Apache-2.0
