// The carries into the tiles of a rank's part, in the canonical order of the scan of all ranks' elements
// (pattern/scan_order.hpp).
//
// Tiles make groups, and groups make regions: a tree. A rank knows the nodes that end in its part. It tells the others
// the totals of the largest nodes that are entirely its own: whole regions, the groups on either side of them, and the
// tiles on either side of these; at most 124 values and one a region. From the totals of the ranks before it, a rank
// makes the totals that it lacks: of tiles of its first group, of groups of its first region, and the carry into that
// region. All of it is computed at the place, where the operator may be called.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include <strider/distributed/memory.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace detail {

/// The nodes of a scan's tree: tiles (level 0), groups (1) and regions (2). By shifts, since one GPU thread may go
/// through those of all ranks.
struct scan_nodes {
    static constexpr unsigned children = 32;
    static_assert(scan_order::group == children && scan_order::region == children);

    /// Tiles in a node.
    STRIDER_HOST_DEVICE static constexpr std::uint64_t tiles(unsigned level) { return std::uint64_t{1} << 5 * level; }
    /// The node of a tile.
    STRIDER_HOST_DEVICE static constexpr std::uint64_t of(std::uint64_t tile, unsigned level) {
        return tile >> 5 * level;
    }
    STRIDER_HOST_DEVICE static constexpr bool begins(std::uint64_t tile, unsigned level) {
        return of(tile, level) << 5 * level == tile;
    }
    /// The level of the largest node that starts with tile `first` and ends before tile `end`.
    STRIDER_HOST_DEVICE static constexpr unsigned largest(std::uint64_t first, std::uint64_t end) {
        unsigned level = 0;
        while (level < 2 && begins(first, level + 1) && end - first >= tiles(level + 1)) ++level;
        return level;
    }
    /// How many such nodes these tiles are.
    static std::uint64_t count(std::uint64_t first, std::uint64_t end) {
        std::uint64_t found = 0;
        for (; first < end; first += tiles(largest(first, end))) ++found;
        return found;
    }
};

/// Values become their inclusive scan, as Kogge and Stone do it.
template <class T, class Operator>
STRIDER_HOST_DEVICE void scan_kogge_stone(T* values, unsigned count, Operator op) {
    for (unsigned distance = 1; distance < count; distance *= 2) {
        for (unsigned i = count; i-- > distance;) values[i] = op(values[i - distance], values[i]);
    }
}

/// The total of a node by those of its children.
template <class T, class Operator>
STRIDER_HOST_DEVICE T total_of_children(const T* totals, Operator op) {
    T values[scan_nodes::children];
    for (unsigned i = 0; i < scan_nodes::children; ++i) values[i] = totals[i];
    for (unsigned count = scan_nodes::children; count > 1; count /= 2) {
        for (unsigned i = 0; i < count / 2; ++i) values[i] = op(values[2 * i], values[2 * i + 1]);
    }
    return values[0];
}

/// The value before a node, if there is one.
template <class T>
struct value_before {
    T value;
    bool given;

    template <class Operator>
    STRIDER_HOST_DEVICE void append(const T& right, Operator op) {
        value = given ? static_cast<T>(op(value, right)) : right;
        given = true;
    }
};

/// The totals that a rank knows: of nodes with a tile that ends in its part, and of their left neighbours. A level's
/// begin at first[level], in memory of the backend.
template <class T>
struct known_totals {
    std::uint64_t first_tile, end;  ///< of the complete tiles that end in this part; the first may begin before it
    std::uint64_t first[3];
    T* totals[3];
    T* before_region;  ///< of every region from first[2] on, and the one behind the last
    bool with_init;

    STRIDER_HOST_DEVICE T& total(unsigned level, std::uint64_t node) const {
        return totals[level][node - first[level]];
    }
    /// The nodes that this rank knows all of by itself.
    STRIDER_HOST_DEVICE std::uint64_t own_begin(unsigned level) const {
        return scan_nodes::of(first_tile + scan_nodes::tiles(level) - 1, level);
    }
    STRIDER_HOST_DEVICE std::uint64_t own_end(unsigned level) const { return scan_nodes::of(end, level); }
};

/// The i-th of the nodes of a level that are this rank's own, by its children.
template <class T, class Operator>
struct total_own_node {
    known_totals<T> known;
    unsigned level;
    Operator op;

    STRIDER_HOST_DEVICE void operator()(std::uint64_t i) const {
        const std::uint64_t node = known.own_begin(level) + i;
        known.total(level, node) = total_of_children(&known.total(level - 1, node * scan_nodes::children), op);
    }
};

/// Writes the totals that the other ranks are told.
template <class T>
struct tell_totals {
    known_totals<T> known;
    T* told;

    STRIDER_HOST_DEVICE void operator()(std::uint64_t) const {
        T* to = told;
        for (std::uint64_t tile = known.first_tile; tile < known.end;) {
            const unsigned level = scan_nodes::largest(tile, known.end);
            *to++ = known.total(level, scan_nodes::of(tile, level));
            tile += scan_nodes::tiles(level);
        }
    }
};

/// Takes in what the ranks before this one have told, and makes the totals that were lacking.
template <class T, class Operator>
struct hear_totals {
    known_totals<T> known;
    const unsigned char* told;  ///< of rank r after r strides
    std::uint64_t stride;
    const std::uint64_t* tiles;  ///< rank r's complete tiles end at tiles[r + 1]
    int rank;
    value_before<T> init;
    Operator op;

    STRIDER_HOST_DEVICE void operator()(std::uint64_t) const {
        T left[2][scan_nodes::children];  // of tiles of the group, and groups of the region, that are not complete yet
        value_before<T> before = init;
        for (int r = 0; r < rank; ++r) {
            const T* from = reinterpret_cast<const T*>(told + static_cast<std::uint64_t>(r) * stride);
            for (std::uint64_t tile = tiles[r]; tile < tiles[r + 1];) {
                unsigned level = scan_nodes::largest(tile, tiles[r + 1]);
                tile += scan_nodes::tiles(level);
                T total = *from++;
                for (; level < 2; ++level) {
                    const std::uint64_t count = scan_nodes::of(tile, level);  // up to the end of this one
                    left[level][(count - 1) % scan_nodes::children] = total;
                    if (count % scan_nodes::children != 0) break;
                    total = total_of_children(left[level], op);
                }
                if (level == 2) before.append(total, op);
            }
        }
        for (unsigned level = 0; level < 2; ++level) {
            const std::uint64_t start = known.first[level], count = scan_nodes::of(known.first_tile, level) - start;
            for (std::uint64_t i = 0; i < count; ++i) known.totals[level][i] = left[level][i];
            const std::uint64_t parent = start / scan_nodes::children;
            if (!scan_nodes::begins(known.first_tile, level + 1) && parent < known.own_end(level + 1)) {
                known.total(level + 1, parent) = total_of_children(known.totals[level], op);
            }
        }
        known.before_region[0] = before.value;
        for (std::uint64_t i = 0; known.first[2] + i < known.own_end(2); ++i) {
            before.append(known.totals[2][i], op);
            known.before_region[i + 1] = before.value;
        }
    }
};

/// The carries into the tiles of this rank's i-th group: carries[tile - first_tile] up to tile `end`.
template <class T, class Operator>
struct carry_into_tiles {
    known_totals<T> known;
    std::uint64_t end;
    T* carries;
    Operator op;

    STRIDER_HOST_DEVICE void operator()(std::uint64_t i) const {
        const std::uint64_t group = scan_nodes::of(known.first_tile, 1) + i, region = group / scan_nodes::children;
        value_before<T> base{known.before_region[region - known.first[2]], region > 0 || known.with_init};
        T values[scan_nodes::children];
        if (const std::uint64_t groups = group % scan_nodes::children) {
            scan(1, group - groups, groups, values);
            base.append(values[groups - 1], op);
        }
        const std::uint64_t first = group * scan_nodes::children, after = first + scan_nodes::children;
        const std::uint64_t last = after < end ? after : end;
        scan(0, first, (last < known.end ? last : known.end) - first, values);
        for (std::uint64_t tile = known.first_tile < first ? first : known.first_tile; tile < last; ++tile) {
            value_before<T> before = base;
            if (tile > first) before.append(values[tile - first - 1], op);
            carries[tile - known.first_tile] = before.value;
        }
    }

private:
    STRIDER_HOST_DEVICE void scan(unsigned level, std::uint64_t first, std::uint64_t count, T* values) const {
        for (std::uint64_t k = 0; k < count; ++k) values[k] = known.total(level, first + k);
        scan_kogge_stone(values, static_cast<unsigned>(count), op);
    }
};

}  // namespace detail
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
