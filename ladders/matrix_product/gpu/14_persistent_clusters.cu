// 14: persistent clusters
// Two blocks of a cluster have tiles above each other, and each copies half of a tile of B to both. Clusters go on to
// other tiles of C: the first copies for the next tile are made while the sums of this one are stored.
#include <ladders/matrix_product/gpu/warpgroup.hpp>

#if defined(__CUDACC__)
#include <ladders/matrix_product/gpu/bulk_copy.hpp>
#endif

namespace strider::ladders::matrix_product {
inline namespace STRIDER_TARGET {

#if defined(__CUDACC__)
struct cluster_tile : warpgroup_tile {
    static constexpr unsigned blocks = 2, rows = blocks * warpgroup_tile::rows;

    template <class Input>
    static std::uint64_t count(const product<Input>& of) {
        return blocks_for(of.rows, rows) * blocks_for(of.columns, columns);
    }
    /// Numbers go down eight rows of tiles, then to the next column: L2 holds what clusters load at the same time.
    template <class Input>
    static __device__ __forceinline__ place numbered(unsigned number, const product<Input>& of) {
        constexpr unsigned most = 8;
        const unsigned across = (of.columns + columns - 1) / columns, down = (of.rows + rows - 1) / rows;
        const unsigned first = number / (most * across) * most, high = min(most, down - first);
        const unsigned in_group = number - first * across;
        return {(first + in_group % high) * rows, in_group / high * columns};
    }
};

template <class Input>
__global__ void __cluster_dims__(cluster_tile::blocks) __launch_bounds__(warpgroup_tile::threads + 32)
    persistent_clusters(product<Input> of, const __grid_constant__ CUtensorMap map_a,
                        const __grid_constant__ CUtensorMap map_b, unsigned tiles) {
    using shape = warpgroup_tile;
    Input* const shared = tiles_in_shared<Input>();
    __shared__ stage_barriers barriers;
    constexpr unsigned half = shape::columns / cluster_tile::blocks;
    const unsigned block = blockIdx.x % cluster_tile::blocks, clusters = gridDim.x / cluster_tile::blocks;
    const unsigned steps = (of.inner + shape::depth - 1) / shape::depth;
    if (threadIdx.x == 0) barriers.start(cluster_tile::blocks);
    synchronize_cluster();
    unsigned turn = 0;
    for (unsigned number = blockIdx.x / cluster_tile::blocks; number < tiles; number += clusters, turn += steps) {
        place tile = cluster_tile::numbered(number, of);
        tile.row += block * shape::rows;
        if (threadIdx.x == shape::threads) {
            for (unsigned step = 0; step < steps; ++step) {
                Input* const a = shared + (turn + step) % shape::stages * shape::items;
                const copy_barrier& full = barriers.begin_turn(turn + step);
                begin_copy(a, map_a, {tile.row, step * shape::depth}, full);
                for (unsigned column = block * half; column < (block + 1) * half; column += shape::row_items) {
                    begin_copy_to_both(a + shape::items_a + column * shape::depth, map_b,
                                       {step * shape::depth, tile.column + column}, full);
                }
            }
        } else if (threadIdx.x < shape::threads) {
            float sums[128] = {};
            barriers.multiply_turns<cluster_tile::blocks>(sums, shared, turn, steps);
            store_sums<true>(of, {tile.row + threadIdx.x / 128 * 64, tile.column}, sums);
        }
    }
    synchronize_cluster();  // a block stays until the other one has arrived at its barriers
}

void multiply_by_persistent_clusters(const arguments& with) {
    using shape = warpgroup_tile;
    with_16_bit_item(with, [&]<class Input>(Input) {
        const product<Input> of = product_of<Input>(with);
        if (with.elements == 0 || !rows_are_aligned(of)) return multiply_by_warpgroups(with);
        const std::uint64_t tiles = cluster_tile::count(of);
        const std::uint64_t most = (with.multiprocessors + 1) / cluster_tile::blocks;
        allow_shared(persistent_clusters<Input>, shape::shared_bytes);
        launch_on(with, std::min(tiles, most) * cluster_tile::blocks, shape::threads + 32, shape::shared_bytes,
                  persistent_clusters<Input>, of, tensor_map(of.a, of.rows, of.inner, shape::rows),
                  tensor_map(of.b, of.inner, of.columns, shape::depth), static_cast<unsigned>(tiles));
    });
}
#else
constexpr auto multiply_by_persistent_clusters = multiply_by_warpgroups;
#endif

static const registration persistent_clusters_rung{{
    .pattern = "matrix-product",
    .number = 14,
    .follows = 13,
    .name = "persistent clusters (sm_90a)",
    .fault = "each tile of C starts anew",
    .change = "clusters share B, persist",
    .idea =
        "Two blocks of a cluster share each tile of B, and take several tiles of C in turn. This is machine code of "
        "sm_90a, which the emulator does not know.",
    .hypothesis = "L2 gives each tile of B half as often, and copies go on while sums are stored: the time falls.",
    .expectations = {{"time", direction::falls}},
    .source = "PTX ISA, multicast of tensor copies; NVIDIA CUTLASS, persistent kernels",
    .block = warpgroup_tile::threads + 32,
    .supports = takes_16_bits_on_warpgroups,
    .run = multiply_by_persistent_clusters,
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::matrix_product
// SPDX-License-Identifier: Apache-2.0
