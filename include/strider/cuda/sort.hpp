// Sorting on a GPU, and in the executor: by digits of 8 bits, the lowest first. One launch counts every digit of every
// pass; then each pass is one launch that reads and writes each element once.
//
// A block takes a tile. Its warps rank their elements among those of the same digit, 32 at a time; the counts of the
// tile's digits are published, and each digit's thread looks back over the tiles before it until it knows how many of
// its digit come before this tile's. Meanwhile elements are brought into order in shared memory, so that those of a
// digit are written as neighbours. A pass whose elements all have one digit copies them. What fits into a tile is
// sorted by one block in one launch.
//
// Source: A. Adinets and D. Merrill, Onesweep: A Faster Least Significant Digit Radix Sort for GPUs (2022).
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <strider/cuda/block/calls.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/pattern/sort_key.hpp>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

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

/// Blocks that a multiprocessor is to hold: a third one where its registers suffice. (2^27 f64 on an H200: 7.9 ms for
/// 8.6; with values, or more elements a thread, it would spill.)
template <class Element, class Value>
inline constexpr unsigned resident_blocks = sizeof(Element) == 8 && std::is_same_v<Value, no_value> ? 3 : 2;

/// Shared memory of a tile, for one thing after the other.
template <class Element, class Value>
inline constexpr std::size_t tile_bytes = std::max(
    {threads * items<Element, Value> * std::max(sizeof(Element), sizeof(Value)), 2 * warps* digits * sizeof(unsigned)});

/// What a tile says of a digit: how many there are in it, or in it and all tiles before it. Zero: nothing yet.
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

/// Of the elements that a warp has ranked and those of the lanes before this one, how many have this digit. `counts`
/// are the warp's; `lanes` is a word for each digit, zero before and after. (A match instruction takes longer.)
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

/// How many of a digit the tiles before this one hold. Several are looked at together.
__device__ __forceinline__ unsigned look_back(unsigned* states, unsigned digit) {
    constexpr unsigned together = 4;
    unsigned before = 0, tile = blockIdx.x;
    while (tile > 0) {
        unsigned seen[together];
#pragma unroll
        for (unsigned k = 0; k < together; ++k) {
            seen[k] = k < tile ? state_word(states[(tile - 1 - k) * std::uint64_t{digits} + digit])
                                     .load(::cuda::memory_order_relaxed)
                               : 0;
        }
#pragma unroll
        for (unsigned k = 0; k < together; ++k) {
            if (seen[k] == 0) break;
            before += seen[k] & count_bits;
            if ((seen[k] & of_all) != 0) return before;
            --tile;
        }
    }
    return before;
}

/// Of a tile's elements of one digit: how many there are, and where the first one goes in the tile.
struct digit_in_tile {
    unsigned count, start;
};

/// Where the block's elements go in their tile. A thread has `rows` of them, 32 apart; `digit(i)` is that of one of
/// them, and where no element is, the last one, so that those come last. Each digit's thread gets it, and
/// `publish(count)` is called as soon as it is known. `counts` is shared memory, free again behind it.
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

/// The parts of the scratch of a sort.
struct scratch_parts {
    std::size_t bytes = 0;
    std::size_t add(std::size_t more) {
        const std::size_t at = bytes;
        bytes += (more + 127) / 128 * 128;
        return at;
    }
};

}  // namespace sort_kernels

/// Stream-ordered: the elements in ascending order of their bits, of which the lowest `key_bits` differ, and with each
/// its value, to `to` and `values_to`, which may be where they come from.
template <class Element, class Value, class BitsOf>
void sort_elements(const device_policy& policy, const Element* from, Element* to, const Value* values_from,
                   Value* values_to, std::uint64_t count, const BitsOf& bits_of,
                   unsigned key_bits = 8 * sizeof(std::invoke_result_t<const BitsOf&, const Element&>)) {
    using namespace sort_kernels;
    using bits = decltype(bits_of(*from));
    constexpr std::uint64_t tile = threads * items<Element, Value>, most_tiles = count_bits / tile;
    constexpr unsigned all_passes = passes<bits>;
    if (count == 0) return;
    const unsigned needed = std::clamp((key_bits + 7) / 8, 1u, all_passes);
    if (count <= tile) {
        return launch(sort_tile_kernel<Element, Value, BitsOf>, detail::launch_of(policy, 1, threads), from, to,
                      values_from, values_to, static_cast<unsigned>(count), bits_of, needed);
    }
    // Launches of equal sizes: each clears what the next one needs.
    const std::uint64_t tiles = (count + tile - 1) / tile, launches_a_pass = (tiles + most_tiles - 1) / most_tiles;
    const std::uint64_t tiles_a_launch = (tiles + launches_a_pass - 1) / launches_a_pass;

    scratch_parts parts;
    const std::size_t states_at[] = {parts.add(tiles_a_launch * digits * sizeof(unsigned)),
                                     parts.add(tiles_a_launch * digits * sizeof(unsigned))};
    const std::size_t places_at = parts.add((all_passes + 2) * digits * sizeof(std::uint64_t));
    const std::size_t one_digit_at = parts.add((all_passes + 1) * sizeof(unsigned));
    const std::size_t elements_at = parts.add(count * sizeof(Element));
    const std::size_t values_at = parts.add(values_from != nullptr ? count * sizeof(Value) : 0);
    const auto bytes =
        reinterpret_cast<unsigned char*>(detail::scratch_of(policy, parts.bytes, scratch_use::exchange).slots);
    const auto counts = reinterpret_cast<unsigned long long*>(
        detail::scratch_of(policy, all_passes * digits * sizeof(std::uint64_t), scratch_use::sums).slots);
    auto* const places = reinterpret_cast<std::uint64_t*>(bytes + places_at);
    auto* const one_digit = reinterpret_cast<unsigned*>(bytes + one_digit_at);
    const auto states = [&](unsigned launch) { return reinterpret_cast<unsigned*>(bytes + states_at[launch % 2]); };

    const std::uint64_t blocks =
        std::min<std::uint64_t>((count + 8 * threads - 1) / (8 * threads), 4 * multiprocessors());
    launch(count_digits_kernel<Element, BitsOf>, detail::launch_of(policy, blocks, threads), from, count, bits_of,
           counts, states(0), tiles_a_launch * digits);
    launch(place_digits_kernel<unsigned long long>, detail::launch_of(policy, all_passes, digits), counts, count,
           places, one_digit);

    auto* const other = reinterpret_cast<Element*>(bytes + elements_at);
    auto* const other_values = reinterpret_cast<Value*>(bytes + values_at);
    // Results end where they are wanted; those of an odd number of passes, in place, by one more, which copies.
    const bool in_place = from == to || (values_from != nullptr && values_from == values_to);
    const unsigned done_after = needed + (in_place ? needed % 2 : 0);
    unsigned launches = 0;
    for (unsigned pass = 0; pass < done_after; ++pass) {
        const bool to_other = (done_after - pass) % 2 == 0;
        task<Element, Value> work{.from = pass == 0  ? from
                                          : to_other ? to
                                                     : other,
                                  .to = to_other ? other : to,
                                  .values_from = pass == 0  ? values_from
                                                 : to_other ? values_to
                                                            : other_values,
                                  .values_to = to_other ? other_values : values_to,
                                  .first = 0,
                                  .count = 0,
                                  .places = places + pass * digits,
                                  .next_places = nullptr,
                                  .one_digit = one_digit + (pass < needed ? pass : all_passes),
                                  .states = nullptr,
                                  .cleared = nullptr,
                                  .cleared_words = tiles_a_launch * digits};
        for (std::uint64_t done = 0; done < tiles; done += tiles_a_launch, ++launches) {
            const std::uint64_t here = std::min(tiles - done, tiles_a_launch);
            work.first = done * tile;
            work.count = std::min(count - work.first, here * tile);
            work.next_places = done + here < tiles ? places + (all_passes + launches % 2) * digits : nullptr;
            work.states = states(launches);
            work.cleared = states(launches + 1);
            launch(pass_kernel<Element, Value, BitsOf>, detail::launch_of(policy, here, threads), work, bits_of, pass);
            work.places = work.next_places;
        }
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider
