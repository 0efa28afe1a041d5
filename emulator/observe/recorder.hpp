// Counting: every lane writes down what it does, and when no lane of a warp can run, the 32 logs are replayed as the
// warp that the hardware would have run: always the lanes at the least place in the program, all lanes that are there
// at once. (Pairing the k-th executions of an instruction would be wrong where lanes diverge.)
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
    shared_copy,  ///< what an asynchronous copy stores
    global_copy,  ///< and what it loads
};

struct event {
    std::uint64_t address = 0;
    std::uint32_t pc = 0;  ///< offset in the module
    std::uint16_t bytes = 0;
    event_kind kind{};
};

struct lane_log {
    event* next = nullptr;             ///< where the lane writes
    event* end = nullptr;              ///< as far as there is room
    event* begin = nullptr;            ///< what has not been replayed yet
    std::vector<std::uint32_t> calls;  ///< of the replay: the call sites that the lane is in
};

/// Room for the logs of one warp.
struct warp_buffer {
    static constexpr std::size_t lane_events = 512;
    /// Lanes write at the same pace; they must not all write to the same set of the cache.
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
    std::array<std::unique_ptr<warp_buffer>, most_warps> buffers;  ///< of warps that have something in their logs
    std::vector<std::unique_ptr<warp_buffer>> spare;
    std::uintptr_t code = 0;  ///< where the module begins
    bool detailed = false;
    counters counted;                                    ///< of the launch, by this worker
    std::unordered_map<std::uint32_t, counters> places;  ///< where it is detailed: by program counter, instead
    std::vector<recorded_request> requests;
    footprint_view touched;                      ///< where it is detailed
    std::array<unsigned, most_warps> starved{};  ///< lanes without room in their log

    counters& at(std::uint32_t pc) { return detailed ? places[pc] : counted; }

    std::uint32_t offset(const void* pc) const {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc) - code);
    }
};

/// The current lane's log is full, or does not exist yet.
void make_room(recorder& r, worker& w, const void* pc);

/// Writes down what the current lane does.
[[gnu::always_inline]] inline void record(recorder& r, worker& w, event_kind kind, std::uint64_t address,
                                          unsigned bytes, const void* pc) {
    lane_log& log = r.logs[w.current->index];
    if (log.next == log.end) [[unlikely]]
        make_room(r, w, pc);
    *log.next++ = {address, r.offset(pc), static_cast<std::uint16_t>(bytes), kind};
}

/// No lane of the warp can run: replays what is in its logs, and wakes lanes that waited for room.
void replay(recorder& r, worker& w, unsigned warp);

/// Forgets what is in the logs, before a new block.
void clear_logs(recorder& r, const worker& w);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
