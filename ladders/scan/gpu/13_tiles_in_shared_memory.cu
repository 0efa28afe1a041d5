// 13: tiles in shared memory
// The tile is copied to shared memory and stays there: what is under way is bounded by its size, not by registers.
#include <ladders/scan/gpu/look_back.hpp>
#include <ladders/scan/gpu/vector_tile.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

inline constexpr unsigned large_rows = 15;  // 60 KiB a tile, three a multiprocessor
template <class T>
using large_tile = vector_tile<T, block_size, large_rows, shared_rows<T>>;

template <class T, class Operator>
__global__ void __launch_bounds__(block_size, 3)
    tiles_in_shared_memory(vector_scan<T> of, Operator op, look_back_scratch<T> others) {
    __shared__ T warps[block_size / 32];
    __shared__ unsigned ticket;
    __shared__ T before_tile;

    if (threadIdx.x == 0) ticket = atomicAdd(others.tickets, 1u);
    __syncthreads();
    const std::uint64_t tile = ticket;

    large_tile<T> mine{{dynamic_shared<vector<T>>() + threadIdx.x / 32 * large_rows * 32 + threadIdx.x % 32}};
    mine.load(of, tile, op);
    T before[large_rows];
    const place_in_block<T> warp = scan_warp_totals<block_size>(mine.scan_rows(before, op), warps, op);
    if (threadIdx.x < 32) {
        const T found = resolve_tile<1>(others.states, tile, warp.total, op);
        if (threadIdx.x == 0) before_tile = found;
    }
    __syncthreads();
    mine.store(of, tile, before, static_cast<T>(op(before_tile, warp.before)), op);
}

static const registration tiles_in_shared_memory_rung{{
    .pattern = "scan",
    .number = 13,
    .follows = 12,
    .name = "tiles in shared memory",
    .fault = "tiles wait in registers",
    .change = "tiles wait in shared memory",
    .idea = "Asynchronous copies bring tiles of 60 KiB to shared memory, where they stay until the total of all "
            "earlier tiles is known.",
    .hypothesis = "Copies keep 180 KiB in flight per multiprocessor, and a quarter as many tiles look back: atomics "
                  "fall. Shared wavefronts rise, which costs no time.",
    .expectations = {{"shared_wavefronts", direction::rises}, {"atomics", direction::falls}},
    .source = "this project; D. Merrill and M. Garland 2016 for the look-back",
    .block = block_size,
    .scratch_bytes =
        [](const arguments& with) {
            return scratch_of_look_back(
                with, blocks_for(with.elements * size_of(with.type), block_size * large_rows * vector_bytes));
        },
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                const std::uint64_t tiles = blocks_for(with.elements, large_tile<T>::elements);
                const std::size_t shared_bytes = large_tile<T>::elements * sizeof(T);
                allow_shared(tiles_in_shared_memory<T, Operator>, shared_bytes);
                launch_on(with, tiles, block_size, shared_bytes, tiles_in_shared_memory<T, Operator>,
                          vector_scan_of<T>(with), op, prepare_look_back<T>(with, tiles));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
