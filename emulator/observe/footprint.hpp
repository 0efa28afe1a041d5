// The sectors of global memory that a launch touches. Request counters tell how often; the number of different sectors
// is the least traffic with memory, however good the caches are.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

namespace strider::emulation {

/// All sectors that the launch has touched so far, each with the last block, over all workers.
class footprint {
public:
    enum access { load, store, atomic, accesses };
    static constexpr std::uint64_t page_sectors = 1 << 15;

    /// Number of the last block plus 1; 0 without one.
    using page = std::array<std::array<std::atomic<std::uint32_t>, page_sectors>, accesses>;

    page& at(std::uint64_t number) {
        const std::lock_guard guard(mutex_);
        std::unique_ptr<page>& found = pages_[number];
        if (!found) found = std::make_unique<page>();
        return *found;
    }

private:
    std::mutex mutex_;
    std::unordered_map<std::uint64_t, std::unique_ptr<page>> pages_;
};

/// A worker's view of the footprint: its recent pages, and a model of a block's share of the multiprocessor's cache.
class footprint_view {
public:
    /// Begins a launch.
    void open(footprint* of) {
        of_ = of;
        pages_.fill({});
        held_.fill(0);
    }
    explicit operator bool() const { return of_ != nullptr; }

    /// Notes an access of the block. Returns the distance in blocks to the last such access; empty without one.
    std::optional<std::uint64_t> note(footprint::access kind, std::uint64_t sector, std::uint64_t block) {
        const std::uint64_t number = sector / footprint::page_sectors;
        auto& [held, page] = pages_[number % pages_.size()];
        if (page == nullptr || held != number) {
            held = number;
            page = &of_->at(number);
        }
        std::atomic<std::uint32_t>& cell = (*page)[kind][sector % footprint::page_sectors];
        const auto now = static_cast<std::uint32_t>(block + 1);
        const std::uint64_t last =
            cell.load(std::memory_order_relaxed) == now ? now : cell.exchange(now, std::memory_order_relaxed);
        if (last == 0) return std::nullopt;
        return last > block + 1 ? last - block - 1 : block + 1 - last;
    }

    /// Whether the block's last load in this place of the cache was the same sector.
    bool holds(std::uint64_t block, std::uint64_t sector) {
        const std::uint64_t key = sector ^ (block + 1) << 44;  // addresses have at most 48 bits, sectors 43
        return std::exchange(held_[sector % held_.size()], key) == key;
    }

private:
    static constexpr std::size_t cached_sectors = 64 * 1024 / 32;  ///< a block's share of a cache of 256 KiB, or less

    footprint* of_ = nullptr;
    std::array<std::pair<std::uint64_t, footprint::page*>, 64> pages_{};
    std::array<std::uint64_t, cached_sectors> held_{};
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
