// The pass that finds runs, on a GPU and in the emulator: each element is read once, and the first of each run written
// once. What else becomes of runs, its caller says.
//
// The tiles and flags are those of a compaction (cuda/compact/tile.hpp) of the elements that begin a run. A block
// stages these elements and their places in shared memory, and publishes how many they are and where the last one
// stands; meanwhile one warp looks back: it adds up the counts of the tiles before, and takes the last place that one
// of them tells. So a block knows where the run that is open at its tile begins, and takes all runs that end in its
// tile, as the input's last one does in the last tile.
#pragma once

#include <cstdint>

#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/look_back.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/compact/tile.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/warp/shuffle.hpp>
#include <strider/cuda/warp/tree.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/pattern/selection.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace run_kernels {

using compact_kernels::inclusive, compact_kernels::threads, compact_kernels::warps, compact_kernels::width,
    compact_kernels::tile_size, compact_kernels::write_out;

using place_in_tile = unsigned short;

/// Rows of a strip where there is enough to do: as many as leave four blocks a multiprocessor room in shared memory for
/// elements and places; at most what a lane's registers hold. Where there is little, see compact/tile.hpp.
template <class T>
inline constexpr unsigned rows_that_fit = 36 * 1024 / (tile_size<T, 1> * (sizeof(T) + sizeof(place_in_tile))) / 2 * 2;
template <class T>
inline constexpr unsigned many_rows = rows_that_fit<T> < 8 ? rows_that_fit<T> : 8;
using compact_kernels::few_rows;
/// The `small_bytes` of a consumer that takes any input by few rows.
inline constexpr std::uint64_t any_bytes = ~std::uint64_t{0};
/// The shared memory of a consumer that needs none.
struct no_memory {};

/// The runs of all tiles up to one in their launch: how many begin, and where the last one begins, counted from 1 at
/// the launch's first element; 0 if none begins. Both words carry the mark `inclusive` if they cover all tiles up to
/// this one, else they cover this tile alone. If only one of two words has the mark, they were written at different
/// times.
struct tile_runs {
    unsigned count, last;
    __device__ __forceinline__ tile_runs marked() const { return {count | inclusive, last | inclusive}; }
    __device__ __forceinline__ tile_runs unmarked() const { return {count & ~inclusive, last & ~inclusive}; }
};

/// The same of all launches so far; `last` is an index of the input.
struct runs_so_far {
    std::uint64_t count, last;
};

/// A run that is open where a tile begins.
struct open_run {
    std::uint64_t number, begin;
    std::uint64_t first;  ///< of the tile
    std::uint64_t end;    ///< as far as the tile tells
    bool ends;            ///< there
    bool fills;           ///< the tile, in which no other one begins
};

/// The arguments of all blocks of a launch.
template <class T>
struct task {
    const T* input;
    T* values;
    std::uint64_t elements;
    std::uint64_t first_tile;   ///< of this launch
    const runs_so_far* before;  ///< this launch; null in the first one
    runs_so_far* after;
    std::uint64_t* count;  ///< gets how many that makes
    block::tile_state<tile_runs> states;
    load_policy how;
};

/// The runs of the tiles before this one, found by one warp.
__device__ __forceinline__ tile_runs look_back(const block::tile_state<tile_runs>& states, unsigned epoch) {
    using word = block::polled<tile_runs>;
    tile_runs found{0, 0};
    block::look_back_by_warp<4>(
        [&](unsigned tile) { return states.poll(tile, epoch); },
        [](const word& seen, bool) {
            const bool of_all = (seen.value.count & inclusive) != 0;
            return block::told{seen.ready && of_all == ((seen.value.last & inclusive) != 0), of_all};
        },
        [&](const word& seen, bool counts) {
            const tile_runs mine = counts ? seen.value.unmarked() : tile_runs{0, 0};
            found.count += warp::reduce(mine.count, plus{});
            const unsigned tell_last = __ballot_sync(~0u, mine.last != 0);
            if (found.last == 0 && tell_last != 0) {
                found.last = __shfl_sync(~0u, mine.last, __ffs(static_cast<int>(tell_last)) - 1);  // the nearest
            }
        });
    return found;
}

/// Where the last element of the tile that is selected stands, counted from 1, for a lane's warp; 0 where there is
/// none.
template <unsigned Rows, class T>
__device__ __forceinline__ unsigned last_of_warp(const unsigned (&flags)[Rows]) {
    const unsigned at = threadIdx.x / 32 * Rows * 32 * width<T> + threadIdx.x % 32 * width<T>;
    unsigned last = 0;
#pragma unroll
    for (unsigned r = 0; r < Rows; ++r) {
        if (flags[r] != 0)
            last = at + r * 32 * width<T> + 32 - static_cast<unsigned>(__clz(static_cast<int>(flags[r])));
    }
    return warp::reduce(last, maximum{});
}

/// `starts` says which elements begin a run. `consumer` takes the runs: a multiprocessor is to hold its
/// `resident_blocks`, and it takes an input of up to `small_bytes` by few rows:
/// - `prepare(first, last, end, runs, memory)`, by the block, before `take` and `take_open`: `runs` runs begin in its
///   tile, the elements from `first` to `end`, and the last of them begins at `last`. Its copies to the shared memory
///   that it has, a `Consumer::memory<tile>`, then have arrived;
/// - `take(first, places, runs, run, memory)`, by the block: run + i is the elements from first + places[i] to first +
///   places[i + 1];
/// - `take_open(open, epoch)`, by the block, where a run is open at its tile, in the launch's epoch.
template <unsigned Rows, class T, class Selector, class Consumer>
__global__ void __launch_bounds__(threads, Consumer::resident_blocks)
    runs_kernel(task<T> work, Selector starts, Consumer consumer) {
    constexpr unsigned tile = tile_size<T, Rows>, row = 32 * width<T>;
    static_assert(tile <= canonical_order::chunk_size(1), "a run within a tile is one chunk, and a place 16 bits");
    __shared__ compact_kernels::tile_memory<T, tile> memory;
    __shared__ place_in_tile places[tile + 1];
    __shared__ unsigned warp_counts[warps], warp_lasts[warps];
    __shared__ tile_runs before_tile;
    __shared__ unsigned epoch_of_launch;
    __shared__ typename Consumer::template memory<tile> of_consumer;
    T* const staged = reinterpret_cast<T*>(memory.bytes);
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const std::uint64_t first = (work.first_tile + blockIdx.x) * tile;
    const unsigned count = work.elements - first < tile ? static_cast<unsigned>(work.elements - first) : tile;
    unsigned epoch = 0;
    if (gridDim.x > 1 && warp == 0) epoch = work.states.epoch();  // under way while the tile is read

    piece<T, width<T>> pieces[Rows];
    unsigned flags[Rows];
    if (count == tile) {
        compact_kernels::load_tile<true>(contiguous<T>{work.input}, first, count, work.how, starts, pieces, flags);
    } else {
        compact_kernels::load_tile<false>(contiguous<T>{work.input}, first, count, work.how, starts, pieces, flags);
    }
    const unsigned last_of_mine = last_of_warp<Rows, T>(flags);
    if (lane == 0) warp_lasts[warp] = last_of_mine;
    const compact_kernels::ranks<Rows> rank = compact_kernels::rank_selected(flags, warp_counts);
    tile_runs of_tile{rank.of_tile, 0};
#pragma unroll
    for (unsigned w = 0; w < warps; ++w) {
        if (warp_lasts[w] != 0) of_tile.last = blockIdx.x * tile + warp_lasts[w];
    }
    if (gridDim.x > 1 && threadIdx.x == 0) {
        work.states.publish(blockIdx.x, blockIdx.x == 0 ? of_tile.marked() : of_tile, epoch);
    }
    const runs_so_far launches = work.before != nullptr ? *work.before : runs_so_far{0, 0};
    const std::uint64_t launch_first = work.first_tile * tile;
    const auto index_of = [&](unsigned last) { return last != 0 ? launch_first + last - 1 : launches.last; };
    consumer.prepare(first, index_of(of_tile.last), first + count, of_tile.count, of_consumer);

#pragma unroll
    for (unsigned r = 0; r < Rows; ++r) {
        unsigned to = rank.before(r);
        const unsigned at = warp * Rows * row + r * row + lane * width<T>;
#pragma unroll
        for (unsigned v = 0; v < width<T>; ++v) {
            if ((flags[r] >> v & 1) == 0) continue;
            staged[to] = pieces[r].element[v];
            places[to++] = static_cast<place_in_tile>(at + v);
        }
    }

    if (warp == 0) {
        const tile_runs before = blockIdx.x == 0 ? tile_runs{0, 0} : look_back(work.states, epoch);
        if (lane == 0) {
            before_tile = before;
            epoch_of_launch = epoch;
            places[of_tile.count] = static_cast<place_in_tile>(count);
            const tile_runs all{before.count + of_tile.count, of_tile.last != 0 ? of_tile.last : before.last};
            if (blockIdx.x < gridDim.x - 1) {
                if (blockIdx.x > 0) work.states.publish(blockIdx.x, all.marked(), epoch);
            } else {
                *work.count = launches.count + all.count;
                *work.after = {launches.count + all.count, index_of(all.last)};
                if (gridDim.x > 1) work.states.close(epoch);  // all have published, and so read the epoch
            }
        }
    }
    wait_for_copies<0>();
    __syncthreads();
    const std::uint64_t before = launches.count + before_tile.count, open = index_of(before_tile.last);
    write_out(staged, of_tile.count, work.values + before);
    const bool ends_here = first + count == work.elements, fills = of_tile.count == 0;
    const unsigned ended = fills || ends_here ? of_tile.count : of_tile.count - 1;
    if (ended != 0) consumer.take(first, places, ended, before, of_consumer);
    if (before != 0) {
        consumer.take_open({before - 1, open, first, first + places[0], ends_here || !fills, fills}, epoch_of_launch);
    }
}

/// Stream-ordered: the runs in tiles of `Rows` rows a warp, at most `most_tiles` of them a launch, whose elements must
/// be less than 2^31.
template <unsigned Rows, class T, class Selector, class Consumer>
void start(const device_policy& policy, task<T> work, const Selector& starts, const Consumer& consumer,
           const scratch_memory& scratch, std::uint64_t most_tiles) {
    constexpr std::uint64_t tile = tile_size<T, Rows>;
    const std::uint64_t tiles = work.elements / tile + (work.elements % tile != 0);
    runs_so_far* const left = reinterpret_cast<runs_so_far*>(scratch.left);
    for (unsigned turn = 0; work.first_tile < tiles; ++turn) {
        const std::uint64_t blocks = tiles - work.first_tile < most_tiles ? tiles - work.first_tile : most_tiles;
        work.after = left + turn % 2;
        launch(runs_kernel<Rows, T, Selector, Consumer>, detail::launch_of(policy, blocks, threads), work, starts,
               consumer);
        work.before = work.after;
        work.first_tile += blocks;
    }
}

/// Where runs are looked for, and where what is found goes: the first element of each run, and how many there are.
template <class T>
struct run_search {
    const T* input;
    std::uint64_t elements;
    T* values;
    std::uint64_t* count;
};

/// The same in tiles that suit the elements; there is at least one element. `consumer_of(tile, slots)` makes the
/// consumer for tiles of so many elements, with as many words of tile states as it wants.
template <class T, class Selector, class MakeConsumer>
void find_runs(const device_policy& policy, const run_search<T>& search, const Selector& starts,
               std::uint64_t slots_of_consumer, const MakeConsumer& consumer_of) {
    const std::uint64_t elements = search.elements;
    const auto start_rows = [&]<unsigned Rows>() {
        constexpr std::uint64_t tile = tile_size<T, Rows>, most_tiles = (inclusive - 1) / tile;
        const std::uint64_t tiles = elements / tile + 1, of_launch = tiles < most_tiles ? tiles : most_tiles;
        using state = block::tile_state<tile_runs>;
        const std::uint64_t slots = of_launch * state::words;
        const scratch_memory scratch = detail::scratch_of(policy, (slots + slots_of_consumer) * sizeof(std::uint64_t));
        const auto consumer = consumer_of(tile, scratch.slots + slots);
        const task<T> work{.input = search.input,
                           .values = search.values,
                           .elements = elements,
                           .first_tile = 0,
                           .before = nullptr,
                           .after = nullptr,
                           .count = search.count,
                           .states = {scratch.slots, scratch.epoch},
                           .how = load_policy_of(contiguous<T>{search.input})};
        start<Rows>(policy, work, starts, consumer, scratch, most_tiles);
    };
    constexpr std::uint64_t small_bytes = decltype(consumer_of(0, nullptr))::small_bytes;
    if constexpr (small_bytes != any_bytes) {
        if (elements * sizeof(T) > small_bytes) return start_rows.template operator()<many_rows<T>>();
    }
    if constexpr (small_bytes != 0) start_rows.template operator()<few_rows>();
}

}  // namespace run_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
