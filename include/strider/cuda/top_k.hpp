// The first of the sorted elements on a GPU, and in the emulator. The key of the last one is found digit by digit, the
// highest first: among the elements that agree with it so far, the digits are counted. Then those before it, and as
// many of its equals as there is room for, are moved to the output in their order, and sorted there.
//
// Source: T. Alabi, J. Blanchard, B. Gordon and R. Steinbach, Fast k-Selection Algorithms for Graphics Processing Units
// (2012), radix select.
#pragma once

#include <algorithm>
#include <cstdint>

#include <strider/core/source.hpp>
#include <strider/cuda/block/calls.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/sort.hpp>
#include <strider/pattern/sort_key.hpp>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace strider {
inline namespace STRIDER_TARGET {
namespace top_k_kernels {

using sort_kernels::digit_of, sort_kernels::digits, sort_kernels::passes;

inline constexpr unsigned threads = digits, most_blocks = 1024;

/// The known part of the last element's key.
template <class Bits>
struct last_key {
    Bits value;          ///< its digits that have been found
    Bits known;          ///< which bits these are
    std::uint64_t rank;  ///< how many elements that agree with them are wanted
};

template <class T>
inline constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T));

template <class Element>
using elements_of_thread = piece<Element, width<Element>>;

/// The elements to choose from, and what they are sorted by.
template <class Element, class BitsOf>
struct candidates {
    const Element* elements;
    std::uint64_t count;
    load_policy how;
    BitsOf bits_of;
};

/// Every block has a stretch of the elements: calls `visit(where, how many, elements)` for those of each thread, one
/// tile after the other, all threads together. At the end fewer than `width` are there.
template <class Element, class BitsOf, class Visit>
__device__ __forceinline__ void visit_stretch(const candidates<Element, BitsOf>& from, Visit visit) {
    constexpr std::uint64_t tile = threads * width<Element>;
    const contiguous<Element> elements{from.elements};
    const std::uint64_t tiles = (from.count + tile - 1) / tile, share = (tiles + gridDim.x - 1) / gridDim.x;
    const std::uint64_t end = (blockIdx.x + 1) * share < tiles ? (blockIdx.x + 1) * share : tiles;
    for (std::uint64_t t = blockIdx.x * share; t < end; ++t) {
        const std::uint64_t at = t * tile + threadIdx.x * width<Element>;
        const unsigned here = at >= from.count                   ? 0
                              : from.count - at < width<Element> ? static_cast<unsigned>(from.count - at)
                                                                 : width<Element>;
        const elements_of_thread<Element> some = here == width<Element> ? read<width<Element>>(elements, at, from.how)
                                                                        : read_some<width<Element>>(elements, at, here);
        visit(at, here, some);  // all threads at once: it may have barriers
    }
}

/// Counts a digit of the elements that agree with what is known of the last key, in the first pass nothing. The last
/// block to be done finds the key's digit, and leaves the counts zero.
template <class Element, class BitsOf, class Bits>
__global__ void __launch_bounds__(threads)
    digit_kernel(candidates<Element, BitsOf> from, std::uint64_t k, unsigned pass, last_key<Bits>* last,
                 unsigned long long* counts, unsigned* blocks_done) {
    __shared__ unsigned here[digits];
    __shared__ block::scratch<std::uint64_t, digits> totals;
    __shared__ bool is_last;
    here[threadIdx.x] = 0;
    const last_key<Bits> sought = pass == passes<Bits> - 1 ? last_key<Bits>{0, 0, k} : *last;
    __syncthreads();
    visit_stretch(from, [&](std::uint64_t, unsigned available, const elements_of_thread<Element>& some) {
#pragma unroll
        for (unsigned v = 0; v < width<Element>; ++v) {
            if (v >= available) continue;
            const Bits bits = from.bits_of(some.element[v]);
            if ((bits & sought.known) == sought.value) atomicAdd(here + digit_of(bits, pass), 1u);
        }
    });
    __syncthreads();
    const ::cuda::atomic_ref<unsigned long long, ::cuda::thread_scope_device> of_digit(counts[threadIdx.x]);
    const unsigned mine = here[threadIdx.x];
    if (mine != 0) of_digit.fetch_add(mine, ::cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x == 0) {
        const ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_device> done(*blocks_done);
        is_last = done.fetch_add(1, ::cuda::memory_order_acq_rel) == gridDim.x - 1;
        if (is_last) done.store(0, ::cuda::memory_order_relaxed);
    }
    __syncthreads();
    if (!is_last) return;
    const std::uint64_t count = of_digit.exchange(0, ::cuda::memory_order_relaxed);
    const std::uint64_t up_to = block::inclusive_scan(count, totals).value;
    if (up_to < sought.rank || up_to - count >= sought.rank) return;
    constexpr unsigned bits_a_digit = 8 * sizeof(Bits) / passes<Bits>;
    const auto at_digit = [&](unsigned bits) {
        return static_cast<Bits>(static_cast<Bits>(bits) << (pass * bits_a_digit));
    };
    *last = {static_cast<Bits>(sought.value | at_digit(threadIdx.x)),
             static_cast<Bits>(sought.known | at_digit((1u << bits_a_digit) - 1)), sought.rank - (up_to - count)};
}

/// How many elements come before the last key, and how many are equal to it.
struct chosen {
    std::uint64_t before, equal;

    __device__ __forceinline__ friend chosen operator+(const chosen& a, const chosen& b) {
        return {a.before + b.before, a.equal + b.equal};
    }
};

/// Counts a thread's chosen elements; those equal to the key in the upper half.
template <class Element, class BitsOf, class Bits>
__device__ __forceinline__ unsigned count_chosen(const elements_of_thread<Element>& some, unsigned available,
                                                 const BitsOf& bits_of, Bits key) {
    unsigned counts = 0;
#pragma unroll
    for (unsigned v = 0; v < width<Element>; ++v) {
        if (v >= available) continue;
        const Bits bits = bits_of(some.element[v]);
        counts += (bits < key ? 1u : 0u) + (bits == key ? 1u << 16 : 0u);
    }
    return counts;
}

/// Counts them in each block's stretch.
template <class Element, class BitsOf, class Bits>
__global__ void __launch_bounds__(threads)
    count_chosen_kernel(candidates<Element, BitsOf> from, const last_key<Bits>* last, chosen* of_blocks) {
    __shared__ block::scratch<chosen, threads> totals;
    const Bits key = last->value;
    chosen mine{0, 0};
    visit_stretch(from, [&](std::uint64_t, unsigned available, const elements_of_thread<Element>& some) {
        const unsigned counts = count_chosen(some, available, from.bits_of, key);
        mine = mine + chosen{counts & 0xffff, counts >> 16};
    });
    const chosen all = block::reduce(mine, totals);
    if (threadIdx.x == 0) of_blocks[blockIdx.x] = all;
}

/// Moves them, behind those of the blocks before: calls `move(to, element, from)` with both places.
template <class Element, class BitsOf, class Bits, class Move>
__global__ void __launch_bounds__(threads)
    move_chosen_kernel(candidates<Element, BitsOf> from, const last_key<Bits>* last, const chosen* of_blocks,
                       std::uint64_t k, Move move) {
    __shared__ block::scratch<chosen, threads> totals;
    __shared__ block::scratch<unsigned, threads> of_tile;
    const Bits key = last->value;
    const std::uint64_t room = last->rank;
    chosen before{0, 0};
    for (unsigned b = threadIdx.x; b < blockIdx.x; b += threads) before = before + of_blocks[b];
    before = block::reduce(before, totals);

    visit_stretch(from, [&](std::uint64_t at, unsigned available, const elements_of_thread<Element>& some) {
        const unsigned counts = count_chosen(some, available, from.bits_of, key);
        if (__syncthreads_or(counts != 0 ? 1 : 0) == 0) return;
        const auto [before_thread, in_tile] = block::exclusive_scan(counts, of_tile);
        std::uint64_t place = before.before + (before_thread & 0xffff);
        std::uint64_t equal = before.equal + (before_thread >> 16);
        before = before + chosen{in_tile & 0xffff, in_tile >> 16};
#pragma unroll
        for (unsigned v = 0; v < width<Element>; ++v) {
            if (v >= available) continue;
            const Bits bits = from.bits_of(some.element[v]);
            if (bits < key) move(place++, some.element[v], at + v);
            if (bits == key && equal++ < room) move(k - room + equal - 1, some.element[v], at + v);
        }
    });
}

template <class Element>
struct move_elements {
    Element* to;
    __device__ void operator()(std::uint64_t place, const Element& element, std::uint64_t) const {
        to[place] = element;
    }
};

}  // namespace top_k_kernels

/// Stream-ordered: calls `move(to, element, from)`, with both places, for the `k` elements of the least bits, at least
/// one. Only equal elements keep their order.
template <class Element, class BitsOf, class Move>
void choose_elements(const device_policy& policy, const Element* elements, std::uint64_t count, std::uint64_t k,
                     const BitsOf& bits_of, const Move& move) {
    using namespace top_k_kernels;
    using bits = decltype(bits_of(*elements));
    const auto slots =
        detail::scratch_of(policy, sizeof(last_key<bits>) + most_blocks * sizeof(chosen), scratch_use::exchange).slots;
    auto* const of_blocks = reinterpret_cast<chosen*>(slots);
    auto* const last = reinterpret_cast<last_key<bits>*>(of_blocks + most_blocks);
    const scratch_memory sums = detail::scratch_of(policy, digits * sizeof(std::uint64_t), scratch_use::sums);
    auto* const counts = reinterpret_cast<unsigned long long*>(sums.slots);

    constexpr std::uint64_t tile = threads * width<Element>;
    const std::uint64_t blocks =
        std::min<std::uint64_t>((count + tile - 1) / tile, std::min(most_blocks, 8 * multiprocessors()));
    const launch_configuration at = detail::launch_of(policy, blocks, threads);
    const candidates<Element, BitsOf> from{elements, count, load_policy_of(contiguous<Element>{elements}), bits_of};
    for (unsigned pass = passes<bits>; pass-- > 0;) {
        launch(digit_kernel<Element, BitsOf, bits>, at, from, k, pass, last, counts, sums.epoch);
    }
    launch(count_chosen_kernel<Element, BitsOf, bits>, at, from, last, of_blocks);
    launch(move_chosen_kernel<Element, BitsOf, bits, Move>, at, from, last, of_blocks, k, move);
}

/// Stream-ordered: the `k` elements of the least bits, sorted, to an output apart from the input.
template <class Element, class BitsOf>
void top_elements(const device_policy& policy, const Element* from, std::uint64_t count, Element* to, std::uint64_t k,
                  const BitsOf& bits_of) {
    if (k == 0) return;
    choose_elements(policy, from, count, k, bits_of, top_k_kernels::move_elements<Element>{to});
    sort_elements(policy, to, to, static_cast<const no_value*>(nullptr), static_cast<no_value*>(nullptr), k, bits_of);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
