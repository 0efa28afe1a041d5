// A worker's state for the copies and barriers of <strider/emulator/dialect/asynchronous.hpp>, by block.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include <strider/emulator/lane.hpp>

#include "reduction.hpp"
#include "warpgroup.hpp"

namespace strider::emulation {

struct worker;

struct pending_copy {
    std::byte* to = nullptr;
    const std::byte* from = nullptr;  ///< null: `value` is stored
    std::size_t bytes = 0, zeros = 0;
    reduce_elements reduce = nullptr;  ///< null: replaces what is there
    std::array<std::byte, 16> value{};
    std::uint64_t block = 0;  ///< block and lane that began the copy
    unsigned lane = 0;
    const void* pc = nullptr;
    std::uintptr_t barrier = 0;  ///< 0: the copy is in a batch of its lane
    std::uint64_t batch = 0;     ///< batch of its lane, or phase of the barrier
    bool bulk = false;           ///< uses the asynchronous proxy: a barrier counts its bytes, or it is in a bulk group
    bool of_tensor = false;      ///< a part of a tensor's box
    mutable bool raced = false;  ///< a lane has used its memory before it was done
    mutable std::array<const struct knowledge*, 2> known{};  ///< to the lane that began it, then; to its block
    const void* passed_by = nullptr;  ///< a wait that skipped the copy because it was in no batch yet

    std::size_t bytes_read() const { return from == nullptr ? 0 : bytes - zeros; }
};

struct phased_barrier {
    unsigned expected = 0, missing = 0;  ///< arrivals of a phase; still missing in this phase
    std::uint64_t phase = 0;
    std::int64_t bytes = 0;         ///< bytes still to come in this phase
    std::vector<unsigned> arrived;  ///< lanes that have arrived and wait for the same phase
    std::vector<unsigned> waiting;  ///< all waiting lanes
    bool arrived_apart = false;     ///< some lane arrived and went on
};

struct awaited_phase {
    std::uint64_t next = 0;       ///< the phase after the last one that was waited for
    const void* again = nullptr;  ///< the wait, if its phase had been waited for before, or does not exist
};

/// An approximate set of memory that pending copies use, so that most accesses need no comparison with each copy.
class used_pieces {
public:
    /// Changes the number of copies that use these bytes by `more`.
    void add(const void* address, std::size_t bytes, int more) {
        of_pieces(reinterpret_cast<std::uintptr_t>(address), bytes,
                  [&](std::size_t i) { return copies_[i] += more, false; });
    }
    bool may_hold(std::uintptr_t address, std::size_t bytes) const {
        return of_pieces(address, bytes, [&](std::size_t i) { return copies_[i] != 0; });
    }

private:
    static constexpr std::size_t piece_bytes = 16, pieces = 4096;

    /// Whether `looked_for` holds for a piece that the bytes touch.
    template <class Looked>
    static bool of_pieces(std::uintptr_t address, std::size_t bytes, Looked looked) {
        for (std::uintptr_t i = address / piece_bytes; i * piece_bytes < address + bytes; ++i)
            if (looked(i % pieces)) return true;
        return false;
    }

    std::array<int, pieces> copies_{};  ///< copies that use the piece, or another piece in the same slot
};

/// Copies into a block's memory, or without a barrier by its lanes. Addresses are those of its lanes; other blocks of
/// the cluster see the same memory elsewhere.
struct asynchronous_block {
    std::map<unsigned, std::vector<pending_copy>> copies;  ///< by the lane that began them
    std::size_t pending = 0;
    used_pieces written, read;
    std::map<unsigned, warpgroup_state> warpgroups;
    used_pieces tiles;                                                  ///< that products of warpgroups read
    std::unordered_map<unsigned, std::uint64_t> batches, bulk_batches;  ///< by lane: the number of committed batches
    std::unordered_map<std::uintptr_t, phased_barrier> barriers;
    std::map<unsigned, unsigned> arrived;  ///< by warp: lanes that have arrived at barriers, but for copies
    /// By barrier and lane: the phase of the lane's last wait by parity.
    std::map<std::pair<std::uintptr_t, unsigned>, awaited_phase> awaited;
};

struct asynchronous_state {
    std::unordered_map<std::uint64_t, asynchronous_block> blocks;  ///< by block number
    bool pending = false;                                          ///< the current block has pending copies
};

asynchronous_block& block_of(worker& w);

/// The pending copies of the worker's block, of all lanes.
std::vector<const pending_copy*> pending_copies(worker& w);

/// Begins a copy of the current lane into the block of `of`.
void begin_copy(worker& w, worker& of, pending_copy copy);

/// Begins bulk copies that complete before the current phase of the barrier ends.
void begin_bulk_copies(worker& w, site caller, void* barrier, std::vector<pending_copy> all);

using due_copies = std::function<bool(const pending_copy&)>;

/// Performs and removes a lane's copies into the block of `of` that are `due`; then the same for all lanes.
void perform_due(worker& w, worker& of, std::vector<pending_copy>& of_lane, const due_copies& due);
void perform_due(worker& w, worker& of, const due_copies& due);

/// A phase of a barrier in the block of `of` that the current lane has completed.
struct ended_phase {
    worker& of;
    const phased_barrier& barrier;
    std::uintptr_t address;  ///< the address of its releases
    scope reach;             ///< the scope of its releases
};

/// Call this when all lanes of the current block have ended.
void end_asynchronous(worker& w);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
