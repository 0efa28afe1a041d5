// The canonical order: the tree in which a reduction is combined, on every backend.
//
// Version 1. The order is a function of the number of elements, of whether the operator is known to commute, and of the
// size of the accumulated type; of nothing else. So every backend returns the same bits, whatever the device, the
// number of SMs or threads, and the schedule.
//
// - Chunks: the elements are cut into chunks of `chunk_size(n)` consecutive ones; only the last chunk may be shorter.
// - Lanes: a chunk is taken by 512 lanes.
// - Where the operator is known to commute: the chunk is read in rows of 512 * V elements, where V accumulators of the
//   type fill 16 bytes. Accumulator i of the 512 * V takes element i of every row, in row order.
// - Where it is not: lane i takes the i-th run of chunk_size / 512 consecutive elements (rounded up), in their order.
// - Tree: the accumulators are combined as a binary tree over neighbours: (0,1) (2,3) ..., then pairs of pairs, and so
//   on; the order of the elements is kept. An accumulator that got no element is left out.
// - Partials: the results of the chunks are combined as one more chunk, whose size is their number.
//
// The shape was chosen on an H200: one block of 512 threads a chunk, 16-byte loads, and chunk sizes by n. Neighbour
// trees are warp shuffles by 1, 2, 4, 8 and 16. Where a result cannot show the order (integers, extremes), backends
// choose.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/core/target.hpp>

namespace strider::canonical_order {

/// Raised whenever a result of a floating-point reduction may change its bits.
inline constexpr int version = 1;

/// The lanes of a chunk; on a GPU, the threads of its block.
inline constexpr unsigned lanes = 512;

/// Accumulators a lane keeps for a commutative operator on values of `accumulator_bytes`: as many as fill 16 bytes.
STRIDER_HOST_DEVICE constexpr unsigned accumulators_per_lane(std::size_t accumulator_bytes) {
    unsigned count = 1;
    while (2 * count * accumulator_bytes <= 16) count *= 2;
    return count;
}

/// The elements of a row of a chunk, one for each accumulator.
STRIDER_HOST_DEVICE constexpr std::uint64_t row_elements(std::size_t element_bytes) {
    return std::uint64_t{lanes} * accumulators_per_lane(element_bytes);
}

/// The logarithm of the elements in every chunk but the last. Up to 2^13 elements are one chunk. Up to 2^27 elements, a
/// chunk has n / 256, rounded down to a power of two from 2^12 to 2^16. From there on it has n / 2^14 (rounded down),
/// rounded up to a power of two from 2^17 on.
STRIDER_HOST_DEVICE constexpr unsigned chunk_bits(std::uint64_t elements) {
    constexpr std::uint64_t one = 1;
    if (elements <= one << 13) return 13;
    unsigned bits = elements < one << 27 ? 12 : 17;
    if (elements < one << 27) {
        while (bits < 16 && one << (bits + 9) <= elements) ++bits;
    } else {
        while (one << bits < elements >> 14) ++bits;
    }
    return bits;
}

/// Elements in every chunk but the last.
STRIDER_HOST_DEVICE constexpr std::uint64_t chunk_size(std::uint64_t elements) {
    return std::uint64_t{1} << chunk_bits(elements);
}

/// Into at most so many chunks any number of elements is cut.
inline constexpr std::uint64_t most_chunks = 32768;

/// How `elements` elements are cut.
struct chunk_shape {
    std::uint64_t elements;
    unsigned bits;
    std::uint64_t chunk;  ///< elements in every chunk but the last: 1 << bits
    std::uint64_t chunks;

    STRIDER_HOST_DEVICE constexpr explicit chunk_shape(std::uint64_t n)
        : elements(n),
          bits(chunk_bits(n)),
          chunk(std::uint64_t{1} << bits),
          chunks((n >> bits) + ((n & (chunk - 1)) != 0)) {}
};

/// Into at most so many chunks `elements` elements or fewer are cut: just before a chunk's size doubles there are most.
/// (From 2^31 on one more: there it doubles 2^14 elements later.)
constexpr std::uint64_t most_chunks_up_to(std::uint64_t elements) {
    std::uint64_t most = chunk_shape(elements).chunks;
    for (unsigned bits = 13; bits < 32 && elements >> bits != 0; ++bits) {
        const std::uint64_t before = chunk_shape((std::uint64_t{1} << bits) - 1).chunks;
        most = most < before ? before : most;
    }
    return elements >> 31 != 0 ? most + 1 : most;
}

}  // namespace strider::canonical_order
// SPDX-License-Identifier: Apache-2.0
