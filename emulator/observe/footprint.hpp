// Which sectors of global memory a launch touches: how often is what the counters of requests say, and how many
// different ones is what must come from memory and go there, however good the caches are.
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

/// The sectors that a launch has touched up to now, each with the block that did it last, of all workers.
class footprint {
public:
    enum access { load, store, atomic, accesses };
    static constexpr std::uint64_t page_sectors = 1 << 15;

    /// The number of the last block and 1, or 0.
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

/// A worker's way to it: the pages that it used last, and a cache of a block's loads as a multiprocessor has for it.
class footprint_view {
public:
    /// From now on of this launch.
    void open(footprint* of) {
        of_ = of;
        pages_.fill({});
        held_.fill(0);
    }
    explicit operator bool() const { return of_ != nullptr; }

    /// Notes an access of the block; how many blocks lie between it and the last one that made such an access, or
    /// nothing where there was none.
    std::optional<std::uint64_t> note(footprint::access how, std::uint64_t sector, std::uint64_t block) {
        const std::uint64_t number = sector / footprint::page_sectors;
        auto& [held, page] = pages_[number % pages_.size()];
        if (page == nullptr || held != number) {
            held = number;
            page = &of_->at(number);
        }
        std::atomic<std::uint32_t>& cell = (*page)[how][sector % footprint::page_sectors];
        const auto now = static_cast<std::uint32_t>(block + 1);
        const std::uint64_t last =
            cell.load(std::memory_order_relaxed) == now ? now : cell.exchange(now, std::memory_order_relaxed);
        if (last == 0) return std::nullopt;
        return last > block + 1 ? last - block - 1 : block + 1 - last;
    }

    /// Whether the block has loaded the sector before, and nothing else since in the same place of the cache.
    bool holds(std::uint64_t block, std::uint64_t sector) {
        const std::uint64_t key = sector ^ (block + 1) << 44;  // addresses have 48 bits at most, sectors 43
        return std::exchange(held_[sector % held_.size()], key) == key;
    }

private:
    static constexpr std::size_t cached_sectors = 64 * 1024 / 32;  ///< a block's part of a cache of 256 KiB, or less

    footprint* of_ = nullptr;
    std::array<std::pair<std::uint64_t, footprint::page*>, 64> pages_{};
    std::array<std::uint64_t, cached_sectors> held_{};
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
