// A tile of a sort, by a block: where its elements go when they are ordered by a digit, and the whole sort of what fits
// into one tile. The warps rank their elements among those of the same digit, 32 at a time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/cuda/block/calls.hpp>
#include <strider/pattern/sort_key.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace sort_kernels {

inline constexpr unsigned digits = 256, warps = 12, threads = 32 * warps;

/// At most.
template <class Bits>
inline constexpr unsigned passes = sizeof(Bits);

template <class Bits>
__device__ __forceinline__ unsigned digit_of(Bits bits, unsigned pass) {
    return static_cast<unsigned>(bits >> (pass * 8)) % digits;
}

/// Elements that a thread takes: as many as keep a tile near 35 KiB of shared memory, with values 42.
template <class Element, class Value>
inline constexpr unsigned items = std::clamp(
    (std::is_same_v<Value, no_value> ? 92 : 112) / static_cast<unsigned>(std::max(sizeof(Element), sizeof(Value))), 2u,
    23u);

/// Shared memory of a tile, for one thing after the other.
template <class Element, class Value>
inline constexpr std::size_t tile_bytes = std::max(
    {threads * items<Element, Value> * std::max(sizeof(Element), sizeof(Value)), 2 * warps* digits * sizeof(unsigned)});

/// Rank of this lane's element among the warp's elements of the same digit. `counts` are the warp's; `lanes` is a word
/// for each digit, zero before and after. (A match instruction takes longer.)
__device__ __forceinline__ unsigned rank_in_warp(unsigned digit, unsigned* counts, unsigned* lanes) {
    const unsigned lane = threadIdx.x % 32;
    atomicOr(lanes + digit, 1u << lane);
    __syncwarp();
    const unsigned alike = lanes[digit], before = counts[digit];
    const unsigned lanes_before = __popc(alike & ((1u << lane) - 1));
    __syncwarp();
    if (lanes_before == 0) {
        counts[digit] = before + __popc(alike);
        lanes[digit] = 0;
    }
    __syncwarp();
    return before + lanes_before;
}

/// A tile's elements of one digit: how many there are, and where the first one goes in the tile.
struct digit_in_tile {
    unsigned count, start;
};

/// Where the block's elements go in their tile. A thread has `rows` of them, 32 apart. `digit(i)` is the digit of one
/// of them, or the last digit where no element is, so that those come last. Each digit's thread gets its count and
/// start, and `publish(count)` is called as soon as the count is known. `counts` is shared memory, free again behind
/// it.
template <unsigned Items, class DigitOf, class Publish>
__device__ __forceinline__ digit_in_tile place_in_tile(unsigned rows, const DigitOf& digit, const Publish& publish,
                                                       unsigned* counts, block::scratch<unsigned, threads>& totals,
                                                       unsigned (&place)[Items]) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32, thread = threadIdx.x;
    unsigned* const mine = counts + warp * digits;
    unsigned* const lanes = mine + warps * digits;
    for (unsigned d = lane; d < digits; d += 32) mine[d] = lanes[d] = 0;
    __syncwarp();
    // The digit, above the rank in the warp: registers decide the speed.
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
        if (i >= rows) break;
        const unsigned d = digit(i);
        place[i] = d << 16 | rank_in_warp(d, mine, lanes);
    }
    __syncthreads();

    unsigned in_tile = 0;  // of the thread's digit
    if (thread < digits) {
#pragma unroll
        for (unsigned w = 0; w < warps; ++w) {
            const unsigned in_warp = counts[w * digits + thread];
            counts[w * digits + thread] = in_tile;
            in_tile += in_warp;
        }
        publish(in_tile);
    }
    const unsigned start = block::exclusive_scan(in_tile, totals).value;
    if (thread < digits) {
#pragma unroll
        for (unsigned w = 0; w < warps; ++w) counts[w * digits + thread] += start;
    }
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
        if (i >= rows) break;
        place[i] = (place[i] & 0xffff) + mine[place[i] >> 16];
    }
    __syncthreads();
    return {in_tile, start};
}

/// A whole sort of elements that fit into a tile, by one block.
template <class Element, class Value, class BitsOf>
__global__ void __launch_bounds__(threads)
    sort_tile_kernel(const Element* from, Element* to, const Value* values_from, Value* values_to, unsigned count,
                     BitsOf bits_of, unsigned passes) {
    constexpr unsigned items = sort_kernels::items<Element, Value>;
    constexpr bool has_values = !std::is_same_v<Value, no_value>;
    __shared__ __align__(16) unsigned char memory[tile_bytes<Element, Value>];
    __shared__ block::scratch<unsigned, threads> totals;
    const unsigned rows = (count + threads - 1) / threads, at = threadIdx.x / 32 * 32 * rows + threadIdx.x % 32;
    // Everything that the thread has, in order of its places.
    const auto each = [&](auto visit) {
#pragma unroll
        for (unsigned i = 0; i < items; ++i) {
            if (i < rows && at + i * 32 < count) visit(i, at + i * 32);
        }
    };
    Element element[items];
    [[maybe_unused]] Value value[items];
    each([&](unsigned i, unsigned place) {
        element[i] = from[place];
        if constexpr (has_values) value[i] = values_from[place];
    });
    for (unsigned pass = 0; pass < passes; ++pass) {
        using bits = decltype(bits_of(*from));
        const auto digit = [&](unsigned i) {
            return digit_of(at + i * 32 < count ? bits_of(element[i]) : static_cast<bits>(~bits{0}), pass);
        };
        unsigned place[items];
        place_in_tile(rows, digit, [](unsigned) {}, reinterpret_cast<unsigned*>(memory), totals, place);
        const auto exchange = [&](auto& mine, auto* ordered) {
            each([&](unsigned i, unsigned) { ordered[place[i]] = mine[i]; });
            __syncthreads();
            each([&](unsigned i, unsigned from_place) { mine[i] = ordered[from_place]; });
            __syncthreads();
        };
        exchange(element, reinterpret_cast<Element*>(memory));
        if constexpr (has_values) exchange(value, reinterpret_cast<Value*>(memory));
    }
    each([&](unsigned i, unsigned to_place) {
        to[to_place] = element[i];
        if constexpr (has_values) values_to[to_place] = value[i];
    });
}

}  // namespace sort_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
