// A worker runs one block: its lanes, one after the other, on fibers. A host thread has one worker, and more while its
// blocks wait for each other: see blocks.hpp.
#pragma once

#include <array>
#include <atomic>
#include <boost/context/fiber.hpp>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <vector>

#include <strider/emulator/lane.hpp>
#include <strider/emulator/launch.hpp>
#include <strider/emulator/session.hpp>

#include "arena.hpp"
#include "asynchronous.hpp"
#include "observer.hpp"
#include "print.hpp"
#include "sampling.hpp"

namespace strider::emulation {

constexpr unsigned most_warps = 32;
constexpr unsigned most_lanes = most_warps * warp_lanes;

struct cluster_state;
struct launch_owner;
struct stream_operation;

/// The largest number of basic blocks that a lane runs before others get their turn.
constexpr std::int32_t quantum_steps = 4096;

/// A stack. While no lane runs on it, also the fiber that will run the next lane.
struct fiber_slot {
    boost::context::fiber handle;
    std::byte* low = nullptr;        ///< lowest byte of the stack
    std::byte* left_from = nullptr;  ///< the frames of a lane that never goes on begin here
};

/// Why a lane is not running.
enum class waiting : std::uint8_t {
    nothing,
    block_barrier,
    named_barrier,
    grid_barrier,
    cluster_barrier,
    warp_collective,
    convergence,
    warpgroup,
    log_room
};

struct warp_state;

struct alignas(64) lane_state {
    std::uint64_t packed_index = 0;
    boost::context::fiber handle;  ///< where the lane continues, while it waits or others run
    fiber_slot* slot = nullptr;    ///< its stack, from the lane's start to its end
    std::uintptr_t stack = 0;      ///< end of its stack while it waits
    const void* pc = nullptr;      ///< where it waits
    warp_state* warp = nullptr;
    unsigned mask = 0;        ///< its bit in the warp's sets
    unsigned converged = 0;   ///< the lanes that left converged_lanes() with it
    std::uint32_t work = 0;   ///< accesses that count as work, while the launch is observed: see sampling.hpp
    std::uint16_t index = 0;  ///< in the block
    waiting waits_at = waiting::nothing;
    bool retired = false;  ///< stopped by the emulator before the kernel's end
};
static_assert(sizeof(lane_state) == 64);
static_assert(offsetof(lane_state, packed_index) == 0, "lane_slot::thread is a pointer to it");

/// An atomic update that a lane has begun.
struct begun_update {
    std::uintptr_t address = 0;  ///< 0: none
    std::size_t bytes = 0;
    std::uint64_t before = 0;  ///< the old value
};

/// The position of a lane, for lock step.
struct lane_place {
    std::vector<std::uint32_t> calls;  ///< call sites, then the next basic block; empty before its start
    std::uint32_t jumped_from = 0;     ///< origin of a backward jump that it has just made, or 0
    begun_update update;               ///< the last update that it began
};

/// Lanes of one warp that wait for each other. Slots of a warp are reused when all participants have left.
struct open_collective {
    collective_kind kind{};
    unsigned mask = 0;
    unsigned arrived = 0;
    unsigned leaving = 0;     ///< participants of a complete collective that have yet to take the values
    unsigned operations = 0;  ///< lanes whose value is the address of a warp_operation
    const void* pc = nullptr;
    collective_values brought;
};

/// Sets of lanes are bit masks: bit i is lane i of the warp.
struct warp_state {
    lane_state* first = nullptr;
    unsigned live = 0;   ///< have not ended
    unsigned fresh = 0;  ///< have not started; a subset of `ready`
    unsigned ready = 0;  ///< can run, or run now
    unsigned at_barrier = 0;
    unsigned at_grid_barrier = 0;
    unsigned at_cluster_barrier = 0;
    unsigned cluster_arrived = 0;   ///< at the cluster's barrier, in the current phase,
    unsigned cluster_together = 0;  ///< of these, those by sync(),
    unsigned cluster_owed = 0;      ///< and lanes that have yet to wait for it
    unsigned cluster_passed = 0;    ///< have waited for it once
    unsigned at_convergence = 0;
    unsigned undefined = 0;  ///< bring a value of an absent lane to the complete shuffle
    unsigned step = 0;       ///< lock step: still to run in this step of the warp
    unsigned stepped = 0;    ///< lock step: have had a step since spinning was suspected
    unsigned pace = 1;       ///< at one of so many events a lane gives way by chance: see perturbation.hpp
    std::vector<open_collective> collectives;
};

constexpr unsigned named_barriers = 16;

struct named_barrier_state {
    unsigned expected = 0;
    unsigned arrived = 0;
    bool arrived_apart = false;  ///< some lanes arrived and went on
    std::array<unsigned, most_warps> waiting{};
};

constexpr std::uint64_t no_progress = ~std::uint64_t{0};

struct watched_cell {
    std::uintptr_t address;
    std::size_t bytes;
    std::uint64_t value;
};

/// Detection of lanes that only wait for a memory cell to change: see spinning.cpp.
struct spin_watch {
    std::uint64_t idle_quanta = 0;            ///< since something other than a basic block happened in the block
    std::uint64_t spun_quanta = 0;            ///< of these, watched quanta in which lanes only read a few cells
    std::uint64_t turn_quanta = 0;            ///< the same since the block's last turn
    bool unpolled = false;                    ///< in some of them no cell was polled
    std::uint64_t progress = 0;               ///< the launch's progress when spun_quanta began
    std::uint64_t looks_since = no_progress;  ///< progress since which the block counts as one that only looks,
    std::uint64_t stuck_since = no_progress;  ///< and as one that has done so for long enough
    bool watching = false;
    bool changed = false;  ///< in this quantum something was written, or a cell changed
    bool waited = false;   ///< in this quantum a cell was polled: read atomically, or as volatile
    unsigned cells = 0;    ///< cells looked at in this quantum
    watched_cell cell[64];
    std::vector<watched_cell> turn_cells;  ///< cells of all quanta of the turn, of all lanes
};

/// Progress of a launch's blocks, and whether any of them, started or not, can go on: see progress.cpp. Written under
/// the mutex.
struct launch_progress {
    std::mutex mutex;
    std::condition_variable changed;           ///< for threads whose blocks all wait at the grid barrier
    std::atomic<std::uint64_t> count{0};       ///< changes whenever a block progresses that others might wait for
    std::atomic<std::uint64_t> next_block{0};  ///< next block to start
    std::uint64_t ended = 0;
    std::atomic<unsigned> live{0};  ///< blocks that have started and not ended
    unsigned looking = 0;           ///< of these, since the last progress: blocks that only look at a few cells,
    unsigned stuck = 0;             ///< and blocks that have done so for long enough
    unsigned at_grid_barrier = 0;
    unsigned asleep = 0;                      ///< blocks that only others of their cluster can wake
    std::uint64_t grid_phase = 0;             ///< how often all blocks have met
    bool asks_host = false;                   ///< a stuck block looks at memory that the host may write
    std::atomic<bool> waits_for_host{false};  ///< the same was true while the host went on
    bool last_look = false;                   ///< the host writes no more, so one more look decides
    bool dead = false;                        ///< no block could go on
};

/// State that all blocks of one launch share.
struct launch_state {
    detail::kernel_call call{};
    dim3 grid, block, cluster;
    std::uint64_t blocks = 0;
    unsigned cluster_blocks = 1;  ///< blocks that start together
    unsigned threads = 0;
    std::size_t shared_bytes = 0;
    options how;
    std::uint64_t order = 0;                      ///< seed of the order of its blocks, warps and lanes
    launch_owner* owner = nullptr;                ///< null: no session is alive
    const stream_operation* operation = nullptr;  ///< the stream's operation; null: none

    std::unique_ptr<launch_observer> observed_by;  ///< null: the launch is not observed

    block_sample sample;  ///< under the mutex of `progress`
    launch_progress progress;
    std::atomic<bool> stop{false};
    std::atomic<bool> lane_lost{false};  ///< a lane was retired, so missing effects are no new defect
    /// A lane would have written to memory of the host or the emulator. Unchecked lanes really do.
    std::atomic<bool> strays_far{false};
    std::atomic<bool> reads_clock{false};
    std::mutex failure_mutex;
    std::exception_ptr failure;  ///< the first failure; thrown by the launch when all workers are done
    printed output;
    std::mutex nested_mutex;
    std::multimap<std::uint64_t, std::function<void()>> nested;  ///< by block number: launches by that block

    /// Makes the launch throw `reason` when all blocks have ended.
    void fail(std::exception_ptr reason);
};

/// A block that starts.
struct started_block {
    std::uint64_t number = 0;
    bool unchecked = false;
    std::uint64_t turn = 0, most_work = block_sample::unlimited;  ///< see block_state
};

/// All lanes of a warp, including those that have ended.
inline unsigned lanes_of_warp(const launch_state& launch, unsigned warp) {
    const unsigned count = launch.threads - warp * warp_lanes;
    return count >= warp_lanes ? ~0u : (1u << count) - 1;
}

/// The block that a worker runs.
struct block_state {
    std::uint64_t number = 0;   ///< number in the grid, x fastest
    unsigned live = 0;          ///< lanes that have not ended
    unsigned returned = 0;      ///< lanes that have ended at the kernel's end
    unsigned cluster_rank = 0;  ///< rank in its cluster
    bool entered = false;       ///< some lane has started
    bool asleep = false;        ///< no lane can go on until another block of the cluster wakes one
    bool lane_lost = false;     ///< a lane was retired, so missing effects are no new defect
    bool unchecked = false;     ///< its accesses are not checked: see sampling.hpp
    bool looked = false;        ///< a lane has polled a cell
    std::uint64_t quanta = 0;   ///< quanta in which no lane polled its last cell again
    std::uint64_t most_work = block_sample::unlimited;  ///< at this work it continues unchecked
    std::uint64_t turn = 0;                             ///< rank among the checked blocks
    std::uint64_t polled_quanta = 0;                    ///< the other quanta
    std::uint64_t spent = 0;                            ///< work that limit_work() knows of
};

/// How long the lane, and the block, have had their turn.
struct turn_state {
    std::int32_t quantum = 0;         ///< basic blocks until the slow path; stays 0 while each one takes it
    std::int32_t remaining = 0;       ///< then this counts the lane's quantum
    std::uint32_t quanta = 0;         ///< quanta that lanes of the block have begun
    bool ended = false;               ///< the block had to give way after a long time
    bool polled = false;              ///< in this quantum a lane has polled its last cell again
    std::uint64_t since = 0;          ///< quanta since the block's last turn
    std::uint64_t shuffled = 0;       ///< state of the random order of its warps
    std::uint32_t delayed = 0;        ///< warps that gave way by chance: others come first
    std::uint32_t delayed_for = 0;    ///< so many events or turns
    lane_state* suspended = nullptr;  ///< where the block continues, if its thread has turned to another one
};

/// When a lane has last polled a cell.
struct last_look {
    std::uintptr_t address = 0;
    const void* pc = nullptr;
    std::uint32_t work = 0;  ///< the lane's work then
};

/// The block's barriers that are not complete.
struct barrier_state {
    unsigned arrived = 0;            ///< live lanes at the block barrier
    unsigned at_grid = 0;            ///< live lanes at the grid barrier
    std::uint64_t grid_phase = 0;    ///< the launch's grid phase when the block arrived at the grid barrier
    const void* pc = nullptr;        ///< where the first lane arrived
    const void* other_pc = nullptr;  ///< another place where a lane arrived, if any
    int votes = 0;                   ///< predicates that are not zero, of the barrier that is not complete
    int last_votes = 0;              ///< the same of the barrier before, for lanes that leave it
    int last_voters = 0;             ///< and the number of lanes that voted
    std::array<named_barrier_state, named_barriers + 32> named;  ///< with those of tiles
    std::array<const void*, most_lanes> brought{};               ///< by lane: its value for the exchange of a tile
};

/// The stacks of a worker.
struct fiber_state {
    boost::context::fiber home;                  ///< the worker's own thread
    boost::context::fiber* left_into = nullptr;  ///< receives the fiber that the last switch left; null: discard it
    fiber_slot* given_up = nullptr;              ///< then this is its stack
    std::vector<fiber_slot> stacks;
    std::vector<fiber_slot*> idle;  ///< fibers without a lane
    unsigned made = 0;
    std::byte* base = nullptr;  ///< begin of the stacks in the arena
};

/// Where PTX's addresses have the block's own shared memory. Matrix descriptors have 18 bits of such an address.
constexpr std::uint32_t block_window = 1024;

/// The shared memory of the block.
struct shared_memory {
    std::vector<std::byte> statics;    ///< room for the thread-local part while other blocks use the thread's
    std::byte* static_copy = nullptr;  ///< in `statics`, aligned as the thread's
    std::unique_ptr<std::byte[]> memory;
    std::size_t capacity = 0;
    std::byte* begin = nullptr;  ///< begin of the block's own part: see block_arrays(); the dynamic memory follows
    std::size_t bytes = 0;
    std::byte* dynamic = nullptr;
};

/// The address of dynamic shared memory where the launch gives none: nobody can access these bytes.
std::byte* lacking_shared_memory();
constexpr std::size_t lacking_shared_bytes = std::size_t{1} << 18;

/// Lock step's knowledge about the lanes.
struct lock_step_state {
    std::array<lane_place, most_lanes> places;
    std::unordered_map<std::uintptr_t, unsigned> changed_by;  ///< by cell: the last lane whose atomic changed it
    std::uint64_t turn = 0;                                   ///< the quantum for which the warp was chosen
};

struct worker {
    worker();
    worker(const worker&) = delete;
    worker& operator=(const worker&) = delete;

    // Members that the callbacks read come first.
    turn_state turns;
    bool lock_step = false;
    bool yields_at_access = false;    ///< in lock step at each; else before the next one: see perturbation.hpp
    bool perturbed = false;           ///< observed, and lanes give way by chance
    bool uninstrumented = false;      ///< its blocks run the kernel's uninstrumented build, unchecked
    bool follows_steps = false;       ///< every basic block and call is reported: to lock step or the observer
    observer* observed_by = nullptr;  ///< null: the blocks are not observed
    lane_state* current = nullptr;
    lane_slot* slot = nullptr;
    launch_state* launch = nullptr;
    const void* code = nullptr;  ///< the kernel's own code, or its uninstrumented build
    block_state block;
    cluster_state* cluster = nullptr;  ///< the block's cluster; null: a launch without clusters

    std::uint32_t ready_warps = 0;
    unsigned warp_count = 0;
    std::array<warp_state, most_warps> warps;
    std::array<lane_state, most_lanes + 2> lanes;  ///< two more, so that a next lane always exists

    barrier_state barriers;
    lock_step_state in_step;
    asynchronous_state asynchronous;
    spin_watch spin;
    std::array<last_look, most_lanes> looks;
    fiber_state fibers;
    shared_memory shared;

    std::unique_ptr<observer> kept;  ///< the observer of an earlier launch, to be reused
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
