// The library's segmented reduction on a GPU, and in the emulator: one launch, whatever the lengths.
//
// The work, elements and segments counted alike, is cut into equal shares, one a warp. A warp finds the segments that
// start in its share (segmented_reduce/search.hpp); meanwhile the warps of a small input fetch all of it into the
// cache. A warp takes 32 segments at a time, if they are at most a few shares long (short.hpp, groups.hpp). If segments
// are short on average, it takes them from shared memory, where it stages the values of many at once (staged.hpp). The
// block takes longer segments when its warps are done (long.hpp). If a small input has few segments, which are long, a
// block takes each, so that none is searched for. The shares are then left with segments of several chunks. All of it
// is in the canonical order.
//
// Source: D. Merrill and M. Garland, Merge-Based Parallel Sparse Matrix-Vector Multiplication (2016), for shares of
// equal work.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/source.hpp>
#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/segmented_reduce/groups.hpp>
#include <strider/cuda/segmented_reduce/long.hpp>
#include <strider/cuda/segmented_reduce/search.hpp>
#include <strider/cuda/segmented_reduce/short.hpp>
#include <strider/cuda/segmented_reduce/staged.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/pattern/segments.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace segment_kernels {

// One function: a warp's part of the segments, its lanes' sizes and its list of long ones live from the search to the
// end, and `plan` leaves out of each kernel what it has no use for.
template <plan Plan, class Source, class Segments, class T, class Operator, class U>
__global__ void __launch_bounds__(threads, sizeof(T) <= 8 ? resident_blocks<Segments, Plan> : 2)
    segments_kernel(Source values, Segments given, work_shape shape, segment_result<T, Operator> result,
                    between_chunks<T> between, U* output) {
    __shared__ T results[2][groups];
    __shared__ std::uint64_t long_ones[most_long];
    __shared__ unsigned long_count;
    __shared__ volatile unsigned zero;
    __shared__ bool last;
    if (threadIdx.x == 0) zero = long_count = 0;
    const auto& segments = segments_now(given);

    if constexpr (Plan == plan::whole) {
        if (blockIdx.x >= shape.blocks) {
            reduce_whole(values, segments, blockIdx.x - shape.blocks, result, output, results[0]);
            return;
        }
    }
    const unsigned longest = Plan == plan::whole ? one_chunk : shape.longest();
    constexpr unsigned each = lane_unit<T, Operator, width_of<Source>>;
    const unsigned lane = threadIdx.x % 32;
    const std::uint64_t from = std::uint64_t{blockIdx.x} * shares * shape.share, to = from + shares * shape.share;
    const std::uint64_t share = from + threadIdx.x / 32 * shape.share;
    const auto fetch = [&] {
        if constexpr (std::is_same_v<Source, contiguous<T>>) fetch_slice(values.data, shape);
        __syncthreads();
        return static_cast<unsigned>(zero);
    };
    const std::uint64_t boundary = segment_after_by_half(segments, share + lane / 16 * shape.share, shape.mean, fetch);
    const std::uint64_t first = __shfl_sync(~0u, boundary, 0), end = __shfl_sync(~0u, boundary, 16);

    if (threadIdx.x == 0 && first != 0) {  // the segment before may have chunks that start here
        const std::uint64_t before = segment_around(segments, first - 1), size = segments.size(before);
        if (size > longest && segments.place(before) + before + size > from)
            long_ones[atomicAdd(&long_count, 1u)] = before;
    }
    for (std::uint64_t s = first, taken = 32; s < end; s += taken) {
        if constexpr (Plan == plan::staged) {
            taken = segment_stage<T>().reduce(values, segments, s, end, result, output);
            if (taken != 0) continue;
            taken = 32;
        }
        const unsigned count = end - s < 32 ? static_cast<unsigned>(end - s) : 32;
        const bool mine = lane < count;
        std::uint64_t begin = 0, size = 0;
        if (mine) {
            begin = segments.begin(s + lane);
            size = segments.size(s + lane);
        }
        if (size > longest) long_ones[atomicAdd(&long_count, 1u)] = s + lane;
        if constexpr (Plan == plan::whole) continue;  // the others have blocks

        T total = missing<T, Operator>();
        const unsigned of_a_warp = size <= longest ? static_cast<unsigned>(size) : 0;
        const unsigned all = __ballot_sync(~0u, of_a_warp != 0);
        if (all != 0) {
            // Short ones by few lanes, where that leaves less to do for all lanes.
            unsigned lanes_each = 1, rest = __ballot_sync(~0u, of_a_warp > each);
            while (lanes_each < 16 && static_cast<unsigned>(__popc(rest)) > lanes_each) {
                lanes_each *= 2;
                rest = __ballot_sync(~0u, of_a_warp > lanes_each * each);
            }
            if (static_cast<unsigned>(__popc(rest)) <= lanes_each && rest != all) {
                reduce_short(values, begin, of_a_warp, count, lanes_each, result.op, total);
            } else {
                rest = all;
            }
            unsigned of_rows = __ballot_sync(~0u, of_a_warp > lanes * unit<T, Operator>);
            reduce_by_groups(values, begin, of_a_warp, rest & ~of_rows, result.op, total);
            for (; of_rows != 0; of_rows &= of_rows - 1) {
                const unsigned which = static_cast<unsigned>(__ffs(static_cast<int>(of_rows)) - 1);
                const auto segment = detail::elements_from(values, __shfl_sync(~0u, begin, which));
                const T value = reduce_by_warp(segment, __shfl_sync(~0u, of_a_warp, which), result.op);
                if (lane == which) total = value;
            }
        }
        if (mine && size <= longest)
            store_result(segments, output, s + lane, size == 0 ? result.empty() : result.of(total));
    }

    __syncthreads();
    for (unsigned i = 0; i < long_count; ++i) {
        reduce_long(values, segments, long_ones[i], result, output, long_work<T>{from, to, between, results, &last});
        __syncthreads();
    }
}

}  // namespace segment_kernels

/// Stream-ordered: the reduction of each segment of `values` to `output`.
template <element_source Source, class T, class Segments, class Operator, class U>
void reduce_segments(const device_policy& policy, const Source& values, std::uint64_t elements,
                     const Segments& segments, const segment_result<T, Operator>& result, U* output) {
    using namespace segment_kernels;
    using between_them = between_chunks<T>;
    const std::uint64_t work = elements + segments.count;
    const std::uint64_t longest = std::is_same_v<Segments, equal_segments> ? segments.size(0) : elements;
    const work_shape shape(work, segments.count, elements * sizeof(T), longest);
    between_them between{};
    if (canonical_order::chunk_shape(longest).chunks > 1) {
        const std::uint64_t slots = (work / between_them::elements_a_slot + 1) * block::tile_state<T>::words;
        const std::uint64_t counts = work / between_them::elements_a_count + 1;
        between.slots.slots = detail::scratch_of(policy, slots * sizeof(std::uint64_t)).slots;
        between.done =
            reinterpret_cast<unsigned*>(detail::scratch_of(policy, counts * sizeof(unsigned), scratch_use::sums).slots);
    }
    const auto start = [&]<plan Plan>(std::uint64_t whole) {
        auto how = detail::launch_of(policy, shape.blocks + whole, threads);
        if constexpr (Plan == plan::staged) how.shared_bytes = segment_stage<T>::bytes;
        launch(segments_kernel<Plan, Source, Segments, T, Operator, U>, how, values, segments, shape, result, between,
               output);
    };
    if (have_a_block_each(work, segments.count)) {
        start.template operator()<plan::whole>(segments.count);
    } else if (are_staged(segments, elements)) {
        start.template operator()<plan::staged>(0);
    } else {
        start.template operator()<plan::shares>(0);
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
