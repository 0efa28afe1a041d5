// The shadow of memory: for every four bytes, the accesses that may race with a later one.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace strider::emulation {

/// One access, in 16 bytes. Its time is the clock of the worker that ran the block; see order.hpp.
struct access_record {
    std::uint64_t packed = 0;
    std::uint32_t block = 0;  ///< serial number, unique over all launches
    std::uint32_t pc = 0;     ///< offset in the module; 0: empty record

    enum mark : unsigned {
        is_atomic = 0x10,
        is_volatile = 0x20,
        of_block_scope = 0x40,  ///< atomic only to lanes of the same block
        after_fence = 0x80,     ///< by a lane that had fenced: its store may be a flag
        is_write = 0x20'0000,
        by_comparison = 0x40'0000,  ///< a compare-and-swap
        by_async_proxy = 0x80'0000,
    };

    /// `bytes`: one bit for each of the four.
    static access_record make(std::uint64_t time, unsigned lane, unsigned bytes, unsigned marks, std::uint32_t block,
                              std::uint32_t pc) {
        return {time << 24 | lane << 8 | marks | bytes, block, pc};
    }
    bool empty() const { return pc == 0; }
    std::uint64_t time() const { return packed >> 24; }
    unsigned lane() const { return static_cast<unsigned>(packed >> 8) & 0x1FFF; }
    bool has(mark what) const { return (packed & what) != 0; }
    bool writes() const { return has(is_write); }
    bool has_marks() const { return (packed & (0xF0 | by_async_proxy)) != 0; }
    bool atomic() const { return has(is_atomic); }
    bool plain() const { return (packed & (is_atomic | is_volatile)) == 0; }
    /// Accesses of one kind race with the same other kinds.
    unsigned kind() const {
        return static_cast<unsigned>(packed) &
               (is_atomic | is_volatile | of_block_scope | after_fence | is_write | by_comparison | by_async_proxy);
    }
    /// Differs if the lane, the kind or the bytes differ.
    std::uint64_t actor() const { return std::uint64_t{block} << 24 | (packed & 0xFF'FFFF); }
    unsigned bytes() const { return static_cast<unsigned>(packed) & 0xF; }  ///< one bit for each of the four
};

/// Any number of accesses in 16 bytes: one in place, several on the heap, sorted by actor.
class access_history {
public:
    access_history() = default;
    access_history(const access_history& other) : one_(other.one_) {
        if (const auto* const all = other.several()) point_to(new std::vector<access_record>(*all));
    }
    access_history(access_history&& other) noexcept : one_(std::exchange(other.one_, {})) {}
    access_history& operator=(access_history other) noexcept {
        std::swap(one_, other.one_);
        return *this;
    }
    ~access_history() { delete several(); }

    std::span<const access_record> records() const {
        if (const auto* const all = several()) return *all;
        return {&one_, one_.empty() ? 0u : 1u};
    }
    /// Replaces an earlier access by the same actor.
    void put(const access_record& record) {
        if (several() == nullptr) {
            if (one_.empty() || one_.actor() == record.actor()) {
                one_ = record;
                return;
            }
            point_to(new std::vector<access_record>{one_});
        }
        std::vector<access_record>& all = *several();
        const auto at = std::ranges::lower_bound(all, record.actor(), {}, &access_record::actor);
        if (at != all.end() && at->actor() == record.actor())
            *at = record;
        else
            all.insert(at, record);
    }
    template <class Condition>
    void erase_if(Condition condition) {
        if (auto* const all = several())
            std::erase_if(*all, condition);
        else if (!one_.empty() && condition(one_))
            one_ = {};
    }

private:
    std::vector<access_record>* several() const {
        return one_.pc != 0 ? nullptr : reinterpret_cast<std::vector<access_record>*>(one_.packed);
    }
    void point_to(std::vector<access_record>* all) { one_ = {reinterpret_cast<std::uintptr_t>(all), 0, 0}; }

    access_record one_;  ///< if its pc is 0, `packed` is the address of several, or 0
};

/// An ordered access of one kind does not hide an earlier one of another kind. So a cell keeps the last plain write,
/// and two accesses of each other kind, of different blocks or warps if possible. Without fences, a lane that races
/// with any access of a kind races with one of the two.
struct alignas(64) shadow_cell {
    access_record write;
    access_record others[2];
    access_history more;  ///< further kinds, or all lanes if fences order some of them
};

/// The shadow of a worker's shared memory: of its thread-local part, or the block's own.
struct shared_shadow {
    std::vector<shadow_cell> cells;
    /// By cell: the bytes that a block has written; for the number, see block_order::shared_serial.
    struct written_cell {
        std::uint32_t block = 0, bytes = 0;
    };
    std::vector<written_cell> written;
    /// By cell: the time from which on it is written and read by two lanes. A third reader changes nothing until lanes
    /// are ordered. See reads_again().
    std::vector<std::uint64_t> read_at;
    std::vector<std::uint32_t> kept;  ///< by cell, see shadow_page

    static constexpr unsigned any_warp = 63;  ///< two warps have read it; smaller numbers: only this warp
    static std::uint64_t stamp(std::uint64_t time, unsigned warp) { return time << 6 | warp; }

    void hold(std::size_t bytes) {
        if (const std::size_t size = bytes / 4 + 1; cells.size() < size) {
            cells.resize(size);
            written.resize(size);
            read_at.resize(size);
            kept.resize(size);
        }
    }
};

/// Calls `found(record)` for the recorded accesses of these four bytes; for reads only on request.
template <class Found>
void each_record(const shadow_cell& cell, unsigned bytes, bool reads, Found found) {
    const auto look = [&](const access_record& one) {
        if (!one.empty() && (one.bytes() & bytes) != 0 && (reads || one.writes())) found(one);
    };
    look(cell.write);
    for (const access_record& one : cell.others) look(one);
    for (const access_record& one : cell.more.records()) look(one);
}

/// Calls `look(address, mask)` for each aligned four bytes of the range, with a mask of the bytes in the range.
template <class Look>
void each_word(std::uintptr_t begin, std::size_t bytes, Look look) {
    for (std::uintptr_t at = begin, end = begin + bytes; at < end;) {
        const auto first = static_cast<unsigned>(at % 4);
        const auto count = static_cast<unsigned>(std::min<std::size_t>(4 - first, end - at));
        look(at, ((1u << count) - 1) << first);
        at += count;
    }
}

constexpr std::size_t shadow_page_bytes = 4096;  ///< of program memory

struct shadow_page {
    std::array<shadow_cell, shadow_page_bytes / 4> cells;
    /// By cell: the launch (its first_serial) that did not write it, and in which two blocks have read it. A third
    /// reader in this launch changes nothing. See reads_again().
    std::array<std::atomic<std::uint32_t>, shadow_page_bytes / 4> read_in{};
    /// By cell: the block whose last plain store left the bytes unchanged. Written when the store is done, without the
    /// cell's lock, so accessed only through std::atomic_ref.
    std::array<std::uint32_t, shadow_page_bytes / 4> kept{};
};

/// The shadow of global memory. Pages are made when kernels access them, and kept for later launches of a session.
class global_shadow {
public:
    /// The page that holds `address`; it never moves.
    shadow_page* page(std::uintptr_t address);
    /// Null for a page that kernels have not accessed yet.
    const shadow_page* find(std::uintptr_t address);

    /// Calls `found(record, address)` for the recorded accesses of the range.
    template <class Found>
    void each_record(std::uintptr_t begin, std::size_t bytes, bool reads, Found found) {
        for (std::uintptr_t at = begin, end = begin + bytes; at < end;) {
            const std::uintptr_t next = std::min(end, (at / shadow_page_bytes + 1) * shadow_page_bytes);
            if (const shadow_page* const page = find(at))
                each_word(at, next - at, [&](std::uintptr_t address, unsigned mask) {
                    emulation::each_record(cell_at(*page, address), mask, reads,
                                           [&](const access_record& one) { found(one, address); });
                });
            at = next;
        }
    }

    /// Records an access that is not a kernel's.
    void add(std::uintptr_t begin, std::size_t bytes, bool written, std::uint32_t block, std::uint32_t pc) {
        each_word(begin, bytes, [&](std::uintptr_t address, unsigned mask) {
            shadow_page& in = *page(address);
            const std::size_t index = address % shadow_page_bytes / 4;
            const std::lock_guard guard(stripe(address).mutex);
            in.read_in[index] = 0;
            in.cells[index].more.put(
                access_record::make(0, 0, mask, written ? access_record::mark::is_write : 0u, block, pc));
        });
    }

    /// If several workers run, a lane locks a group of cells while it looks at one.
    static constexpr std::size_t stripe_bytes = 64;
    struct stripe_state {
        std::mutex mutex;
        std::atomic<unsigned> storing{0};  ///< stores that are recorded and perhaps not done
    };
    stripe_state& stripe(std::uintptr_t address) { return stripes_[address / stripe_bytes % stripes_.size()]; }
    shadow_cell cell_at(const shadow_page& page, std::uintptr_t address) {
        const std::lock_guard guard(stripe(address).mutex);
        return page.cells[address % shadow_page_bytes / 4];
    }

private:
    std::mutex mutex_;
    std::unordered_map<std::uintptr_t, std::unique_ptr<shadow_page>> pages_;
    std::array<stripe_state, 1024> stripes_;
};

/// The shadow of a worker's shared memory, and its cache of global memory's shadow.
struct block_shadow {
    shared_shadow statics, own;
    bool used_by_peers = false;  ///< other blocks of the cluster have used the shared memory

    /// The last shadow page of each cache line.
    struct cached_page {
        std::uintptr_t number = ~std::uintptr_t{0};
        shadow_page* page = nullptr;
    };
    std::array<cached_page, 4096> pages;
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
