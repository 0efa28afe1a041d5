// The allocations and regions that exist, as a launch sees them.
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
    bool poisoned = false;                     ///< an allocation: what still holds the poison has not been written
    mutable std::atomic<bool> expired{false};  ///< freed by a kernel, and not yet given back

    const void* made_at = nullptr;  ///< the call that allocated it, or null
    std::uint64_t made_after = 0;   ///< the last operation of a stream before it: what came earlier used other memory
    bool exact = false;             ///< all writes to it are seen, so that one byte of the pattern is enough
    std::unique_ptr<std::uint8_t[], void (*)(void*)> written{nullptr, std::free};  ///< of an allocation: one bit a byte

    int device = allocation::any_device;  ///< whose memory it is
    bool of_both_sides = false;           ///< the host accesses it as well, while no kernel does
    /// Plain blocks may have written it: then only whole words that hold the poison prove that nobody has.
    mutable std::atomic<bool> written_unseen{false};
};

/// Whether kernels of this operation may access the entry's memory.
inline bool reaches(const stream_operation* operation, const memory_entry& entry) {
    return entry.device == allocation::any_device || operation == nullptr ||
           (operation->reaches >> entry.device & 1) != 0;
}

/// A kernel writes these bytes of the entry, or the host does.
void note_written(const memory_entry& in, std::uintptr_t address, std::size_t bytes);

/// Whether any byte of the entry has been written.
bool written_in_part(const memory_entry& in);

/// Sorted by where they begin.
using memory_map = std::vector<std::shared_ptr<const memory_entry>>;

/// What exists now.
memory_map snapshot_memory();

/// The entry that holds all of [address, address + bytes), one that can be written if there is a choice; or null.
const memory_entry* find_entry(const memory_map& among, std::uintptr_t address, std::size_t bytes);

/// The same among everything that exists now: kernels allocate memory after their launch has begun.
std::shared_ptr<const memory_entry> find_new_entry(std::uintptr_t address, std::size_t bytes);

/// What allocate() returned there may be used no more.
void expire(void* pointer);

/// The entry that is nearest to the address, to be named in a finding; null if there is none at all.
const memory_entry* nearest_entry(const memory_map& among, std::uintptr_t address);

/// The allocation that held the address and has been freed, if that is not long ago; else null.
std::shared_ptr<const memory_entry> find_freed(std::uintptr_t address);

/// Uninitialised device memory holds this pattern. A kernel that reads what nobody has written can so be told from one
/// that reads what the host wrote: the host's stores are not seen, but they change the pattern.
constexpr std::uint64_t poison = 0xA5C3'96E1'B47D'8F29;
std::uint8_t poison_at(std::uintptr_t address);

/// Whether nobody has written the word that begins here, in an entry that plain blocks may have written.
bool is_unwritten_word(const memory_entry& in, std::uintptr_t word);

/// Calls `gap(first, last)` for the bytes of the entry from first until last, each time as many as nobody has written.
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

/// Whether a kernel that reads these bytes of the entry reads what nobody has written.
bool uninitialised(const memory_entry& in, std::uintptr_t address, std::size_t bytes);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
