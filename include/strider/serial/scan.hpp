// The oracle: the canonical order of scans by textbook loops. Never optimised.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include <strider/core/policy.hpp>
#include <strider/core/scan_order.hpp>
#include <strider/core/source.hpp>

namespace strider {

namespace serial_backend {

/// What may be missing: nothing combined with a value is that value.
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

/// One row: `values` in, and for each of them its fold in its run; `before` gets what stands before every run, `total`
/// the fold of all.
template <class T, class Operator>
void scan_row(std::vector<std::optional<T>>& values, std::size_t run, std::vector<std::optional<T>>& before,
              std::optional<T>& total, Operator op) {
    std::vector<std::optional<T>> lasts;
    for (std::size_t first = 0; first < values.size(); first += run) {
        const std::size_t end = std::min(first + run, values.size());
        for (std::size_t i = first + 1; i < end; ++i) {
            if (values[i]) values[i] = joined(values[i - 1], values[i], op);
        }
        std::optional<T> last;
        for (std::size_t i = first; i < end; ++i) last = values[i] ? values[i] : last;
        lasts.push_back(last);
    }
    scan_kogge_stone(lasts, op);
    before.assign(1, std::nullopt);
    before.insert(before.end(), lasts.begin(), lasts.end() - 1);
    total = lasts.back();
}

}  // namespace serial_backend

/// The scan of the elements of `cut` to `output`, which may be where they come from. Gives what stands before the group
/// that follows, where the last one is complete: the `init` of the next piece.
template <bool Exclusive, element_source Source, class Operator, class T>
std::optional<T> scan_groups(serial, const Source& source, const scan_order::tiling& cut, T* output, Operator op,
                             const std::optional<T>& init) {
    using namespace serial_backend;
    using maybe = std::optional<T>;
    const std::uint64_t elements = cut.elements;
    const std::size_t run = scan_order::run(sizeof(T)), row = scan_order::lanes * run;

    maybe before_group = init;
    for (std::uint64_t group = 0; group < cut.groups; ++group) {
        const std::uint64_t first_tile = group * scan_order::group;
        const std::uint64_t tiles = std::min<std::uint64_t>(scan_order::group, cut.tiles - first_tile);

        // Of every tile: the folds within runs, and what stands before each row's runs, rows and strips.
        std::vector<maybe> totals(scan_order::group);
        std::vector<std::vector<maybe>> folds, before_run, before_row, before_strip;
        for (std::uint64_t tile = 0; tile < tiles; ++tile) {
            std::vector<maybe> strip_totals;
            for (std::uint64_t strip = 0; strip < scan_order::strips; ++strip) {
                auto& rows_before = before_row.emplace_back();
                maybe strip_total;
                for (std::uint64_t r = 0; r < cut.rows; ++r) {
                    const std::uint64_t first = (first_tile + tile) * cut.tile + strip * cut.strip + r * row;
                    auto& values = folds.emplace_back(row);
                    for (std::uint64_t i = 0; i < row && first + i < elements; ++i) values[i] = source(first + i);
                    maybe row_total;
                    scan_row(values, run, before_run.emplace_back(), row_total, op);
                    rows_before.push_back(strip_total);
                    strip_total = joined(strip_total, row_total, op);
                }
                strip_totals.push_back(strip_total);
            }
            scan_kogge_stone(strip_totals, op);
            totals[tile] = strip_totals.back();
            auto& strips_before = before_strip.emplace_back(1, std::nullopt);
            strips_before.insert(strips_before.end(), strip_totals.begin(), strip_totals.end() - 1);
        }

        std::vector<maybe> before_tile;
        maybe group_total;
        scan_row(totals, scan_order::group_run, before_tile, group_total, op);
        for (std::uint64_t tile = 0; tile < tiles; ++tile) {
            maybe within = before_tile[tile / scan_order::group_run];
            if (tile % scan_order::group_run != 0) within = joined(within, totals[tile - 1], op);
            const maybe base = joined(before_group, within, op);
            for (std::uint64_t strip = 0; strip < scan_order::strips; ++strip) {
                const maybe start = joined(base, before_strip[tile][strip], op);
                for (std::uint64_t r = 0; r < cut.rows; ++r) {
                    const std::uint64_t of_strip = tile * scan_order::strips + strip, of_row = of_strip * cut.rows + r;
                    const std::uint64_t first = (first_tile + tile) * cut.tile + strip * cut.strip + r * row;
                    for (std::uint64_t i = 0; i < row && first + i < elements; ++i) {
                        maybe in_strip = joined(before_row[of_strip][r], before_run[of_row][i / run], op);
                        if (!Exclusive) {
                            in_strip = joined(in_strip, folds[of_row][i], op);
                        } else if (i % run != 0) {
                            in_strip = joined(in_strip, folds[of_row][i - 1], op);
                        }
                        output[first + i] = *joined(start, in_strip, op);
                    }
                }
            }
        }
        before_group = joined(before_group, group_total, op);
    }
    return before_group;
}

/// The scan of a source's `elements` elements to `output`, which may be where they come from.
template <bool Exclusive, element_source Source, class Operator, class T>
void scan_source(serial policy, const Source& source, std::uint64_t elements, T* output, Operator op,
                 const std::optional<T>& init) {
    scan_groups<Exclusive>(policy, source, scan_order::tiling(elements, sizeof(T)), output, op, init);
}

}  // namespace strider
