// Counting. Every lane logs its actions. When no lane of a warp can run, the 32 logs are replayed as the warp that the
// hardware would have run: always the lanes at the lowest program counter, all of them at once. (Pairing the k-th
// executions of an instruction would be wrong for diverged lanes.)
#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "footprint.hpp"
#include "run/worker.hpp"

namespace strider::emulation {

enum class event_kind : std::uint8_t {
    step,
    enter,
    leave,
    sync,
    shared_load,
    shared_store,
    shared_atomic,
    global_load,
    global_store,
    global_atomic,
    shared_copy,  ///< the store of an asynchronous copy
    global_copy,  ///< the load of an asynchronous copy
};

struct event {
    std::uint64_t address = 0;
    std::uint32_t pc = 0;  ///< offset in the module
    std::uint16_t bytes = 0;
    event_kind kind{};
};

struct lane_log {
    event* next = nullptr;             ///< where the lane writes next
    event* end = nullptr;              ///< end of the room
    event* begin = nullptr;            ///< first event that was not replayed yet
    std::vector<std::uint32_t> calls;  ///< for the replay: call sites of the lane's frames
};

/// The logs of one warp.
struct warp_buffer {
    static constexpr std::size_t lane_events = 512;
    /// Lanes write at the same pace; the offset keeps them out of each other's cache set.
    static constexpr std::size_t stride = lane_events + 4;
    std::array<event, warp_lanes * stride> events;
};

/// A request of the traced warp.
struct recorded_request {
    event_kind kind{};
    std::uint32_t pc = 0;
    unsigned bytes = 0, cost = 0;
    std::uint32_t lanes = 0;
    std::array<std::uint64_t, warp_lanes> addresses{};
};

struct recorder {
    std::array<lane_log, most_lanes> logs;
    std::array<std::unique_ptr<warp_buffer>, most_warps> buffers;  ///< of warps whose logs are not empty
    std::vector<std::unique_ptr<warp_buffer>> spare;
    std::uintptr_t code = 0;  ///< begin of the module
    bool detailed = false;
    counters counted;                                    ///< counters of this worker in the launch
    std::unordered_map<std::uint32_t, counters> places;  ///< with details: the counters by program counter, instead
    std::vector<recorded_request> requests;
    footprint_view touched;                      ///< with details
    std::array<unsigned, most_warps> starved{};  ///< lanes with a full log

    counters& at(std::uint32_t pc) { return detailed ? places[pc] : counted; }

    std::uint32_t offset(const void* pc) const {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc) - code);
    }
};

/// Makes room in the current lane's log, which is full or does not exist yet.
void make_room(recorder& r, worker& w, const void* pc);

/// Logs an action of the current lane.
[[gnu::always_inline]] inline void record(recorder& r, worker& w, event_kind kind, std::uint64_t address,
                                          unsigned bytes, const void* pc) {
    lane_log& log = r.logs[w.current->index];
    if (log.next == log.end) [[unlikely]]
        make_room(r, w, pc);
    *log.next++ = {address, r.offset(pc), static_cast<std::uint16_t>(bytes), kind};
}

/// Replays the logs of a warp whose lanes cannot run, and wakes lanes that waited for room.
void replay(recorder& r, worker& w, unsigned warp);

/// Empties the logs before a new block.
void clear_logs(recorder& r, const worker& w);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
