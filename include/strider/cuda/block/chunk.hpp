// A chunk of the canonical order of reductions (pattern/canonical_order.hpp) by a block of 512 threads, a thread a
// lane: 16-byte loads, four rows in flight, one accumulator for each element of a load; then the tree over neighbours.
//
// Bytes in flight after Little's law.
#pragma once

#include <cstdint>

#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/fold.hpp>
#include <strider/cuda/block/staged_runs.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/block/tree.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace block {

/// One lane's combination of its elements of a chunk, and how many lanes have elements.
template <class T>
struct lane_result {
    T value;
    unsigned filled_lanes;
};

/// Rows that a lane reads before it combines the first. Of what is waited for, a word for every 4 bytes: registers that
/// no other chunk needs would cost the launch a block a multiprocessor.
template <class Source>
inline constexpr unsigned rows_in_flight = 4;
template <class T>
inline constexpr unsigned rows_in_flight<awaited<T>> = sizeof(T) <= 4 ? 4 : (sizeof(T) <= 8 ? 2 : 1);

/// Rows of 512 * V elements: accumulator v of lane t takes element t * V + v of every row. The accumulators of a lane
/// are neighbours, and their tree is the first of the neighbour tree.
template <load_policy How, class Source, class Operator, class T = source_value<Source>>
__device__ __forceinline__ lane_result<T> accumulate_rows(const Source& source, std::uint64_t first,
                                                          std::uint64_t count, Operator op) {
    constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T));
    constexpr unsigned row = canonical_order::lanes * width;
    constexpr unsigned in_flight = rows_in_flight<Source>;

    const std::uint64_t rows = count / row;
    const unsigned rest = static_cast<unsigned>(count % row);
    const unsigned in_row = threadIdx.x * width;  // where the lane's elements stand
    const std::uint64_t start = first + in_row;

    piece<T, width> sum{};
    if (rows != 0) {
        // The remainder of the rows comes first, all of it loaded together: short chunks have only that.
        const unsigned head = static_cast<unsigned>((rows - 1) % in_flight) + 1;
        piece<T, width> next[in_flight];
#pragma unroll
        for (unsigned i = 0; i < in_flight; ++i) {
            if (i < head) next[i] = read<width>(source, start + i * row, How);
        }
        sum = next[0];
#pragma unroll
        for (unsigned i = 1; i < in_flight; ++i) {
            if (i >= head) continue;
#pragma unroll
            for (unsigned v = 0; v < width; ++v) sum.element[v] = op(sum.element[v], next[i].element[v]);
        }
        for (std::uint64_t r = head; r < rows; r += in_flight) {
#pragma unroll
            for (unsigned i = 0; i < in_flight; ++i) next[i] = read<width>(source, start + (r + i) * row, How);
#pragma unroll
            for (unsigned i = 0; i < in_flight; ++i) {
#pragma unroll
                for (unsigned v = 0; v < width; ++v) sum.element[v] = op(sum.element[v], next[i].element[v]);
            }
        }
    }
    if (in_row < rest) {
        const unsigned available = rest - in_row < width ? rest - in_row : width;
        const piece<T, width> next = read_some<width>(source, start + rows * row, available);
#pragma unroll
        for (unsigned v = 0; v < width; ++v) {
            if (v < available)
                sum.element[v] = rows != 0 ? static_cast<T>(op(sum.element[v], next.element[v])) : next.element[v];
        }
    }

    const unsigned filled = rows != 0 ? row : rest;  // accumulators that got an element: the first ones
    return {thread_tree(sum.element, filled > in_row ? filled - in_row : 0, op), (filled + width - 1) / width};
}

/// Runs of neighbouring elements: lane t folds the t-th run, from left to right.
template <load_policy How, class Source, class Operator, class T = source_value<Source>>
__device__ __forceinline__ lane_result<T> accumulate_runs(const Source& source, std::uint64_t first,
                                                          std::uint64_t count, std::uint64_t run, Operator op) {
    const std::uint64_t begin = threadIdx.x * run;
    T value{};
    if (begin < count) {
        const std::uint64_t end = first + (begin + run < count ? begin + run : count);
        std::uint64_t i = first + begin;
        value = rounded<Source>(source(i++));
        if constexpr (How.vectors) {
            constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T));
            constexpr unsigned in_flight = sizeof(T) > 16 ? 2 : 4;
            for (; i < end && i % width != 0; ++i) value = op(value, rounded<Source>(source(i)));
            for (; i + in_flight * width <= end; i += in_flight * width) {
                piece<T, width> next[in_flight];
#pragma unroll
                for (unsigned p = 0; p < in_flight; ++p) next[p] = read<width>(source, i + p * width, How);
#pragma unroll
                for (unsigned p = 0; p < in_flight; ++p) {
#pragma unroll
                    for (unsigned v = 0; v < width; ++v) value = op(value, next[p].element[v]);
                }
            }
        }
        for (; i < end; ++i) value = op(value, rounded<Source>(source(i)));
    }
    return {value, static_cast<unsigned>((count + run - 1) / run)};
}

/// Whether blocks may have staged_bytes of dynamic shared memory.
template <class Source, class Operator>
inline constexpr bool stages_runs = !is_commutative<Operator, source_value<Source>> && (staged_bytes<Source> > 0);

/// `count` elements of a source from `first` on, as a chunk where a full one has `full`: that is, one that is not the
/// last. Thread 0 gets the result. `warps` is shared memory for a value of each warp, as for block::tree.
template <class Source, class Operator, class T = source_value<Source>>
__device__ __forceinline__ T reduce_chunk(const Source& source, std::uint64_t first, std::uint64_t count,
                                          std::uint64_t full, load_policy how, Operator op, T* warps) {
    using canonical_order::lanes;
    if constexpr (folds_freely<Source, Operator>) {
        return tree<lanes>(fold_freely(source, first, count, how, op), lanes, op, warps);
    } else {
        const std::uint64_t run = (full + lanes - 1) / lanes;
        if constexpr (stages_runs<Source, Operator>) {
            if (how.staged && can_stage(source, first, run)) {
                const T value = fold_staged_run(source, first, count, run, op);
                return tree<lanes>(value, static_cast<unsigned>((count + run - 1) / run), op, warps);
            }
        }
        const lane_result<T> lane = with_constant(how, [&]<load_policy How>() {
            if constexpr (is_commutative<Operator, T>) {
                return accumulate_rows<How>(source, first, count, op);
            } else {
                return accumulate_runs<How>(source, first, count, run, op);
            }
        });
        return tree<lanes>(lane.value, lane.filled_lanes, op, warps);
    }
}

}  // namespace block
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
