// Compaction on a GPU, and in the emulator: one pass, each element read once and each kept one written once. Inputs of
// more tiles than start together go by compact/pipelined.hpp where they can.
//
// A block takes one tile (compact/tile.hpp). It publishes its count, brings its selected elements side by side in
// shared memory, and meanwhile one warp looks back (block/look_back.hpp): it adds up the counts of the tiles before.
// Then the block writes neighbours to neighbours.
//
// Counts travel as tile states (block/tile_state.hpp), 31 bits and a mark.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/counted.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/look_back.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/compact/pipelined.hpp>
#include <strider/cuda/compact/tile.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/reduce.hpp>
#include <strider/cuda/warp/tree.hpp>
#include <strider/pattern/selection.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace compact_kernels {

/// Blocks that a multiprocessor is to hold: with 32 KiB a tile, as many as keep the memory busy while some wait. Fewer
/// where elements take single bytes apart, for registers.
template <class T>
inline constexpr unsigned resident_blocks = sizeof(T) % 2 == 0 ? 4 : 3;

/// Beyond this, tiles no longer start together, and go by the pipeline where they can.
inline constexpr std::uint64_t pipelined_bytes = std::uint64_t{32} << 20;

/// Counts of tiles that a lane has under way in a look-back. Where there is little, all tiles start together, and none
/// finds a count of everything before it nearby: they look at all there are at once.
template <unsigned Rows>
inline constexpr unsigned look_back_rows = Rows == few_rows ? 16 : 4;

/// The arguments of all blocks of a launch.
template <class Source, class T>
struct task {
    Source input;
    T* output;
    std::uint64_t elements;
    std::uint64_t first_tile;     ///< of this launch
    const std::uint64_t* before;  ///< how many the launches before have selected; null in the first one
    std::uint64_t* after;         ///< gets that and what this one selects
    const std::uint64_t* total;   ///< how many are selected in all, where the others are wanted
    block::tile_state<unsigned> states;
    load_policy how;
    bool in_place;
};

/// The same where the device finds the number of elements in its memory.
template <class Source, class T>
struct counted_task : task<Source, T> {
    count_in_memory given;
    std::uint64_t* count;  ///< gets what all launches select

    /// Fills in what depends on it. How many blocks of this launch have a tile; of no elements there is one, which says
    /// so.
    template <unsigned Tile>
    __device__ __forceinline__ unsigned find_tiles() {
        this->elements = detail::elements_now(given);
        const std::uint64_t tiles = this->elements == 0 ? 1 : (this->elements - 1) / Tile + 1;
        if (tiles <= this->first_tile) return 0;
        const std::uint64_t left = tiles - this->first_tile;
        if (left > gridDim.x) return gridDim.x;
        this->after = count;
        return static_cast<unsigned>(left);
    }
};

/// How many the tiles before this one have selected, found by one warp: `Rows` times 32 counts at a time.
template <unsigned Rows>
__device__ __forceinline__ unsigned look_back(const block::tile_state<unsigned>& states, unsigned epoch) {
    unsigned sum = 0;
    block::look_back_by_warp<Rows>(
        [&](unsigned tile) { return states.load(states.slots[tile]); },
        [&](std::uint64_t word, bool is_tile) {
            return block::told{is_tile && word >> 32 == epoch, (static_cast<unsigned>(word) & inclusive) != 0};
        },
        [&](std::uint64_t word, bool counts) {
            sum += warp::reduce(counts ? static_cast<unsigned>(word) & ~inclusive : 0u, plus{});
        });
    return sum;
}

// One function: pieces and flags stay in registers from the load to the store, on which the look-back in between
// depends.
template <others Others, unsigned Rows, class T, class Task, class Selector>
__global__ void __launch_bounds__(threads, resident_blocks<T>) select_kernel(Task work, Selector selector) {
    constexpr unsigned tile = tile_size<T, Rows>, row = 32 * width<T>;
    __shared__ tile_memory<T, tile> memory;
    __shared__ unsigned warp_counts[warps];
    __shared__ unsigned before_tile;
    T* const staged = reinterpret_cast<T*>(memory.bytes);
    unsigned blocks = gridDim.x;
    if constexpr (requires { work.given; }) {
        blocks = work.template find_tiles<tile>();
        if (blockIdx.x >= blocks) return;
    }
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const std::uint64_t first = (work.first_tile + blockIdx.x) * tile;
    const unsigned count = work.elements - first < tile ? static_cast<unsigned>(work.elements - first) : tile;
    unsigned epoch = 0;
    if (blocks > 1 && warp == 0) epoch = work.states.epoch();  // under way while the tile is read

    piece<T, width<T>> pieces[Rows];
    unsigned flags[Rows];
    if (count == tile) {
        load_tile<true>(work.input, first, count, work.how, selector, pieces, flags);
    } else {
        load_tile<false>(work.input, first, count, work.how, selector, pieces, flags);
    }

    const ranks<Rows> rank = rank_selected(flags, warp_counts);
    const unsigned selected = rank.of_tile;
    if (blocks > 1 && threadIdx.x == 0) {
        if (work.in_place) __threadfence();  // the tile has been read: it may be written over
        work.states.publish(blockIdx.x, blockIdx.x == 0 ? selected | inclusive : selected, epoch);
    }

#pragma unroll
    for (unsigned r = 0; r < Rows; ++r) {
        unsigned to = rank.before(r);
        const unsigned at = warp * Rows * row + r * row + lane * width<T>;
#pragma unroll
        for (unsigned v = 0; v < width<T>; ++v) {
            if ((flags[r] >> v & 1) != 0) {
                staged[to++] = pieces[r].element[v];
            } else if (Others == others::appended && at + v < count) {
                staged[selected + at + v - to] = pieces[r].element[v];
            }
        }
    }

    if (warp == 0) {
        const unsigned before = blockIdx.x == 0 ? 0 : look_back<look_back_rows<Rows>>(work.states, epoch);
        if (work.in_place) {
            __threadfence();  // what the tiles before have read comes before what this one writes,
            __syncwarp();
            __threadfence();  // and before what those after it write
        }
        if (lane == 0) {
            before_tile = before;
            if (blockIdx.x < blocks - 1) {
                if (blockIdx.x > 0) work.states.publish(blockIdx.x, (before + selected) | inclusive, epoch);
            } else {
                *work.after = (work.before != nullptr ? *work.before : 0) + before + selected;
                if (blocks > 1) work.states.close(epoch);  // all have published, and so read the epoch
            }
        }
    }
    __syncthreads();
    const std::uint64_t before = (work.before != nullptr ? *work.before : 0) + before_tile;
    // In place, a tile that stays where it is may be looked at by its right neighbour: it is not written.
    if (work.in_place && before == first && selected == count) return;
    write_out(staged, selected, work.output + before);
    if constexpr (Others == others::appended) {
        write_out(staged + selected, count - selected, work.output + *work.total + (first - before));
    }
}

/// Stream-ordered: the selection in tiles of `Rows` rows a warp, at most `most_tiles` of them a launch, whose counts
/// must stay below 2^31.
template <others Others, unsigned Rows, class Source, class T, class Count, class Selector>
void start(const device_policy& policy, task<Source, T> work, const Count& elements, const Selector& selector,
           std::uint64_t* count, const scratch_memory& scratch, std::uint64_t most_tiles) {
    constexpr std::uint64_t tile = tile_size<T, Rows>;
    const std::uint64_t tiles = work.elements / tile + (work.elements % tile != 0);
    const auto start_kernel = [&]<class Task>(std::uint64_t blocks, const Task& given) {
        launch(select_kernel<Others, Rows, T, Task, Selector>, detail::launch_of(policy, blocks, threads), given,
               selector);
    };
    std::uint64_t* const left = scratch.left;
    for (unsigned turn = 0; work.first_tile < tiles; ++turn) {
        const std::uint64_t blocks = tiles - work.first_tile < most_tiles ? tiles - work.first_tile : most_tiles;
        work.after = left + turn % 2;
        if constexpr (detail::counted_later<Count>) {
            start_kernel(blocks, counted_task<Source, T>{{work}, elements, count});
        } else {
            if (work.first_tile + blocks == tiles) work.after = count;
            start_kernel(blocks, work);
        }
        work.before = work.after;
        work.first_tile += blocks;
    }
}

}  // namespace compact_kernels

/// Stream-ordered: selected elements to the front of `output`, and the others behind them where they are wanted; how
/// many are selected to `*count`. `given` is the number of elements, or says where the device finds it.
template <others Others, element_source Source, class Count, class T, class Selector>
void select_elements_into(const device_policy& policy, const Source& input, const Count& given, T* output,
                          const Selector& selector, std::uint64_t* count) {
    using namespace compact_kernels;
    const std::uint64_t elements = detail::most_elements(given);
    if (elements == 0) {
        store_value(policy, std::uint64_t{0}, count);
        return;
    }
    bool in_place = false;
    if constexpr (requires { input.data == output; }) in_place = input.data == output;
    const auto start_rows = [&](auto rows) {
        constexpr std::uint64_t tile = tile_size<T, rows()>, most_tiles = (inclusive - 1) / tile;
        const std::uint64_t tiles = elements / tile + 1;
        const scratch_memory scratch =
            detail::scratch_of(policy, (tiles < most_tiles ? tiles : most_tiles) * sizeof(std::uint64_t));
        const task<Source, T> work{.input = input,
                                   .output = output,
                                   .elements = elements,
                                   .first_tile = 0,
                                   .before = nullptr,
                                   .after = nullptr,
                                   .total = scratch.left + 2,
                                   .states = {scratch.slots, scratch.epoch},
                                   .how = load_policy_of(input),
                                   .in_place = in_place};
        if constexpr (Others == others::appended) {
            const transformed<Source, as_count<Selector>> counts{input, {selector}};
            detail::reduce_or(policy, counts, given, plus{}, std::uint64_t{0}, scratch.left + 2,
                              detail::total_itself{});
        }
        start<Others, rows()>(policy, work, given, selector, count, scratch, most_tiles);
    };
    if constexpr (Others == others::dropped && can_pipeline<Source>) {
        if (elements * sizeof(T) > pipelined_bytes && !in_place && load_policy_of(input).vectors &&
            most_shared_bytes() >= pipelined_strip<T, Selector>::block_bytes) {
            return start_pipeline(policy, input.data, given, output, selector, count);
        }
    }
    if (elements * sizeof(T) <= small_bytes) {
        start_rows(std::integral_constant<unsigned, few_rows>{});
    } else {
        start_rows(std::integral_constant<unsigned, many_rows<T>>{});
    }
}

/// The same; waits, and returns how many are selected.
template <others Others, element_source Source, class T, class Selector>
std::uint64_t select_elements(const device_policy& policy, const Source& input, std::uint64_t elements, T* output,
                              const Selector& selector) {
    std::uint64_t* const count = static_cast<std::uint64_t*>(detail::result_slot());
    select_elements_into<Others>(policy, input, elements, output, selector, count);
    detail::wait_for(policy);
    return *count;
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
