// Summaries on a GPU, and in the emulator: one launch, as a reduction's (cuda/reduce.hpp). A lane keeps the sums of the
// canonical order, and of each extreme its value and the row in which it stood. So what is found, up to the end, is the
// piece of 16 bytes that an extreme stands in; one thread reads the two pieces again.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/neutral.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/chunk.hpp>
#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/extremes.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider {

template <class T>
struct summary;
namespace detail {
template <class U>
struct stored_summary;
}

inline namespace STRIDER_TARGET {
namespace summary_kernels {

using canonical_order::lanes;

/// Blocks that a multiprocessor has room for. Chosen on an H200 with the rows that a lane has under way: 2^28 elements,
/// f32 8 rows 4,250 GB/s (4 rows 4,190, argmin's lanes 4,190), f64 4 rows 4,400 (8 rows 4,240, argmin's lanes 4,020).
inline constexpr unsigned blocks_together = 2;
template <unsigned Width>
inline constexpr unsigned rows_in_flight = Width > 4 ? 2 : 2 * Width;

/// The best element that one lane has seen, and the first row that it stands in. (argmin and argmax keep the piece
/// itself, which is more registers than there are for two.)
template <class T, class Order>
struct lane_extreme {
    using lane = block::lane_total<T, Order>;
    static constexpr unsigned none = ~0u;  // the row of what the lane began with, the chunk's first element
    T best;
    unsigned row = none;

    __device__ __forceinline__ void add(const piece<T, lane::width>& elements, unsigned r) {
        const T extreme = lane(elements).total();
        const bool better = block::is_better<Order>(extreme, best);
        best = better ? extreme : best;
        row = better ? r : row;
    }
    /// With the index at which its piece begins.
    __device__ __forceinline__ located<T> found(std::uint64_t first, std::uint64_t start, unsigned row_size) const {
        return {best, row == none ? first : start + std::uint64_t{row} * row_size};
    }
};

/// The accumulators of one lane for a chunk.
template <class Source, class T = source_value<Source>>
struct lane_summary {
    static constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T));
    block::lane_total<T, plus> sum;
    lane_extreme<T, strider::minimum> minimum;
    lane_extreme<T, strider::maximum> maximum;

    __device__ __forceinline__ void add(const piece<T, width>& elements, unsigned row) {
        sum.add(elements);
        minimum.add(elements, row);
        maximum.add(elements, row);
    }
};

template <class T, unsigned Count>
__device__ __forceinline__ piece<T, Count> filled_with(T value) {
    piece<T, Count> elements;
#pragma unroll
    for (unsigned v = 0; v < Count; ++v) elements.element[v] = value;
    return elements;
}

/// One lane's elements of a chunk. Where there are none, the sum has the operator's neutral value: what is left out of
/// the tree changes no bit of it.
template <load_policy How, class Source, class T = source_value<Source>>
__device__ __forceinline__ summary<T> take_rows(const Source& source, std::uint64_t first, std::uint64_t count) {
    using lane_of = lane_summary<Source>;
    constexpr unsigned width = lane_of::width, row = lanes * width;
    constexpr unsigned in_flight = rows_in_flight<width>;

    const unsigned rows = static_cast<unsigned>(count / row), rest = static_cast<unsigned>(count % row);
    const unsigned in_row = threadIdx.x * width;  // where the lane's elements stand
    const std::uint64_t start = first + in_row;
    piece<T, width> first_one = filled_with<T, width>(rounded<Source>(source(first))),
                    nothing = filled_with<T, width>(neutral<T, plus>());

    lane_of lane{block::lane_total<T, plus>(nothing), {first_one.element[0]}, {first_one.element[0]}};
    unsigned r = 0;
    for (; r + in_flight <= rows; r += in_flight) {
        piece<T, width> next[in_flight];
#pragma unroll
        for (unsigned i = 0; i < in_flight; ++i) next[i] = read<width>(source, start + std::uint64_t{r + i} * row, How);
#pragma unroll
        for (unsigned i = 0; i < in_flight; ++i) lane.add(next[i], r + i);
    }
    piece<T, width> last[in_flight];  // loaded together as well: short chunks have nothing else
    const unsigned whole = in_row + width <= rest ? rows + 1 : rows;
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i) {
        if (r + i < whole) last[i] = read<width>(source, start + std::uint64_t{r + i} * row, How);
    }
#pragma unroll
    for (unsigned i = 0; i < in_flight; ++i) {
        if (r + i < whole) lane.add(last[i], r + i);
    }
    if (in_row < rest && rest < in_row + width) {
#pragma unroll
        for (unsigned v = 0; v < width; ++v) {
            if (in_row + v < rest)
                nothing.element[v] = first_one.element[v] =
                    rounded<Source>(source(start + std::uint64_t{rows} * row + v));
        }
        lane.sum.add(nothing);
        lane.minimum.add(first_one, rows);
        lane.maximum.add(first_one, rows);
    }
    return {lane.sum.total(), lane.minimum.found(first, start, row), lane.maximum.found(first, start, row)};
}

/// The first element of the piece at `found.index` that is as good as `found.value`.
template <class Source, class T = source_value<Source>>
__device__ __forceinline__ located<T> find_in_piece(const Source& source, std::uint64_t elements,
                                                    const located<T>& found) {
    constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T));
    const std::uint64_t left = elements - found.index;
    const auto pieces = read_some<width>(source, found.index, left < width ? static_cast<unsigned>(left) : width);
    located<T> place = found;
#pragma unroll
    for (unsigned v = width; v-- > 0;) {
        const T& candidate = pieces.element[v];
        const bool here = found.value == found.value ? candidate == found.value : candidate != candidate;
        if (here && v < left) place = {candidate, found.index + v};
    }
    return place;
}

/// The combination of the blocks' partials. Every thread of the last block calls it. If an order can be seen, it is the
/// canonical one.
template <class T, class Operator>
__device__ __forceinline__ T combine_blocks(const block::awaited<T>& partials, Operator op, T* warps) {
    if constexpr (std::is_floating_point_v<T>) {
        return block::reduce_chunk(partials, 0, gridDim.x, gridDim.x, {false}, op, warps);
    } else {
        T value{};
        if (threadIdx.x < gridDim.x) value = partials(threadIdx.x);
        for (unsigned i = threadIdx.x + lanes; i < gridDim.x; i += lanes) value = op(value, partials(i));
        return block::tree<lanes>(value, gridDim.x < lanes ? gridDim.x : lanes, op, warps);
    }
}

/// The states by which blocks tell the last one their partials.
template <class T>
struct summary_states {
    block::tile_state<T> sums;
    block::tile_state<located<T>> minima, maxima;

    static constexpr unsigned words = block::tile_state<T>::words + 2 * block::tile_state<located<T>>::words;

    summary_states(const scratch_memory& scratch, std::uint64_t blocks)
        : sums{scratch.slots, scratch.epoch},
          minima{sums.slots + blocks * sums.words, scratch.epoch},
          maxima{minima.slots + blocks * minima.words, scratch.epoch} {}
};

/// One block a chunk; the last block combines what all have found. (The orders are parameters, since they are defined
/// behind this header.)
template <class Source, class T, class U, class Finish, class Least = detail::first_extreme<minimum>,
          class Greatest = detail::first_extreme<maximum>>
__global__ void __launch_bounds__(lanes, blocks_together)
    summary_kernel(Source source, std::uint64_t elements, std::uint64_t chunk, load_policy how,
                   summary_states<T> states, U* result, Finish finish) {
    __shared__ T warps[lanes / 32];
    __shared__ located<T> warps_of_least[lanes / 32], warps_of_greatest[lanes / 32];
    __shared__ unsigned epoch_of_launch;
    unsigned epoch = 0;
    if (gridDim.x > 1 && threadIdx.x == 0) epoch = states.sums.epoch();  // under way while the chunk is read

    const std::uint64_t first = blockIdx.x * chunk;
    const std::uint64_t count = elements - first < chunk ? elements - first : chunk;
    summary<T> found = with_constant(how, [&]<load_policy How>() { return take_rows<How>(source, first, count); });
    found.sum = block::tree<lanes>(found.sum, lanes, plus{}, warps);
    found.minimum = block::tree<lanes>(found.minimum, lanes, Least{}, warps_of_least);
    found.maximum = block::tree<lanes>(found.maximum, lanes, Greatest{}, warps_of_greatest);
    if (gridDim.x > 1) {
        if (threadIdx.x == 0) {
            states.sums.publish(blockIdx.x, found.sum, epoch);
            states.minima.publish(blockIdx.x, found.minimum, epoch);
            states.maxima.publish(blockIdx.x, found.maximum, epoch);
            epoch_of_launch = epoch;
        }
        if (blockIdx.x != gridDim.x - 1) return;

        __syncthreads();  // for the epoch, and `warps` is used again
        const block::awaited<T> sums{states.sums, epoch_of_launch};
        const block::awaited<located<T>> minima{states.minima, epoch_of_launch}, maxima{states.maxima, epoch_of_launch};
        found.sum = combine_blocks(sums, plus{}, warps);
        found.minimum = combine_blocks(minima, Least{}, warps_of_least);
        found.maximum = combine_blocks(maxima, Greatest{}, warps_of_greatest);
        if (threadIdx.x == 0) states.sums.close(epoch);
    }
    if (threadIdx.x == 0) {
        found.minimum = find_in_piece(source, elements, found.minimum);
        found.maximum = find_in_piece(source, elements, found.maximum);
        *result = finish(found);
    }
}

}  // namespace summary_kernels

/// Stream-ordered: `*result`, in memory that the device can write, becomes `finish(summary)` of a source of at least
/// one element.
template <element_source Source, class U, class Finish, class T = source_value<Source>>
void summarize_source_into(const device_policy& policy, const Source& values, std::uint64_t count, U* result,
                           Finish finish) {
    using namespace summary_kernels;
    const canonical_order::chunk_shape shape(count);
    scratch_memory scratch{};
    if (shape.chunks > 1) {
        scratch = detail::scratch_of(policy, shape.chunks * summary_states<T>::words * sizeof(std::uint64_t));
    }
    const summary_states<T> states(scratch, shape.chunks);
    const load_policy how = load_policy_of(values);
    launch(summary_kernel<Source, T, U, Finish>, detail::launch_of(policy, shape.chunks, lanes), values, count,
           shape.chunk, how, states, result, finish);
}

/// The summary of a source of at least one element; waits for it.
template <element_source Source, class T = source_value<Source>>
summary<T> summarize_source(const device_policy& policy, const Source& values, std::uint64_t count) {
    auto* const result = static_cast<summary<T>*>(detail::result_slot());
    summarize_source_into(policy, values, count, result, detail::stored_summary<T>{});
    detail::wait_for(policy);
    return *result;
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
