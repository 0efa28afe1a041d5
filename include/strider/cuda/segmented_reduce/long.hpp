// Segments that are too long for a warp, by blocks: each block takes the chunks of their canonical order that start in
// its shares. The partial results of a segment of several chunks are combined as one more chunk. The block that
// finishes last does this, as a count of finished chunks tells it, so no block waits for another.
#pragma once

#include <cstdint>

#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/segmented_reduce/groups.hpp>
#include <strider/cuda/segmented_reduce/search.hpp>
#include <strider/pattern/canonical_order.hpp>
#include <strider/pattern/segments.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace segment_kernels {

/// The most long segments of a block: those that start in its shares, and one that started before.
inline constexpr unsigned most_long = shares / 2 + 2;

/// The partial results of a segment's chunks. Tile states of an epoch that no launch has.
template <class T>
struct partials {
    static constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T));
    block::tile_state<T> states;

    __device__ T operator()(std::uint64_t i) const { return states.poll(i, 0).value; }
    __device__ __forceinline__ piece<T, width> read(std::uint64_t first, unsigned available, T otherwise) const {
        piece<T, width> elements;
#pragma unroll
        for (unsigned v = 0; v < width; ++v) elements.element[v] = v < available ? (*this)(first + v) : otherwise;
        return elements;
    }
};

/// A chunk by a block; thread 0 gets the result. One barrier; `results` is shared memory for one value a group, which
/// may be written again after the next one.
template <class Source, class T, class Operator>
__device__ __forceinline__ T reduce_by_block(const Source& source, unsigned count, unsigned full, Operator op,
                                             T* results) {
    constexpr unsigned each = groups_of_row<T, Operator, Source::width> / shares;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    T mine[each];
    reduce_groups(source, count, full, warp * each, op, mine);
    if (lane == 0) {
#pragma unroll
        for (unsigned g = 0; g < each; ++g) results[warp * each + g] = mine[g];
    }
    __syncthreads();
    T value = missing<T, Operator>();
    if (warp == 0) {
        const unsigned filled = groups_of<T, Operator, Source::width>(count, full);
        if (lane < filled) value = results[lane];
        value = tree_of_group(value, filled, op);
    }
    return value;
}

/// Segment `s`, where there is one, by the block; one of several chunks is of those blocks that have shares.
template <class Source, class Segments, class T, class Operator, class U>
__device__ __forceinline__ void reduce_whole(const Source& values, const Segments& segments, std::uint64_t s,
                                             const segment_result<T, Operator>& result, U* output, T* results) {
    if (s >= segments.count) return;  // the device has found fewer than there may be
    const std::uint64_t size = segments.size(s);
    if (size > one_chunk) return;
    T value = result.empty();
    if (size != 0) {
        const auto elements = detail::elements_from(values, segments.begin(s));
        value = reduce_by_block(elements_at{elements}, static_cast<unsigned>(size), one_chunk, result.op, results);
        value = result.of(value);
    }
    if (threadIdx.x == 0) store_result(segments, output, s, value);
}

/// Where what chunks leave for one another is: partial results, two for every 4,096 elements, which is enough; and how
/// many are done, zero before and after, for every 8,192 elements.
template <class T>
struct between_chunks {
    static constexpr std::uint64_t elements_a_slot = 2048, elements_a_count = 8192;
    block::tile_state<T> slots;
    unsigned* done;
};

/// A block's work on long segments: its shares, `from` to `to`, the words by which chunks tell one another, and shared
/// memory.
template <class T>
struct long_work {
    std::uint64_t from, to;
    between_chunks<T> between;
    T (*results)[groups];
    bool* last;
};

/// The chunks of segment `s` that start in the block's shares; where they are the last to be done, also its result.
template <class Source, class Segments, class T, class Operator, class U>
__device__ __forceinline__ void reduce_long(const Source& values, const Segments& segments, std::uint64_t s,
                                            const segment_result<T, Operator>& result, U* output,
                                            const long_work<T>& of_block) {
    const std::uint64_t from = of_block.from, to = of_block.to;
    between_chunks<T> between = of_block.between;
    T(*const results)[groups] = of_block.results;
    bool& last = *of_block.last;
    const std::uint64_t size = segments.size(s), work = segments.place(s) + s;
    const auto elements = detail::elements_from(values, segments.begin(s));
    const canonical_order::chunk_shape shape(size);
    between.slots.slots += work / between.elements_a_slot * block::tile_state<T>::words;
    unsigned* const done = between.done + work / between.elements_a_count;

    const unsigned chunks = static_cast<unsigned>(shape.chunks), full = static_cast<unsigned>(shape.chunk);
    std::uint64_t first = 0;  // element of a chunk
    if (work < from) {
        if (chunks == 1) return;
        first = (from - work + full - 1) >> shape.bits << shape.bits;
    }
    unsigned mine = 0;
    for (; first < size && work + first < to; first += full, ++mine) {
        const unsigned count = size - first < full ? static_cast<unsigned>(size - first) : full;
        const T value = reduce_by_block(elements_at{detail::elements_from(elements, first)}, count, full, result.op,
                                        results[mine % 2]);
        if (threadIdx.x == 0) {
            if (chunks == 1) {
                store_result(segments, output, s, result.of(value));
            } else {
                between.slots.publish(first >> shape.bits, value, 0);
            }
        }
    }
    if (mine == 0 || chunks == 1) return;
    if (threadIdx.x == 0) {
        const ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_device> chunks_done(*done);
        last = chunks_done.fetch_add(mine, ::cuda::memory_order_acq_rel) + mine == chunks;
        if (last) chunks_done.store(0, ::cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (!last) return;
    const T value = reduce_by_block(partials<T>{between.slots}, chunks, chunks, result.op, results[mine % 2]);
    if (threadIdx.x == 0) store_result(segments, output, s, result.of(value));
}

}  // namespace segment_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
