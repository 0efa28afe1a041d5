// The seam between running and looking: the scheduler and the callbacks tell what happens, the observers
// (bounds, initialisation, races, divergence, counters; one file each) make findings and counts of it.
// At speed run none of these is called but observe_step() and, while spinning is suspected, observe_access().
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>

#include "address.hpp"
#include "run/worker.hpp"

namespace simt {

/// How many launches look at accesses now; 0 lets the callbacks return at once.
extern std::atomic<int> observers;

/// access_update: a store that reads what it replaces, as most atomics do. access_unaligned: the compiler knows that
/// the address may be any. access_block_scope: atomic only to lanes of the same block.
enum access_kind : unsigned {
    access_load = 0,
    access_store = 1,
    access_volatile = 2,
    access_atomic = 4,
    access_update = 8,
    access_unaligned = 16,
    access_block_scope = 32,
    access_async = 128,  ///< a bulk copy's, by the asynchronous proxy
    access_swap = 64,    ///< an update whose result may not be used: reads what it replaces only if it is
    access_copy = 256,   ///< an asynchronous copy's, by the plain proxy
};

/// The first eight of these bytes.
inline std::uint64_t value_at(std::uintptr_t address, std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(address), std::min(bytes, sizeof(value)));
    return value;
}

void begin_observation(launch_state& launch);
void end_observation(launch_state& launch);
void prepare_observation(worker& w, launch_state& launch);
void finish_observation(worker& w);

// Called from the lane that does it, before it is done. A bad access does not return.
void observe_access(worker& w, const void* address, std::size_t bytes, unsigned how, const void* pc);
void observe_step(worker& w, const void* pc);
void observe_enter(worker& w, const void* caller);
void observe_leave(worker& w, const void* pc);
/// Writes down an access of a launch that is counted.
void record_access(worker& w, memory_space space, std::uintptr_t address, std::size_t bytes, unsigned how,
                   const void* pc);
void observe_bad_index(void* data, std::uintptr_t index, const void* pc);

void observe_block_start(worker& w);
/// The current lane has come to a barrier of the block, or to another collective.
void observe_arrival(worker& w, const void* pc, bool of_block);
/// All participants have come; nobody has left yet.
void observe_block_barrier(worker& w);
/// All blocks have come to the grid barrier; none has gone on yet.
void observe_grid_barrier(launch_state& launch);
/// The block goes on behind it.
void observe_left_grid_barrier(worker& w);
void observe_named_barrier(worker& w, const named_barrier_state& barrier);
void observe_meeting(worker& w, unsigned warp, const open_collective& at);
/// No lane of the warp can run now.
void observe_quiet_warp(worker& w, unsigned warp);

/// Lanes of a warp in lock step have done a step: what follows comes after it.
void tick(worker& w);

/// What an instrumented builtin is: one with the host's numbering of memory orders.
void atomic_callback(void* address, std::size_t bytes, bool reads, bool writes, int how, const void* pc);
order to_order(int how);

/// The room that the callbacks themselves need below a lane's frames.
constexpr std::size_t stack_reserve = 8 * 1024;
[[noreturn]] void refuse_grid_barrier(worker& w, const void* pc);
[[noreturn]] void stack_overflow(worker& w, const void* pc);

}  // namespace simt
