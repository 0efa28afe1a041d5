// The passes of a sort: one launch counts every digit of every pass; then each pass is one launch that reads and writes
// each element once.
//
// A block takes a tile (sort/tile.hpp). The counts of the tile's digits are published, and each digit's thread looks
// back over the tiles before it until it knows how many of its digit come before this tile's. Meanwhile elements are
// brought into order in shared memory, so that those of a digit are written as neighbours. A pass whose elements all
// have one digit copies them.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/cuda/block/calls.hpp>
#include <strider/cuda/block/look_back.hpp>
#include <strider/cuda/sort/tile.hpp>
#include <strider/pattern/sort_key.hpp>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace strider {
inline namespace STRIDER_TARGET {
namespace sort_kernels {

/// Blocks that a multiprocessor is to hold: a third one where its registers suffice. (2^27 f64 on an H200: 7.9 ms for
/// 8.6; with values, or more elements a thread, it would spill.)
template <class Element, class Value>
inline constexpr unsigned resident_blocks = sizeof(Element) == 8 && std::is_same_v<Value, no_value> ? 3 : 2;

/// A tile's message about a digit: its count in the tile, or in it and all tiles before it. Zero: nothing yet.
inline constexpr unsigned of_tile = 1u << 30, of_all = 2u << 30, count_bits = of_tile - 1;
using state_word = ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_device>;

/// Counts the digits of all passes. Clears the states of the first pass.
template <class Element, class BitsOf>
__global__ void __launch_bounds__(threads)
    count_digits_kernel(const Element* elements, std::uint64_t count, BitsOf bits_of, unsigned long long* counts,
                        unsigned* states, std::uint64_t state_words) {
    using bits = decltype(bits_of(*elements));
    constexpr unsigned cells = passes<bits> * digits, in_flight = 8;
    __shared__ unsigned here[cells];
    for (unsigned c = threadIdx.x; c < cells; c += threads) here[c] = 0;
    const std::uint64_t thread = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    const std::uint64_t all = std::uint64_t{gridDim.x} * threads;
    for (std::uint64_t i = thread; i < state_words; i += all) states[i] = 0;
    __syncthreads();

    constexpr unsigned tile = in_flight * threads;
    for (std::uint64_t first = std::uint64_t{blockIdx.x} * tile; first < count;
         first += std::uint64_t{gridDim.x} * tile) {
        Element element[in_flight];
#pragma unroll
        for (unsigned i = 0; i < in_flight; ++i) {
            const std::uint64_t at = first + i * threads + threadIdx.x;
            if (at < count) element[i] = elements[at];
        }
#pragma unroll
        for (unsigned i = 0; i < in_flight; ++i) {
            if (first + i * threads + threadIdx.x >= count) break;
            const bits raw = bits_of(element[i]);
#pragma unroll
            for (unsigned p = 0; p < passes<bits>; ++p) atomicAdd(here + p * digits + digit_of(raw, p), 1u);
        }
    }
    __syncthreads();
    for (unsigned c = threadIdx.x; c < cells; c += threads) {
        if (here[c] != 0) atomicAdd(counts + c, static_cast<unsigned long long>(here[c]));
    }
}

/// One block a pass: where the first element of each digit goes, and whether all have one digit, or the pass is one
/// behind them all, which copies. The counts are zero again behind it.
template <class Count>
__global__ void __launch_bounds__(digits)
    place_digits_kernel(Count* counts, std::uint64_t elements, std::uint64_t* places, unsigned* one_digit) {
    __shared__ block::scratch<std::uint64_t, digits> totals;
    const unsigned cell = blockIdx.x * digits + threadIdx.x;
    const std::uint64_t count = counts[cell];
    counts[cell] = 0;
    places[cell] = block::exclusive_scan(count, totals).value;
    const bool has_all = __syncthreads_or(count == elements ? 1 : 0) != 0;
    if (threadIdx.x == 0) one_digit[blockIdx.x] = has_all ? 1 : 0;
    if (cell == 0) one_digit[gridDim.x] = 1;
}

/// One launch of a pass.
template <class Element, class Value>
struct task {
    const Element* from;
    Element* to;
    const Value* values_from;
    Value* values_to;
    std::uint64_t first, count;   ///< which elements, fewer than 2^30
    const std::uint64_t* places;  ///< where the first of them of each digit goes
    std::uint64_t* next_places;   ///< where those of the next launch go; null in a pass's last
    const unsigned* one_digit;    ///< whether all elements have one digit in this pass
    unsigned *states, *cleared;   ///< of this launch, a word for each digit of each tile; those of the next one
    std::uint64_t cleared_words;
};

/// How many of a digit the tiles before this one hold.
__device__ __forceinline__ unsigned look_back(unsigned* states, unsigned digit) {
    return block::look_back_by_thread<4>(
        [&](unsigned tile) {
            return state_word(states[tile * std::uint64_t{digits} + digit]).load(::cuda::memory_order_relaxed);
        },
        of_all, count_bits);
}

// One function: elements and their places stay in registers from the load to the last store, and the look-back is under
// way while elements come into order.
template <class Element, class Value, class BitsOf>
__global__ void __launch_bounds__(threads, resident_blocks<Element, Value>)
    pass_kernel(task<Element, Value> work, BitsOf bits_of, unsigned pass) {
    constexpr unsigned items = sort_kernels::items<Element, Value>, tile = threads * items;
    constexpr bool has_values = !std::is_same_v<Value, no_value>;
    // First the counts of each warp's digits, then the elements in order, then the values.
    __shared__ __align__(16) unsigned char memory[tile_bytes<Element, Value>];
    __shared__ std::uint64_t place_of_digit[digits];
    __shared__ block::scratch<unsigned, threads> totals;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, thread = threadIdx.x;
    const std::uint64_t in_launch = std::uint64_t{blockIdx.x} * tile, first = work.first + in_launch;
    const unsigned count = work.count - in_launch < tile ? static_cast<unsigned>(work.count - in_launch) : tile;
    const unsigned at = warp * 32 * items + lane;  // of the thread's first element; the others 32 apart

    for (std::uint64_t i = std::uint64_t{blockIdx.x} * threads + thread; i < work.cleared_words;
         i += std::uint64_t{gridDim.x} * threads) {
        work.cleared[i] = 0;
    }
    Element element[items];
#pragma unroll
    for (unsigned i = 0; i < items; ++i) {
        if (at + i * 32 < count) element[i] = work.from[first + at + i * 32];
    }
    if (*work.one_digit != 0) {
#pragma unroll
        for (unsigned i = 0; i < items; ++i) {
            if (at + i * 32 >= count) break;
            work.to[first + at + i * 32] = element[i];
            if constexpr (has_values) work.values_to[first + at + i * 32] = work.values_from[first + at + i * 32];
        }
        return;
    }

    using bits = decltype(bits_of(*work.from));
    unsigned place[items];
    const auto digit = [&](unsigned i) {
        return digit_of(at + i * 32 < count ? bits_of(element[i]) : static_cast<bits>(~bits{0}), pass);
    };
    const auto publish = [&](unsigned in_tile) {
        state_word(work.states[std::uint64_t{blockIdx.x} * digits + thread])
            .store((blockIdx.x == 0 ? of_all : of_tile) | in_tile, ::cuda::memory_order_relaxed);
    };
    const auto [in_tile, start] =
        place_in_tile(items, digit, publish, reinterpret_cast<unsigned*>(memory), totals, place);

    Element* const ordered = reinterpret_cast<Element*>(memory);
#pragma unroll
    for (unsigned i = 0; i < items; ++i) ordered[place[i]] = element[i];
    if (thread < digits) {
        const unsigned before = look_back(work.states, thread);
        const std::uint64_t here = work.places[thread] + before;
        if (blockIdx.x > 0) {
            state_word(work.states[std::uint64_t{blockIdx.x} * digits + thread])
                .store(of_all | (before + in_tile), ::cuda::memory_order_relaxed);
        }
        if (blockIdx.x == gridDim.x - 1 && work.next_places != nullptr) work.next_places[thread] = here + in_tile;
        place_of_digit[thread] = here - start;
    }
    __syncthreads();

    [[maybe_unused]] unsigned char digit_at[items];
#pragma unroll
    for (unsigned i = 0; i < items; ++i) {
        const unsigned from = i * threads + thread;
        if (from >= count) break;
        const Element next = ordered[from];
        const unsigned d = digit_of(bits_of(next), pass);
        if constexpr (has_values) digit_at[i] = static_cast<unsigned char>(d);
        work.to[place_of_digit[d] + from] = next;
    }
    if constexpr (has_values) {
        Value value[items];
#pragma unroll
        for (unsigned i = 0; i < items; ++i) {
            if (at + i * 32 < count) value[i] = work.values_from[first + at + i * 32];
        }
        __syncthreads();
        Value* const values = reinterpret_cast<Value*>(memory);
#pragma unroll
        for (unsigned i = 0; i < items; ++i) values[place[i]] = value[i];
        __syncthreads();
#pragma unroll
        for (unsigned i = 0; i < items; ++i) {
            const unsigned from = i * threads + thread;
            if (from < count) work.values_to[place_of_digit[digit_at[i]] + from] = values[from];
        }
    }
}

}  // namespace sort_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
