// The segmented scan on a GPU, and in the emulator: one launch that finds the heads, and the scan of elements with
// their heads.
//
// A thread finds the heads among 32 elements: a search for the first offset that is not before them, then the offsets
// one after the other. So no memory is cleared, and no two threads write one word.
#pragma once

#include <cstdint>

#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/block/tile_state.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/scan.hpp>
#include <strider/pattern/heads.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace segmented_scan_kernels {

inline constexpr unsigned threads = 256;

/// The first of the offsets from `low` on that is at least `value`.
template <class Offset>
__device__ __forceinline__ std::uint64_t offset_from(const Offset* offsets, std::uint64_t low, std::uint64_t count,
                                                     std::uint64_t value) {
    std::uint64_t high = count;
    while (low < high) {
        const std::uint64_t middle = low + (high - low) / 2;
        if (static_cast<std::uint64_t>(offsets[middle]) < value) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low;
}

/// The heads of 32 elements a thread, published as states of an epoch that no launch has.
template <class Offset>
__global__ void __launch_bounds__(threads)
    heads_kernel(const Offset* offsets, std::uint64_t count, std::uint64_t words, block::tile_state<unsigned> heads) {
    const std::uint64_t word = std::uint64_t{blockIdx.x} * threads + threadIdx.x;
    if (word >= words) return;
    const std::uint64_t first = word * 32;
    unsigned bits = 0;
    for (std::uint64_t i = offset_from(offsets, 0, count, first); i < count;) {
        const std::uint64_t at = static_cast<std::uint64_t>(offsets[i]);
        if (at >= first + 32) break;
        bits |= 1u << (at - first);
        ++i;
        if (i < count && static_cast<std::uint64_t>(offsets[i]) == at) i = offset_from(offsets, i, count, at + 1);
    }
    heads.publish(word, bits, 0);
}

}  // namespace segmented_scan_kernels

// How the scan reads elements with their heads, and writes results without them.
template <unsigned Count, class T, class Operator, class Heads, class Element>
bool readable_in_pieces(const headed_elements<T, Operator, Heads, Element>& source) {
    return readable_in_pieces<Count>(contiguous<Element>{source.data});
}

template <unsigned Count, class T, class Operator, class Heads, class Element>
__device__ __forceinline__ auto read(const headed_elements<T, Operator, Heads, Element>& source, std::uint64_t first,
                                     load_policy how) {
    static_assert(32 % Count == 0, "the heads of a piece are in one word");
    if (!how.vectors) return read_some<Count>(source, first, Count);
    const piece<Element, Count> values = read<Count>(contiguous<Element>{source.data}, first, how);
    const auto heads = source.heads.words[first / 32] >> first % 32;
    piece<headed<T>, Count> elements;
#pragma unroll
    for (unsigned i = 0; i < Count; ++i)
        elements.element[i] = source.with_head(static_cast<T>(values.element[i]), (heads >> i & 1) != 0);
    return elements;
}

template <unsigned Count, bool Exclusive, class T, class Heads, class Element>
bool writable_in_pieces(const segment_results<Exclusive, T, Heads, Element>& results) {
    return writable_in_pieces<Count>(results.data);
}

template <bool Exclusive, class T, class Heads, class Element, unsigned Count>
__device__ __forceinline__ void write_piece(const segment_results<Exclusive, T, Heads, Element>& results,
                                            std::uint64_t first, const piece<headed<T>, Count>& elements) {
    piece<T, Count> values;
#pragma unroll
    for (unsigned i = 0; i < Count; ++i) values.element[i] = results.value(first + i, elements.element[i]);
    write_piece(results.data, first, values);
}

namespace detail {

/// Stream-ordered: the heads, in scratch behind what a scan of `elements` values of T with their heads takes.
template <class T, class Offset>
head_bits<std::uint64_t> find_heads_on_device(const device_policy& policy, const Offset* offsets, std::uint64_t count,
                                              std::uint64_t elements) {
    using namespace segmented_scan_kernels;
    const std::uint64_t behind =
        scan_slots(scan_order::tile_shape(elements, sizeof(headed<T>))) * block::tile_state<headed<T>>::words;
    const std::uint64_t words = elements / 32 + 1;
    const scratch_memory scratch = scratch_of(policy, (behind + words) * sizeof(std::uint64_t));
    const block::tile_state<unsigned> heads{scratch.slots + behind, scratch.epoch};
    launch(heads_kernel<Offset>, launch_of(policy, (words + threads - 1) / threads, threads), offsets, count, words,
           heads);
    return {heads.slots};
}

}  // namespace detail
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
