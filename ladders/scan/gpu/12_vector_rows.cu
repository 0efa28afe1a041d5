// 12: rows of vectors
// The loads are 16 bytes wide, and the tile is scanned as they bring it: it is not turned over in shared memory.
#include <ladders/scan/gpu/look_back.hpp>
#include <ladders/scan/gpu/vector_tile.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

inline constexpr unsigned small_rows = 4;
template <class T>
using small_tile = vector_tile<T, block_size, small_rows>;

template <class T, class Operator>
__global__ void __launch_bounds__(block_size) vector_rows(vector_scan<T> of, Operator op, look_back_scratch<T> others) {
    __shared__ T warps[block_size / 32];
    __shared__ unsigned ticket;
    __shared__ T before_tile;

    if (threadIdx.x == 0) ticket = atomicAdd(others.tickets, 1u);
    __syncthreads();
    const std::uint64_t tile = ticket;

    small_tile<T> mine;
    mine.load(of, tile, op);
    T before[small_rows];
    const place_in_block<T> warp = scan_warp_totals<block_size>(mine.scan_rows(before, op), warps, op);
    if (threadIdx.x < 32) {
        const T found = resolve_tile<1>(others.states, tile, warp.total, op);
        if (threadIdx.x == 0) before_tile = found;
    }
    __syncthreads();
    mine.store(of, tile, before, static_cast<T>(op(before_tile, warp.before)), op);
}

static const registration vector_rows_rung{{
    .pattern = "scan",
    .number = 12,
    .follows = 11,
    .name = "rows of vectors",
    .fault = "4-byte loads and stores",
    .change = "16-byte loads and stores",
    .idea = "Threads load and store 16 bytes. Shuffles scan the totals of a row of vectors in registers, so tiles are "
            "not transposed in shared memory.",
    .hypothesis = "A quarter as many requests remain: sectors per request rise to 16, shared wavefronts and barriers "
                  "fall. Operations rise by half, and cost less than the requests did.",
    .expectations = {{"global_sectors_per_request", direction::rises},
                     {"shared_wavefronts", direction::falls},
                     {"barriers", direction::falls}},
    .source = "Luitjens 2013, vectorized memory access; the layout is this project's",
    .block = block_size,
    .scratch_bytes =
        [](const arguments& with) {
            return scratch_of_look_back(
                with, blocks_for(with.elements * size_of(with.type), block_size * small_rows * vector_bytes));
        },
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                const std::uint64_t tiles = blocks_for(with.elements, small_tile<T>::elements);
                launch_on(with, tiles, block_size, 0, vector_rows<T, Operator>, vector_scan_of<T>(with), op,
                          prepare_look_back<T>(with, tiles));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
