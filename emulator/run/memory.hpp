// Allocations and regions, as a launch sees them.
#pragma once

#include <strider/emulator/memory.hpp>
#include <strider/emulator/operations.hpp>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace strider::emulation {

struct memory_entry {
    std::uintptr_t begin = 0, end = 0;
    std::string name;
    bool writable = true;
    bool poisoned = false;                     ///< an allocation: bytes that hold the poison were not written
    mutable std::atomic<bool> expired{false};  ///< freed by a kernel, and not yet returned

    const void* made_at = nullptr;  ///< the call that allocated it, or null
    std::size_t element_bytes = 0;  ///< 0: unknown
    std::uint64_t made_after = 0;   ///< the last stream operation before it; earlier operations used other memory
    bool exact = false;             ///< all writes are known, so that one byte of poison proves that it was not written
    std::unique_ptr<std::uint8_t[], void (*)(void*)> written{nullptr,
                                                             std::free};  ///< for an allocation: one bit a byte

    int device = allocation::any_device;  ///< the device that owns the memory
    bool of_both_sides = false;           ///< the host accesses it too, while no kernel does
    /// Uninstrumented blocks may have written it: then only whole words of poison prove that memory was not written.
    mutable std::atomic<bool> written_unseen{false};
};

/// Whether kernels of this operation may access the entry's memory.
inline bool reaches(const stream_operation* operation, const memory_entry& entry) {
    return entry.device == allocation::any_device || operation == nullptr ||
           (operation->reaches >> entry.device & 1) != 0;
}

/// Marks bytes of the entry as written by a kernel or the host.
void note_written(const memory_entry& in, std::uintptr_t address, std::size_t bytes);

/// Whether any byte of the entry has been written.
bool written_in_part(const memory_entry& in);

/// Sorted by address.
using memory_map = std::vector<std::shared_ptr<const memory_entry>>;

/// All entries that exist now.
memory_map snapshot_memory();

/// The entry that holds all of [address, address + bytes), preferably a writable one; or null.
const memory_entry* find_entry(const memory_map& among, std::uintptr_t address, std::size_t bytes);

/// The same among all entries that exist now, because kernels allocate memory after their launch has begun.
std::shared_ptr<const memory_entry> find_new_entry(std::uintptr_t address, std::size_t bytes);

/// Marks an allocation as freed by a kernel.
void expire(void* pointer);

/// The entry nearest to the address, for a message; null if there are no entries.
const memory_entry* nearest_entry(const memory_map& among, std::uintptr_t address);

/// The allocation that held the address and was freed recently, or null.
std::shared_ptr<const memory_entry> find_freed(std::uintptr_t address);

/// The pattern of uninitialised device memory. It distinguishes unwritten memory from memory that the host wrote: the
/// emulator does not see the host's stores, but they change the pattern.
constexpr std::uint64_t poison = 0xA5C3'96E1'B47D'8F29;
std::uint8_t poison_at(std::uintptr_t address);

/// Whether this word was never written, in an entry that uninstrumented blocks may have written.
bool is_unwritten_word(const memory_entry& in, std::uintptr_t word);

/// Calls `gap(first, last)` for each maximal range of bytes of the entry, from first until last, that was never
/// written.
template <class Gap>
void each_unwritten(const memory_entry& in, std::uintptr_t address, std::size_t bytes, Gap gap) {
    const auto missing = [&](std::uintptr_t at) {
        const std::size_t offset = at - in.begin;
        return (in.written[offset / 8] >> offset % 8 & 1) == 0 &&
               *reinterpret_cast<const std::uint8_t*>(at) == poison_at(at);
    };
    const std::uintptr_t end = address + bytes;
    for (std::uintptr_t at = address; at < end;) {
        if ((at - in.begin) % 8 == 0 && in.written[(at - in.begin) / 8] == 0xFF) {
            at += 8;
            continue;
        }
        const std::uintptr_t first = at;
        if (in.written_unseen)
            while (at < end && is_unwritten_word(in, at & ~std::uintptr_t{7})) at = std::min(end, (at | 7) + 1);
        else
            while (at < end && missing(at)) ++at;
        if (first != at)
            gap(first, at);
        else
            at = in.written_unseen ? (at | 7) + 1 : at + 1;
    }
}

/// Whether any of these bytes of the entry was never written.
bool uninitialised(const memory_entry& in, std::uintptr_t address, std::size_t bytes);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
