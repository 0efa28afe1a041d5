// Parts that the kernels of a transpose share: how a matrix is cut into tiles, and in which order blocks take them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>

#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/pattern/transposition.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace transpose_kernels {

/// Tiles side by side in a panel. Blocks take panel after panel, so that those that run at the same time read long
/// pieces of rows and write long pieces of rows.
inline constexpr unsigned widest_panel = 8;

/// The matrices of one launch: blockIdx.y of them, each of `across` x `down` tiles in panels.
template <class Item>
struct tiled {
    transposition<Item> task;
    unsigned across, down, panel;
};

struct corner {
    std::uint64_t row, column;
};
template <class Item>
__device__ __forceinline__ corner tile_of_block(const tiled<Item>& in, unsigned rows, unsigned columns) {
    const unsigned tiles_of_panel = in.panel * in.down, number = blockIdx.x / tiles_of_panel;
    const unsigned before = number * in.panel, at = blockIdx.x - number * tiles_of_panel;
    const unsigned wide = in.across - before < in.panel ? in.across - before : in.panel;
    const unsigned row = at / wide, column = before + at % wide;
    return {std::uint64_t{row} * rows, std::uint64_t{column} * columns};
}

/// Rows and columns from one tile to the next, and how many rows tiles are to reach.
struct tile_size {
    unsigned rows, columns;
    std::uint64_t reach;
};

inline void require_tiles(std::uint64_t tiles) {
    if (tiles > std::numeric_limits<std::int32_t>::max()) {
        throw std::invalid_argument("transpose: " + std::to_string(tiles) +
                                    " tiles are more than a launch takes: cut the matrix");
    }
}

/// A launch for at most 65,535 matrices at a time.
template <class Item, class... Parameters>
void launch_tiles(const device_policy& policy, transposition<Item> task, const tile_size& tile, unsigned threads,
                  std::size_t shared_bytes, void (*kernel)(tiled<Item>, Parameters...),
                  const Parameters&... parameters) {
    const std::uint64_t across = (task.columns + tile.columns - 1) / tile.columns;
    const std::uint64_t down = (tile.reach + tile.rows - 1) / tile.rows;
    if (across > std::numeric_limits<std::int32_t>::max()) require_tiles(across);
    require_tiles(across * down);
    const auto wide = static_cast<unsigned>(across), high = static_cast<unsigned>(down);
    constexpr std::uint64_t most = 65'535;
    for (std::uint64_t left = task.count; left > 0; left -= task.count) {
        task.count = left < most ? left : most;
        launch(kernel,
               {dim3(wide * high, static_cast<unsigned>(task.count)), dim3(threads), shared_bytes,
                detail::stream_of(policy)},
               tiled<Item>{task, wide, high, wide < widest_panel ? wide : widest_panel}, parameters...);
        task.input += task.count * task.input_distance;
        task.output += task.count * task.output_distance;
    }
}

}  // namespace transpose_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
