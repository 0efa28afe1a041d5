// What the copies and barriers of <strider/emulator/dialect/asynchronous.hpp> are in a worker: kept for each of its
// blocks.
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

namespace strider::emulation {

struct worker;

struct pending_copy {
    std::byte* to = nullptr;
    const std::byte* from = nullptr;
    std::size_t bytes = 0, zeros = 0;
    std::uint64_t block = 0;  ///< that began it, and the lane there
    unsigned lane = 0;
    const void* pc = nullptr;
    std::uintptr_t barrier = 0;  ///< 0: in a batch of its lane
    std::uint64_t batch = 0;     ///< of its lane, or the phase of the barrier
    bool bulk = false;           ///< by the asynchronous proxy: a barrier counts its bytes, or it is in a bulk group
    const void* passed_by = nullptr;  ///< a wait that left it pending, while its lane had copies in no batch yet
};

struct phased_barrier {
    unsigned expected = 0, missing = 0;  ///< arrivals a phase; in this one
    std::uint64_t phase = 0;
    std::int64_t bytes = 0;         ///< that are yet to come in this phase
    std::vector<unsigned> arrived;  ///< the lanes that have, and wait for the same phase
    std::vector<unsigned> waiting;  ///< lanes, of whatever kind
    bool arrived_apart = false;     ///< some lane went on after it had arrived
};

struct awaited_phase {
    std::uint64_t next = 0;       ///< the phase after the one that was waited for
    const void* again = nullptr;  ///< the wait, if that phase had been waited for before, or is none
};

/// Where memory is that pending copies use, more or less: most accesses need not be compared with each of them.
class used_pieces {
public:
    /// `more` copies than before use these bytes.
    void add(const void* address, std::size_t bytes, int more) {
        of_pieces(reinterpret_cast<std::uintptr_t>(address), bytes,
                  [&](std::size_t i) { return copies_[i] += more, false; });
    }
    bool may_hold(std::uintptr_t address, std::size_t bytes) const {
        return of_pieces(address, bytes, [&](std::size_t i) { return copies_[i] != 0; });
    }

private:
    static constexpr std::size_t piece_bytes = 16, pieces = 4096;

    /// Whether one of the pieces that are touched is what is looked for.
    template <class Looked>
    static bool of_pieces(std::uintptr_t address, std::size_t bytes, Looked looked) {
        for (std::uintptr_t i = address / piece_bytes; i * piece_bytes < address + bytes; ++i)
            if (looked(i % pieces)) return true;
        return false;
    }

    std::array<int, pieces> copies_{};  ///< that use a piece, or another one of the same place
};

/// Of the copies that end in a block, or of those that its lanes have begun without a barrier. Addresses are as its
/// lanes see them: in a cluster others see the same memory elsewhere.
struct asynchronous_block {
    std::map<unsigned, std::vector<pending_copy>> copies;  ///< by the lane that began them
    std::size_t pending = 0;
    used_pieces written, read;
    std::unordered_map<unsigned, std::uint64_t> batches, bulk_batches;  ///< by lane: how many are committed
    std::unordered_map<std::uintptr_t, phased_barrier> barriers;
    std::map<unsigned, unsigned> arrived;  ///< by warp: its lanes that have arrived at barriers, but for copies
    /// By barrier and lane: what the lane's last wait by parity has waited for.
    std::map<std::pair<std::uintptr_t, unsigned>, awaited_phase> awaited;
};

struct asynchronous_state {
    std::unordered_map<std::uint64_t, asynchronous_block> blocks;  ///< by their number
    bool pending = false;                                          ///< copies, in the current block
};

asynchronous_block& block_of(worker& w);

/// Those of its block, of all lanes.
std::vector<const pending_copy*> pending_copies(worker& w);

/// Begins a copy of the current lane that ends in the block of `of`.
void begin_copy(worker& w, worker& of, pending_copy copy);

using due_copies = std::function<bool(const pending_copy&)>;

/// Performs those of a lane's copies that are `due` in the block of `of`, and forgets them; the same of all lanes.
void perform_due(worker& w, worker& of, std::vector<pending_copy>& of_lane, const due_copies& due);
void perform_due(worker& w, worker& of, const due_copies& due);

/// A phase of a barrier in the block of `of` is over, by what the current lane did.
struct ended_phase {
    worker& of;
    const phased_barrier& barrier;
    std::uintptr_t address;  ///< where releases at it are kept,
    scope reach;             ///< and how far they reach
};

/// All lanes of the current block have ended.
void end_asynchronous(worker& w);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
