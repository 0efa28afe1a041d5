// What stands before the tiles of a scan on all cores, as far as all tiles to their left have their totals.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include <strider/cpu/batch_turns.hpp>
#include <strider/cpu/scan/parts.hpp>
#include <strider/pattern/scan_order.hpp>

namespace strider::cpu_backend {

/// Tiles from `first` on, before `end`, which a core takes together.
struct tile_batch {
    std::uint64_t first, end;
};

/// Carries of a scan's tiles, batch by batch.
template <class T, class Operator>
class scan_progress {
public:
    scan_progress(const scan_order::tile_shape& shape, unsigned batch, const carry<T>& init, Operator op)
        : shape_(shape),
          batch_(batch),
          op_(op),
          totals_(std::make_unique_for_overwrite<T[]>(shape.tiles)),
          before_tile_(std::make_unique<carry<T>[]>(shape.tiles)),
          before_region_(init) {}

    std::uint64_t batches() const { return (shape_.tiles + batch_ - 1) / batch_; }
    tile_batch tiles_of(std::uint64_t which) const {
        return {which * batch_, std::min((which + 1) * batch_, shape_.tiles)};
    }
    /// Of a complete tile.
    T& total(std::uint64_t tile) { return totals_[tile]; }
    const carry<T>& before(std::uint64_t tile) const { return before_tile_[tile]; }
    const carry<T>& after() const { return before_region_; }

    /// All batches up to this one have their totals; each in turn.
    void settle(std::uint64_t which) {
        const auto [first, end] = tiles_of(which);
        const std::uint64_t group = first / scan_order::group, first_tile = group * scan_order::group;
        const std::uint64_t group_of_region = group % scan_order::region;
        std::array<carry<T>, scan_order::group> before_tile;
        const auto tiles = static_cast<unsigned>(std::min(end, shape_.elements / shape_.tile) - first_tile);
        const T group_total = scan_values(totals_.get() + first_tile, tiles, before_tile, op_);
        const bool ends_group = tiles == scan_order::group;
        if (ends_group) group_totals_[group_of_region] = group_total;
        std::array<carry<T>, scan_order::region> before_group;
        const auto groups = static_cast<unsigned>(group_of_region) + (ends_group ? 1 : 0);
        const T region_total = scan_values(group_totals_.data(), groups, before_group, op_);
        const carry<T> base = before_region_.with(before_group[group_of_region], op_);
        for (std::uint64_t tile = first; tile < end; ++tile)
            before_tile_[tile] = base.with(before_tile[tile - first_tile], op_);
        if (groups == scan_order::region) before_region_.append(region_total, op_);
    }

private:
    const scan_order::tile_shape& shape_;
    const std::uint64_t batch_;
    Operator op_;
    std::unique_ptr<T[]> totals_;
    std::unique_ptr<carry<T>[]> before_tile_;
    std::array<T, scan_order::region> group_totals_;
    carry<T> before_region_;
};

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
