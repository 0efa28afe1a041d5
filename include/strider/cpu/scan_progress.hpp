// How far a scan on all cores has come, so that no core waits for another: which batch of tiles is to be taken next,
// and what stands before those whose left neighbours all have their totals.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>

#include <strider/core/scan_order.hpp>
#include <strider/cpu/scan_parts.hpp>

namespace strider::cpu_backend {

/// Tiles from `first` on, before `end`, which a core takes together.
struct tile_batch {
    std::uint64_t first, end;
};

/// Which batches of a scan have their totals, and what stands before those that have all totals to their left.
template <class T, class Operator>
class scan_progress {
public:
    scan_progress(const scan_order::tile_shape& shape, unsigned batch, const carry<T>& init, Operator op)
        : shape_(shape),
          batch_(batch),
          batches_((shape.tiles + batch - 1) / batch),
          op_(op),
          totals_(std::make_unique_for_overwrite<T[]>(shape.tiles)),
          before_tile_(std::make_unique<carry<T>[]>(shape.tiles)),
          totalled_(std::make_unique<bool[]>(batches_)),
          written_(std::make_unique<bool[]>(batches_)),
          before_region_(init) {}

    struct task {
        std::uint64_t batch;
        bool is_settled;  ///< what stands before it is known: it is to be written, else totalled
    };
    /// One to write where there is any, `own` before others. Nothing where all have been taken, or a core has failed.
    std::optional<task> take(std::uint64_t own) {
        const std::lock_guard lock(guard_);
        if (failed_) return std::nullopt;
        while (first_to_write_ < settled_ && written_[first_to_write_]) ++first_to_write_;
        const std::uint64_t which = own < settled_ && !written_[own] ? own : first_to_write_;
        if (which < settled_) {
            written_[which] = true;
            return task{which, true};
        }
        if (started_ < batches_) return task{started_++, false};
        return std::nullopt;
    }
    void fail() {
        const std::lock_guard lock(guard_);
        failed_ = true;
    }
    std::uint64_t batches() const { return batches_; }
    tile_batch tiles_of(std::uint64_t which) const {
        return {which * batch_, std::min((which + 1) * batch_, shape_.tiles)};
    }
    /// Of a complete tile; the batch's are given together.
    T& total(std::uint64_t tile) { return totals_[tile]; }
    const carry<T>& before(std::uint64_t tile) const { return before_tile_[tile]; }
    const carry<T>& after() const { return before_region_; }

    /// A batch has its totals. Most often another core soon has those to its left: a few looks, and no more.
    void give_totals(std::uint64_t which) {
        {
            const std::lock_guard lock(guard_);
            totalled_[which] = true;
            for (std::uint64_t b = settled_; b < batches_ && totalled_[b]; ++b) {
                settle(b);
                settled_.store(b + 1, std::memory_order_release);
            }
        }
        for (unsigned looks = 0; looks < 2000 && settled_.load(std::memory_order_acquire) <= which; ++looks) {
        }
    }

private:
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

    const scan_order::tile_shape& shape_;
    const std::uint64_t batch_, batches_;
    Operator op_;
    std::mutex guard_;
    std::unique_ptr<T[]> totals_;
    std::unique_ptr<carry<T>[]> before_tile_;
    std::unique_ptr<bool[]> totalled_, written_;
    std::array<T, scan_order::region> group_totals_;
    carry<T> before_region_;
    std::atomic<std::uint64_t> settled_{0};
    std::uint64_t started_ = 0, first_to_write_ = 0;
    bool failed_ = false;
};

}  // namespace strider::cpu_backend
