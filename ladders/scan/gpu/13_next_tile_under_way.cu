// 13: the next tile under way
// A block that looks back reads nothing. Blocks stay, and each loads its next tile before it looks back for this one:
// the memory is kept busy through the wait.
#include <ladders/scan/gpu/look_back.hpp>
#include <ladders/scan/gpu/vector_tile.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

/// Larger tiles, and so fewer at a time to look back over; two blocks fill a multiprocessor's registers, and keep
/// 64 KiB under way.
inline constexpr unsigned staying_threads = 512, staying_blocks = 2, staying_rows = 4;
/// So many windows of 32 tiles are looked at together, as registers allow.
template <class T>
inline constexpr unsigned staying_windows = 8 / sizeof(T);
template <class T>
using large_tile = vector_tile<T, staying_threads, staying_rows>;

template <class T, class Operator>
__global__ void __launch_bounds__(staying_threads, staying_blocks)
    next_tile_under_way(vector_scan<T> of, std::uint64_t tiles, Operator op, look_back_scratch<T> others) {
    __shared__ T warps[staying_threads / 32];
    __shared__ unsigned ticket;
    __shared__ T before_tile;
    unsigned upcoming = 0;  // of thread 0: asked for a tile ahead, so that nobody waits for it

    if (threadIdx.x == 0) {
        ticket = atomicAdd(others.tickets, 1u);
        upcoming = atomicAdd(others.tickets, 1u);
    }
    __syncthreads();
    std::uint64_t tile = ticket;
    large_tile<T> next;
    if (tile < tiles) next.load(of, tile, op);
    __syncthreads();  // the ticket has been read

    while (tile < tiles) {
        large_tile<T> mine = next;
        T before[staying_rows];
        if (threadIdx.x == 0) {
            ticket = upcoming;
            upcoming = atomicAdd(others.tickets, 1u);
        }
        const place_in_block<T> warp = scan_warp_totals<staying_threads>(mine.scan_rows(before, op), warps, op);
        const std::uint64_t next_tile = ticket;
        if (next_tile < tiles) next.load(of, next_tile, op);

        if (threadIdx.x < 32) {
            const T found = resolve_tile<staying_windows<T>>(others.states, tile, warp.total, op);
            if (threadIdx.x == 0) before_tile = found;
        }
        __syncthreads();
        mine.store(of, tile, before, static_cast<T>(op(before_tile, warp.before)), op);
        tile = next_tile;
    }
}

static const registration next_tile_under_way_rung{{
    .pattern = "scan",
    .number = 13,
    .follows = 12,
    .name = "next tile under way",
    .idea = "Blocks stay and take tile after tile; each loads its next tile before it looks back for this one, so that "
            "loads are in flight while it waits.",
    .hypothesis = "The same sectors by fewer blocks: blocks fall to what the device holds, sectors stay; on a GPU the "
                  "time falls towards that of a copy.",
    .expectations = {{"blocks", direction::falls}, {"global_sectors_per_request", direction::stays}},
    .source = "Little's law; Merrill and Garland 2016, which leaves the overlap to many resident blocks",
    .block = staying_threads,
    .scratch_bytes =
        [](const arguments& with) {
            return scratch_of_look_back(
                with, blocks_for(with.elements * size_of(with.type), staying_threads * staying_rows * vector_bytes));
        },
    .run =
        [](const arguments& with) {
            with_type_and_counted_operator(with, [&]<class T, class Operator>(T, Operator op) {
                const std::uint64_t tiles = blocks_for(with.elements, large_tile<T>::elements);
                launch_on(with, filling_blocks(with, large_tile<T>::elements, staying_blocks), staying_threads, 0,
                          next_tile_under_way<T, Operator>, vector_scan_of<T>(with), tiles, op,
                          prepare_look_back<T>(with, tiles));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
