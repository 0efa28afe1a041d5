// The oracle: the canonical order of scans by textbook loops. Never optimised.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider {

namespace serial_backend {

/// Combines values that may be missing: nothing combined with a value is that value.
template <class T, class Operator>
std::optional<T> joined(const std::optional<T>& left, const std::optional<T>& right, Operator op) {
    if (!left) return right;
    if (!right) return left;
    return static_cast<T>(op(*left, *right));
}

/// The inclusive scan of `values` in Kogge and Stone's order; values that are missing stand at the end.
template <class T, class Operator>
void scan_kogge_stone(std::vector<std::optional<T>>& values, Operator op) {
    for (std::size_t distance = 1; distance < values.size(); distance *= 2) {
        for (std::size_t i = values.size(); i-- > distance;) {
            if (values[i]) values[i] = joined(values[i - distance], values[i], op);
        }
    }
}

/// The combination of all values before each of `values`, and the fold of all if none is missing. The scan is Kogge and
/// Stone's.
template <class T, class Operator>
std::vector<std::optional<T>> scan_before(std::vector<std::optional<T>> values, std::optional<T>& total, Operator op) {
    scan_kogge_stone(values, op);
    total = values.back();
    values.insert(values.begin(), std::nullopt);
    values.pop_back();
    return values;
}

/// One tile: of every element its fold in its run, and what stands before each row's runs, rows and strips.
template <class T>
struct tile_parts {
    std::vector<std::vector<std::optional<T>>> folds, before_run;  // of every row
    std::vector<std::optional<T>> before_row, before_strip;
    std::optional<T> total;  // of a complete tile
};

template <class Source, class Operator, class T = source_value<Source>>
tile_parts<T> parts_of_tile(const Source& source, const scan_order::tile_shape& shape, std::uint64_t tile,
                            Operator op) {
    detail::require_host_functions<Operator>();
    const std::size_t run = scan_order::run(sizeof(T)), row = scan_order::lanes * run;
    tile_parts<T> parts;
    std::vector<std::optional<T>> strip_totals;
    for (std::uint64_t strip = 0; strip < scan_order::strips; ++strip) {
        std::optional<T> strip_total;
        for (std::uint64_t r = 0; r < shape.rows; ++r) {
            const std::uint64_t first = tile * shape.tile + strip * shape.strip + r * row;
            std::vector<std::optional<T>> folds(row), lasts;
            for (std::size_t i = 0; i < row && first + i < shape.elements; ++i) {
                folds[i] = source(first + i);
                if (i % run != 0) folds[i] = joined(folds[i - 1], folds[i], op);
            }
            // A run that is not complete is the last one: nothing stands to its right.
            for (std::size_t i = run; i <= row; i += run) lasts.push_back(folds[i - 1]);
            std::optional<T> row_total;
            parts.before_run.push_back(scan_before(lasts, row_total, op));
            parts.folds.push_back(folds);
            parts.before_row.push_back(strip_total);
            strip_total = joined(strip_total, row_total, op);
        }
        strip_totals.push_back(strip_total);
    }
    parts.before_strip = scan_before(strip_totals, parts.total, op);
    return parts;
}

/// The results of a tile's elements, behind what stands before the tile.
template <bool Exclusive, class Source, class Output, class Operator, class T>
void write_tile(const Source& source, const scan_order::tile_shape& shape, std::uint64_t tile,
                const std::optional<T>& base, Output output, Operator op) {
    const std::size_t run = scan_order::run(sizeof(T)), row = scan_order::lanes * run;
    const auto parts = parts_of_tile(source, shape, tile, op);
    for (std::uint64_t strip = 0; strip < scan_order::strips; ++strip) {
        const std::optional<T> start = joined(base, parts.before_strip[strip], op);
        for (std::uint64_t r = strip * shape.rows; r < (strip + 1) * shape.rows; ++r) {
            const std::uint64_t first = tile * shape.tile + r * row;
            for (std::uint64_t i = 0; i < row && first + i < shape.elements; ++i) {
                std::optional<T> in_strip = joined(parts.before_row[r], parts.before_run[r][i / run], op);
                if (!Exclusive) {
                    in_strip = joined(in_strip, parts.folds[r][i], op);
                } else if (i % run != 0) {
                    in_strip = joined(in_strip, parts.folds[r][i - 1], op);
                }
                output[first + i] = *joined(start, in_strip, op);
            }
        }
    }
}

}  // namespace serial_backend

/// The scan of the elements of `shape` to `output`, which may be where they come from.
/// `output` is a pointer, or what gives a place to assign a result to by output[i].
template <bool Exclusive, element_source Source, class Output, class Operator, class T>
void scan_regions(serial, const Source& source, const scan_order::tile_shape& shape, Output output, Operator op,
                  const std::optional<T>& init) {
    using namespace serial_backend;
    using maybe = std::optional<T>;

    // The carries into each tile of its group, into each group of its region, and into each region.
    std::vector<maybe> before_tile, before_group, before_region;
    maybe carry = init;
    for (std::uint64_t region = 0; region < shape.regions; ++region) {
        std::vector<maybe> group_totals(scan_order::region);
        for (std::uint64_t g = 0; g < scan_order::region; ++g) {
            std::vector<maybe> totals(scan_order::group);
            for (std::uint64_t t = 0; t < scan_order::group; ++t) {
                const std::uint64_t tile = (region * scan_order::region + g) * scan_order::group + t;
                if (tile < shape.tiles) totals[t] = parts_of_tile(source, shape, tile, op).total;
            }
            const auto before = scan_before(totals, group_totals[g], op);
            before_tile.insert(before_tile.end(), before.begin(), before.end());
        }
        maybe region_total;
        const auto before = scan_before(group_totals, region_total, op);
        before_group.insert(before_group.end(), before.begin(), before.end());
        before_region.push_back(carry);
        carry = joined(carry, region_total, op);
    }

    for (std::uint64_t tile = 0; tile < shape.tiles; ++tile) {
        const std::uint64_t group = tile / scan_order::group;
        const maybe base =
            joined(joined(before_region[group / scan_order::region], before_group[group], op), before_tile[tile], op);
        write_tile<Exclusive>(source, shape, tile, base, output, op);
    }
}

/// The scan of a source's `elements` elements to `output`, which may be where they come from.
template <bool Exclusive, element_source Source, class Output, class Operator, class T>
void scan_source(serial policy, const Source& source, std::uint64_t elements, Output output, Operator op,
                 const std::optional<T>& init) {
    scan_regions<Exclusive>(policy, source, scan_order::tile_shape(elements, sizeof(T)), output, op, init);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
