// Compaction of more than the multiprocessors hold at once: blocks that stay take tile after tile, so that none waits
// with nothing under way. While a tile waits for its place in the output, the next one has been counted, and the one
// after that is on its way to shared memory.
//
// One warp of the launch adds up the counts of the tiles in their order, as they come, and says where each tile goes:
// a tile asks once, however many are under way, where a look-back asks them all. (On an H200, 2^28 elements of 4 bytes,
// half of them kept: 3,620 GB/s; the same pipeline with look-backs 2,230, a block a tile with look-backs 2,690.)
//
// A lane takes every 32nd element of its warp's strip, so that what a warp keeps of a row is written side by side.
#pragma once

#include <cstdint>

#include <strider/core/counted.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/warp/scan.hpp>
#include <strider/cuda/warp/tree.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace compact_kernels {

/// Three blocks of 12 warps a multiprocessor, whose strips of 2 KiB stand in shared memory three times.
inline constexpr unsigned pipeline_warps = 12, pipeline_threads = 32 * pipeline_warps, pipeline_blocks = 3;
inline constexpr unsigned pipeline_stages = 3;

/// The arguments of all blocks of a launch.
template <class T>
struct pipelined_task {
    const T* input;
    T* output;
    std::uint64_t elements;
    unsigned tiles;
    block::tile_state<unsigned> counts;       ///< how many elements of a tile are selected
    block::tile_state<std::uint64_t> places;  ///< and how many of all tiles before it
    unsigned* tickets;                        ///< how many tiles are taken: zero before the launch, and after it
    std::uint64_t* count;                     ///< gets how many are selected in all
};

/// The same where the device finds the number of elements in its memory.
template <class T>
struct counted_pipelined_task : pipelined_task<T> {
    count_in_memory given;
};

/// A warp's strip of a tile: its elements in the input, and in shared memory.
template <class T, class Selector>
struct pipelined_strip {
    static constexpr unsigned size = 2048 / sizeof(T), rows = size / 32, per_copy = 16 / sizeof(T);
    static constexpr unsigned to_the_left = Selector::looks_left ? per_copy : 0;  ///< elements before it; one is used
    static constexpr unsigned tile = pipeline_warps * size;
    static constexpr std::size_t block_bytes =
        std::size_t{pipeline_stages} * pipeline_warps * (to_the_left + size) * sizeof(T);

    const T* from;
    T* shared;
    unsigned count;  ///< elements that are there
    bool first_of_all;

    __device__ __forceinline__ pipelined_strip(const pipelined_task<T>& work, unsigned of_tile, unsigned stage) {
        const unsigned strip = threadIdx.x / 32;
        const std::uint64_t begin = std::uint64_t{of_tile} * tile + strip * size;
        from = work.input + begin;
        shared = dynamic_shared<T>() + (stage * pipeline_warps + strip) * (to_the_left + size) + to_the_left;
        count = begin >= work.elements         ? 0
                : work.elements - begin < size ? static_cast<unsigned>(work.elements - begin)
                                               : size;
        first_of_all = begin == 0;
    }

    /// Starts to read it.
    __device__ __forceinline__ void load() const {
        const unsigned lane = threadIdx.x % 32;
        if (count == size) {
#pragma unroll
            for (unsigned i = 0; i < size / per_copy / 32; ++i) copy(static_cast<int>((i * 32 + lane) * per_copy));
            if (to_the_left != 0 && lane == 0 && !first_of_all) copy(-static_cast<int>(to_the_left));
        } else {
            for (unsigned i = lane; i < count; i += 32) shared[i] = from[i];
            if (to_the_left != 0 && lane == 0 && count != 0 && !first_of_all) shared[-1] = from[-1];
        }
        commit_copies();
    }

    /// A bit for each row: whether the lane's element is selected.
    __device__ __forceinline__ unsigned select(const Selector& selector) const {
        return count == size ? select_of<true>(selector) : select_of<false>(selector);
    }

    /// Writes the elements that this warp has selected, side by side, to `to`.
    __device__ __forceinline__ void write(unsigned selected, T* to) const {
        const unsigned lane = threadIdx.x % 32;
#pragma unroll
        for (unsigned r = 0; r < rows; ++r) {
            const bool mine = (selected >> r & 1) != 0;
            const unsigned of_row = __ballot_sync(~0u, mine);
            if (mine) to[__popc(of_row & ((1u << lane) - 1))] = shared[r * 32 + lane];
            to += __popc(of_row);
        }
    }

private:
    __device__ __forceinline__ void copy(int at) const {
        copy_async(reinterpret_cast<uint4*>(shared + at), reinterpret_cast<const uint4*>(from + at));
    }

    template <bool Complete>
    __device__ __forceinline__ unsigned select_of(const Selector& selector) const {
        unsigned selected = 0;
#pragma unroll
        for (unsigned r = 0; r < rows; ++r) {
            const unsigned i = r * 32 + threadIdx.x % 32;
            bool mine = false;
            if (Complete || i < count) {
                if constexpr (Selector::looks_left) {
                    mine = (i == 0 && first_of_all) || selector(shared[static_cast<int>(i) - 1], shared[i]);
                } else {
                    mine = selector(shared[i]);
                }
            }
            if (mine) selected |= 1u << r;
        }
        return selected;
    }
};

/// Where every tile goes, by one warp: it looks at 128 counts at a time, and adds up those before the first that is
/// still to come.
template <class T>
__device__ __forceinline__ void give_places(const pipelined_task<T>& work, unsigned epoch) {
    constexpr unsigned rows = 4;
    const unsigned lane = threadIdx.x % 32;
    std::uint64_t seen[rows], sum = 0;
    unsigned tile = 0;
    const auto look = [&] {
#pragma unroll
        for (unsigned k = 0; k < rows; ++k) {
            const unsigned at = tile + k * 32 + lane;
            seen[k] = at < work.tiles ? work.counts.load(work.counts.slots[at]) : 0;
        }
    };
    look();
    while (tile < work.tiles) {
        const unsigned from = tile;
        unsigned count[rows], there[rows];
        bool all = true;
#pragma unroll
        for (unsigned k = 0; k < rows; ++k) {
            const unsigned missing = ~__ballot_sync(~0u, seen[k] >> 32 == epoch);
            there[k] = !all ? 0 : missing == 0 ? 32 : static_cast<unsigned>(__ffs(static_cast<int>(missing))) - 1;
            all = all && missing == 0;
            count[k] = lane < there[k] ? static_cast<unsigned>(seen[k]) : 0;
            tile += there[k];
        }
        look();  // under way while these are added up
#pragma unroll
        for (unsigned k = 0; k < rows; ++k) {
            const unsigned up_to = warp::inclusive_scan(count[k], 32, plus{});
            if (lane < there[k]) work.places.publish(from + k * 32 + lane, sum + up_to - count[k], epoch);
            sum += warp::shuffle(up_to, 31);
        }
    }
    if (lane == 0) *work.count = sum;
}

/// Block 0 gives places. The others take tiles by tickets, so that no tile waits for a tile that is not begun.
/// One function: three tiles are under way at a time, and every step of the loop works on all of them.
template <class T, class Task, class Selector>
__global__ void __launch_bounds__(pipeline_threads, pipeline_blocks) pipelined_kernel(Task work, Selector selector) {
    using strip = pipelined_strip<T, Selector>;
    if constexpr (requires { work.given; }) {
        work.elements = detail::elements_now(work.given);
        work.tiles = static_cast<unsigned>((work.elements + strip::tile - 1) / strip::tile);
    }
    __shared__ unsigned warp_counts[2][pipeline_warps], taken[2];
    __shared__ std::uint64_t shared_place;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const unsigned epoch = warp == 0 ? work.counts.epoch() : 0;
    if (blockIdx.x == 0) {
        if (warp == 0) give_places(work, epoch);
        return;
    }

    const auto take = [&] {  // every block takes one ticket that has no tile, the last of them the last
        using counter = ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_device>;
        const unsigned ticket = counter(*work.tickets).fetch_add(1, ::cuda::memory_order_relaxed);
        if (ticket == work.tiles + gridDim.x - 2) counter(*work.tickets).store(0, ::cuda::memory_order_relaxed);
        return ticket;
    };
    const auto count_selected = [&](unsigned selected, unsigned(&counts)[pipeline_warps]) {
        const unsigned of_warp = warp::reduce(static_cast<unsigned>(__popc(selected)), plus{});
        if (lane == 0) counts[warp] = of_warp;
    };
    const auto publish = [&](unsigned tile, const unsigned(&counts)[pipeline_warps]) {
        if (threadIdx.x != 0 || tile >= work.tiles) return;
        unsigned sum = 0;
#pragma unroll
        for (unsigned w = 0; w < pipeline_warps; ++w) sum += counts[w];
        work.counts.publish(tile, sum, epoch);
    };

    if (threadIdx.x == 0) {
        taken[0] = take();
        taken[1] = taken[0] < work.tiles ? take() : work.tiles;
    }
    __syncthreads();
    unsigned tile = taken[0], next = taken[1], stage = 0, turn = 0;
    const auto strip_of = [&](unsigned of_tile, unsigned stages_ahead) {
        return strip(work, of_tile, (stage + stages_ahead) % pipeline_stages);
    };
    strip_of(tile, 0).load();
    strip_of(next, 1).load();
    wait_for_copies<1>();
    __syncwarp();  // a warp reads its own strip alone
    unsigned selected = strip_of(tile, 0).select(selector);
    count_selected(selected, warp_counts[0]);
    __syncthreads();
    publish(tile, warp_counts[0]);

    while (tile < work.tiles) {
        // The ticket and the place come from far, so they are asked for before they are needed.
        unsigned ticket = work.tiles;
        block::polled<std::uint64_t> place{0, false};
        if (threadIdx.x == 0 && next < work.tiles) ticket = take();
        if (warp == 0) place = work.places.poll(tile, epoch);

        wait_for_copies<0>();
        __syncwarp();
        const unsigned next_selected = strip_of(next, 1).select(selector);
        count_selected(next_selected, warp_counts[turn ^ 1]);
        if (threadIdx.x == 0) taken[0] = ticket;
        __syncthreads();
        publish(next, warp_counts[turn ^ 1]);
        const unsigned after = taken[0];
        strip_of(after, 2).load();

        unsigned before = 0;  // what the warps to the left have selected
#pragma unroll
        for (unsigned w = 0; w < pipeline_warps; ++w) before += w < warp ? warp_counts[turn][w] : 0;
        if (warp == 0) {
            while (!place.ready) place = work.places.poll(tile, epoch);
            if (lane == 0) shared_place = place.value;
            // All tiles have been counted, and so all that count tiles have read the epoch.
            if (lane == 0 && tile == work.tiles - 1) work.counts.close(epoch);
        }
        __syncthreads();
        strip_of(tile, 0).write(selected, work.output + shared_place + before);
        tile = next;
        next = after;
        selected = next_selected;
        stage = (stage + 1) % pipeline_stages;
        turn ^= 1;
    }
}

/// Whether there is a pipeline for elements that a source gives, not in place: it copies them as they are.
template <class Source>
inline constexpr bool can_pipeline = false;
template <class T>
inline constexpr bool can_pipeline<contiguous<T>> = sizeof(T) == 4 || sizeof(T) == 8;

/// Stream-ordered: the selected elements to the front of `output`, which is another place than the input; how many to
/// `*count`. The input stands at a multiple of 16 bytes.
template <class T, class Count, class Selector>
void start_pipeline(const device_policy& policy, const T* input, const Count& given, T* output,
                    const Selector& selector, std::uint64_t* count) {
    using strip = pipelined_strip<T, Selector>;
    const std::uint64_t elements = detail::most_elements(given);
    const auto tiles = static_cast<unsigned>((elements + strip::tile - 1) / strip::tile);
    const scratch_memory states = detail::scratch_of(policy, 3 * sizeof(std::uint64_t) * tiles);
    const scratch_memory zeros = detail::scratch_of(policy, scratch_memory::usual_slot_bytes, scratch_use::sums);
    const unsigned most_blocks = multiprocessors() * pipeline_blocks;
    const auto start_kernel = [&]<class Task>(const Task& task) {
        const auto kernel = pipelined_kernel<T, Task, Selector>;
        launch_configuration at =
            detail::launch_of(policy, 1 + (tiles < most_blocks ? tiles : most_blocks), pipeline_threads);
        at.shared_bytes = strip::block_bytes;
        allow_shared(kernel, at.shared_bytes);
        launch(kernel, at, task, selector);
    };
    const pipelined_task<T> work{.input = input,
                                 .output = output,
                                 .elements = elements,
                                 .tiles = tiles,
                                 .counts = {states.slots, states.epoch},
                                 .places = {states.slots + tiles, states.epoch},
                                 .tickets = zeros.epoch,
                                 .count = count};
    if constexpr (detail::counted_later<Count>) {
        start_kernel(counted_pipelined_task<T>{{work}, given});
    } else {
        start_kernel(work);
    }
}

}  // namespace compact_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
