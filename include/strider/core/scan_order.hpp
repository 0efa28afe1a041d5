// The canonical order of scans: how the result at every element is combined, on every backend.
//
// Version 1. The order is a function of the number of elements and of the size of their type alone. Operators need not
// commute: whatever is combined stands in element order. (A scan has one result an element, so that sharing work
// between them fixes more than a tree; the order of reductions, core/canonical_order.hpp, is another one.)
//
// - Run: V consecutive elements, as many as fill 16 bytes (one, where an element does). folds[v] is the fold of the
//   first v + 1, from the left.
// - Row: 32 runs. Their last folds are scanned as Kogge and Stone do, by distances 1, 2, 4, 8, 16:
//   x[i] = x[i - distance] o x[i]. `before` a run is the result of the run to its left; the row's total is the last.
// - Strip: `rows(n)` rows, one after the other: before a row is the fold of the totals of the rows to its left.
// - Tile: 8 strips. Their totals are scanned as the runs of a row are.
// - Group: 128 tiles. Their totals are scanned as a row of 32 runs of 4. Before a group is the fold of the totals of
//   the groups to its left, from `init` on, where there is one.
// - The result: ((group o tile) o strip) o ((row o run) o fold), each of the first five being what stands before it in
//   the next larger part, and left out where nothing does. Exclusive scans take the fold of one element less.
//
// The shape is a GPU's: a run is a 16-byte load, a row a warp, and no element is moved through shared memory. Groups
// are what keeps the order fixed: a tile waits for the totals of its own group, and for one value of all that went
// before, instead of combining whatever has come, as decoupled look-back does.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/core/target.hpp>

namespace strider::scan_order {

/// Raised whenever a result of a floating-point scan may change its bits.
inline constexpr int version = 1;

inline constexpr unsigned lanes = 32;     ///< runs in a row
inline constexpr unsigned strips = 8;     ///< in a tile
inline constexpr unsigned group = 128;    ///< tiles in a group
inline constexpr unsigned group_run = 4;  ///< tiles in a run of a group's row
static_assert(lanes * group_run == group);

/// Elements in a run.
STRIDER_HOST_DEVICE constexpr unsigned run(std::size_t element_bytes) {
    unsigned count = 1;
    while (2 * count * element_bytes <= 16) count *= 2;
    return count;
}

/// Rows in a strip: few where there is little, so that every processor gets some, and where elements are wide.
constexpr unsigned rows(std::uint64_t elements, std::size_t element_bytes) {
    constexpr std::uint64_t one = 1;
    const unsigned wanted = elements <= one << 19 ? 1 : elements <= one << 21 ? 2 : elements <= one << 23 ? 4 : 8;
    const unsigned most = element_bytes <= 16 ? 8 : 4;
    return wanted < most ? wanted : most;
}

/// How `elements` elements are cut.
struct tiling {
    std::uint64_t elements;
    unsigned rows;        ///< in a strip
    std::uint64_t strip;  ///< elements in a strip
    std::uint64_t tile;   ///< elements in every tile but the last
    std::uint64_t tiles;
    std::uint64_t groups;

    constexpr tiling(std::uint64_t n, std::size_t element_bytes)
        : elements(n),
          rows(scan_order::rows(n, element_bytes)),
          strip(std::uint64_t{rows} * lanes * run(element_bytes)),
          tile(strip * strips),
          tiles(n / tile + (n % tile != 0)),
          groups(tiles / group + (tiles % group != 0)) {}

    /// The same cut of `count` elements that start with one of its groups, where the scan is fed in pieces.
    constexpr tiling piece(std::uint64_t count) const {
        tiling part = *this;
        part.elements = count;
        part.tiles = count / tile + (count % tile != 0);
        part.groups = part.tiles / group + (part.tiles % group != 0);
        return part;
    }
};

}  // namespace strider::scan_order
