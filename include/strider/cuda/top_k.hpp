// The first of the sorted elements on a GPU, and in the executor. The key of the last one is found digit by digit, the
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

namespace strider {
inline namespace STRIDER_TARGET {
namespace top_k_kernels {

using sort_kernels::digit_of, sort_kernels::digits, sort_kernels::passes;

inline constexpr unsigned threads = 256, most_blocks = 1024;

/// What is known of the last element's key.
template <class Bits>
struct last_key {
    Bits value;          ///< its digits that have been found
    Bits known;          ///< which bits these are
    std::uint64_t rank;  ///< how many elements that agree with them are wanted
};

template <class Bits>
__global__ void begin_kernel(last_key<Bits>* last, std::uint64_t k) {
    *last = {0, 0, k};
}

template <class T>
inline constexpr unsigned width = canonical_order::accumulators_per_lane(sizeof(T));

template <class Element>
using elements_of_thread = piece<Element, width<Element>>;

/// Every block has a stretch of the elements: calls `visit(how many, elements)` for those of each thread, one tile
/// after the other, all threads together. At the end fewer than `width` are there.
template <class Element, class Visit>
__device__ __forceinline__ void visit_stretch(const Element* elements, std::uint64_t count, load_policy how,
                                              Visit visit) {
    constexpr std::uint64_t tile = threads * width<Element>;
    const std::uint64_t tiles = (count + tile - 1) / tile, share = (tiles + gridDim.x - 1) / gridDim.x;
    const std::uint64_t end = (blockIdx.x + 1) * share < tiles ? (blockIdx.x + 1) * share : tiles;
    for (std::uint64_t t = blockIdx.x * share; t < end; ++t) {
        const std::uint64_t at = t * tile + threadIdx.x * width<Element>;
        const unsigned here = at >= count                   ? 0
                              : count - at < width<Element> ? static_cast<unsigned>(count - at)
                                                            : width<Element>;
        const elements_of_thread<Element> some =
            here == width<Element> ? read<width<Element>>(contiguous<Element>{elements}, at, how)
                                   : read_some<width<Element>>(contiguous<Element>{elements}, at, here);
        visit(here, some);  // all threads at once: it may have barriers
    }
}

/// Counts a digit of the elements that agree with what is known.
template <class Element, class BitsOf, class Bits>
__global__ void __launch_bounds__(threads)
    count_digit_kernel(const Element* elements, std::uint64_t count, load_policy how, BitsOf bits_of, unsigned pass,
                       const last_key<Bits>* last, unsigned long long* counts) {
    __shared__ unsigned here[digits];
    here[threadIdx.x] = 0;
    const last_key<Bits> sought = *last;
    __syncthreads();
    visit_stretch(elements, count, how, [&](unsigned available, const elements_of_thread<Element>& some) {
#pragma unroll
        for (unsigned v = 0; v < width<Element>; ++v) {
            if (v >= available) continue;
            const Bits bits = bits_of(some.element[v]);
            if ((bits & sought.known) == sought.value) atomicAdd(here + digit_of(bits, pass), 1u);
        }
    });
    __syncthreads();
    const unsigned mine = here[threadIdx.x];
    if (mine != 0) atomicAdd(counts + threadIdx.x, static_cast<unsigned long long>(mine));
}

/// One block finds that digit of the last key. The counts are zero again behind it.
template <class Bits>
__global__ void __launch_bounds__(digits)
    find_digit_kernel(unsigned long long* counts, unsigned pass, last_key<Bits>* last) {
    __shared__ block::scratch<std::uint64_t, digits> totals;
    const std::uint64_t rank = last->rank, count = counts[threadIdx.x];
    counts[threadIdx.x] = 0;
    const std::uint64_t up_to = block::inclusive_scan(count, totals).value;  // its barrier: all have read the rank
    if (up_to < rank || up_to - count >= rank) return;
    constexpr unsigned bits_a_digit = 8 * sizeof(Bits) / passes<Bits>;
    const auto at_digit = [&](unsigned bits) {
        return static_cast<Bits>(static_cast<Bits>(bits) << (pass * bits_a_digit));
    };
    last->value = static_cast<Bits>(last->value | at_digit(threadIdx.x));
    last->known = static_cast<Bits>(last->known | at_digit((1u << bits_a_digit) - 1));
    last->rank = rank - (up_to - count);
}

/// How many elements come before the last key, and how many are equal to it.
struct chosen {
    std::uint64_t before, equal;

    __device__ __forceinline__ friend chosen operator+(const chosen& a, const chosen& b) {
        return {a.before + b.before, a.equal + b.equal};
    }
};

/// Of the elements of a thread; those equal to the key in the upper half.
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
    count_chosen_kernel(const Element* elements, std::uint64_t count, load_policy how, BitsOf bits_of,
                        const last_key<Bits>* last, chosen* of_blocks) {
    __shared__ block::scratch<chosen, threads> totals;
    const Bits key = last->value;
    chosen mine{0, 0};
    visit_stretch(elements, count, how, [&](unsigned available, const elements_of_thread<Element>& some) {
        const unsigned counts = count_chosen(some, available, bits_of, key);
        mine = mine + chosen{counts & 0xffff, counts >> 16};
    });
    const chosen all = block::reduce(mine, totals);
    if (threadIdx.x == 0) of_blocks[blockIdx.x] = all;
}

/// Moves them, behind those of the blocks before.
template <class Element, class BitsOf, class Bits>
__global__ void __launch_bounds__(threads)
    move_chosen_kernel(const Element* elements, std::uint64_t count, load_policy how, BitsOf bits_of,
                       const last_key<Bits>* last, const chosen* of_blocks, Element* to, std::uint64_t k) {
    __shared__ block::scratch<chosen, threads> totals;
    __shared__ block::scratch<unsigned, threads> of_tile;
    const Bits key = last->value;
    const std::uint64_t room = last->rank;
    chosen before{0, 0};
    for (unsigned b = threadIdx.x; b < blockIdx.x; b += threads) before = before + of_blocks[b];
    before = block::reduce(before, totals);

    visit_stretch(elements, count, how, [&](unsigned available, const elements_of_thread<Element>& some) {
        const unsigned counts = count_chosen(some, available, bits_of, key);
        if (__syncthreads_or(counts != 0 ? 1 : 0) == 0) return;
        const auto [before_thread, in_tile] = block::exclusive_scan(counts, of_tile);
        std::uint64_t place = before.before + (before_thread & 0xffff);
        std::uint64_t equal = before.equal + (before_thread >> 16);
        before = before + chosen{in_tile & 0xffff, in_tile >> 16};
#pragma unroll
        for (unsigned v = 0; v < width<Element>; ++v) {
            if (v >= available) continue;
            const Bits bits = bits_of(some.element[v]);
            if (bits < key) to[place++] = some.element[v];
            if (bits == key && equal++ < room) to[k - room + equal - 1] = some.element[v];
        }
    });
}

}  // namespace top_k_kernels

/// Stream-ordered: the `k` elements of the least bits, sorted, to an output apart from the input.
template <class Element, class BitsOf>
void top_elements(const device_policy& policy, const Element* from, std::uint64_t count, Element* to, std::uint64_t k,
                  const BitsOf& bits_of) {
    using namespace top_k_kernels;
    using bits = decltype(bits_of(*from));
    if (k == 0) return;
    const auto slots =
        detail::scratch_of(policy, sizeof(last_key<bits>) + most_blocks * sizeof(chosen), scratch_use::exchange).slots;
    auto* const of_blocks = reinterpret_cast<chosen*>(slots);
    auto* const last = reinterpret_cast<last_key<bits>*>(of_blocks + most_blocks);
    const auto counts = reinterpret_cast<unsigned long long*>(
        detail::scratch_of(policy, digits * sizeof(std::uint64_t), scratch_use::sums).slots);

    constexpr std::uint64_t tile = threads * width<Element>;
    const std::uint64_t blocks =
        std::min<std::uint64_t>((count + tile - 1) / tile, std::min(most_blocks, 8 * multiprocessors()));
    const launch_configuration at = detail::launch_of(policy, blocks, threads);
    const load_policy how = load_policy_of(contiguous<Element>{from});
    launch(begin_kernel<bits>, detail::launch_of(policy, 1, 1), last, k);
    for (unsigned pass = passes<bits>; pass-- > 0;) {
        launch(count_digit_kernel<Element, BitsOf, bits>, at, from, count, how, bits_of, pass, last, counts);
        launch(find_digit_kernel<bits>, detail::launch_of(policy, 1, digits), counts, pass, last);
    }
    launch(count_chosen_kernel<Element, BitsOf, bits>, at, from, count, how, bits_of, last, of_blocks);
    launch(move_chosen_kernel<Element, BitsOf, bits>, at, from, count, how, bits_of, last, of_blocks, to, k);
    sort_elements(policy, to, to, static_cast<const no_value*>(nullptr), static_cast<no_value*>(nullptr), k, bits_of);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
