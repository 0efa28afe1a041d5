// The canonical order of scans: how the result at every element is combined, on every backend.
//
// Version 2. The order is a function of the number of elements and of the size of their type alone. Operators need not
// commute: whatever is combined stands in element order. (A scan has one result an element, so that sharing work
// between them fixes more than a tree; the order of reductions, pattern/canonical_order.hpp, is another one.)
//
// - Run: V consecutive elements, as many as fill 16 bytes (one, where an element does). folds[v] is the fold of the
//   first v + 1, from the left.
// - Row: 32 runs. Their last folds are scanned as Kogge and Stone do, by distances 1, 2, 4, 8, 16:
//   x[i] = x[i - distance] o x[i]. `before` a run is the result of the run to its left; the row's total is the last.
// - Strip: `rows(n)` rows, one after the other: before a row is the fold of the totals of the rows to its left.
// - Tile: 8 strips. Their totals are scanned as the runs of a row are.
// - Group: 32 tiles. Their totals are scanned as the runs of a row are.
// - Region: 32 groups. Their totals are scanned as the runs of a row are. Before a region is the fold of the totals of
//   the regions to its left, from `init` on, where there is one.
// - The result: (((region o group) o tile) o strip) o ((row o run) o fold), each of the first six being what stands
//   before it in the next larger part, and left out where nothing does. Exclusive scans take the fold of one element
//   less.
//
// The shape is a GPU's: a run is a 16-byte load, a row a warp, and no element is moved through shared memory. Groups
// and regions keep the order fixed: a tile waits for the totals of its own group, of the groups before it in the
// region, and for one value of everything before. A warp reads each of these in one request, and a link of the chain
// stands for 1,024 tiles. Decoupled look-back instead combines whatever has come. (Version 1 had groups of 128 tiles
// and no regions: its chain of groups took as long as the memory.)
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/core/target.hpp>

namespace strider::scan_order {

/// Raised whenever a result of a floating-point scan may change its bits.
inline constexpr int version = 2;

inline constexpr unsigned lanes = 32;   ///< runs in a row
inline constexpr unsigned strips = 8;   ///< in a tile
inline constexpr unsigned group = 32;   ///< tiles in a group
inline constexpr unsigned region = 32;  ///< groups in a region

/// Elements in a run.
STRIDER_HOST_DEVICE constexpr unsigned run(std::size_t element_bytes) {
    unsigned count = 1;
    while (2 * count * element_bytes <= 16) count *= 2;
    return count;
}

/// Rows in a strip: enough to make 384 tiles of the whole, since a large GPU works on so many at a time. A tile has at
/// most 60 KiB, so that a GPU of 64 KiB of shared memory holds one.
STRIDER_HOST_DEVICE constexpr unsigned rows(std::uint64_t elements, std::size_t element_bytes) {
    const std::uint64_t row = std::uint64_t{lanes} * run(element_bytes);
    const std::uint64_t wanted = elements / (384 * strips * row) + 1;
    const std::uint64_t most = 60 * 1024 / (strips * row * element_bytes);
    return static_cast<unsigned>(wanted < most ? wanted : most);
}

/// How `elements` elements are cut.
struct tile_shape {
    std::uint64_t elements;
    unsigned rows;        ///< in a strip
    std::uint64_t strip;  ///< elements in a strip
    std::uint64_t tile;   ///< elements in every tile but the last
    std::uint64_t tiles;
    std::uint64_t groups;
    std::uint64_t regions;

    constexpr tile_shape(std::uint64_t n, std::size_t element_bytes)
        : elements(n),
          rows(scan_order::rows(n, element_bytes)),
          strip(std::uint64_t{rows} * lanes * run(element_bytes)),
          tile(strip * strips),
          tiles(n / tile + (n % tile != 0)),
          groups(tiles / group + (tiles % group != 0)),
          regions(groups / region + (groups % region != 0)) {}

    /// The same cut of `count` elements that start with one of its regions, where the scan is fed in pieces.
    constexpr tile_shape piece(std::uint64_t count) const {
        tile_shape part = *this;
        part.elements = count;
        part.set_tiles(count / tile + (count % tile != 0));
        return part;
    }

    /// The largest tile and the most of tiles, groups and regions that so many elements or fewer are cut into: the
    /// tiles are the fewer the larger they are, but never more than 384 before they have their full size.
    static constexpr tile_shape up_to(std::uint64_t n, std::size_t element_bytes) {
        tile_shape most(n, element_bytes);
        const std::uint64_t smallest = strips * std::uint64_t{lanes} * run(element_bytes), of_those = n / smallest + 1;
        const std::uint64_t of_small_tiles = of_those < 384 ? of_those : 384;
        if (most.tiles < of_small_tiles) most.set_tiles(of_small_tiles);
        return most;
    }

private:
    constexpr void set_tiles(std::uint64_t count) {
        tiles = count;
        groups = tiles / group + (tiles % group != 0);
        regions = groups / region + (groups % region != 0);
    }
};

}  // namespace strider::scan_order
// SPDX-License-Identifier: Apache-2.0
