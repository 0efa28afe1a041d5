// The scheduler of a block: switches between its lanes.
#pragma once

#include <bit>
#include <utility>

#include "arena.hpp"
#include "worker.hpp"

namespace strider::emulation {

/// Prepares the worker for blocks of this launch; `uninstrumented`: for blocks of the kernel's uninstrumented build.
void prepare(worker& w, launch_state& launch, bool uninstrumented = false);

/// Begins a block: all its lanes are ready to start.
void begin_block(worker& w, const started_block& what);

/// Runs the block that has begun until it ends (no lane is left) or is suspended. It is suspended by suspend_block(),
/// when all live lanes have arrived at the grid barrier, or in a cluster when none can go on.
void run_block(worker& w);

/// Lanes of a block without ready lanes were woken: chooses the lane that continues.
void choose_next_lane(worker& w);

/// Continues a suspended block.
void resume_block(worker& w);

/// Lets the host thread turn to another block; the current lane continues when this block is resumed.
void suspend_block(worker& w);

/// Ends all lanes of a suspended block.
void abandon_suspended_block(worker& w);

/// All blocks have met: lets the lanes continue as soon as the block is resumed.
void leave_grid_barrier(worker& w);

/// The ready warp whose turn it is behind `warp`; some are ready.
unsigned next_warp(worker& w, unsigned warp);

/// Puts lanes of one warp back into the ready set.
void wake(worker& w, unsigned warp, unsigned lanes);

/// Lets other lanes run; the current one stays ready.
void yield(worker& w);

/// Ends the lane because of a finding. Its stack is given up, and it never runs again.
[[noreturn]] void retire(worker& w);

/// Ends all lanes of a block that cannot go on. Never returns when called from a lane.
[[noreturn]] void abandon_block(worker& w);

/// Completes barriers that only waited for a lane that has ended: see barrier.cpp.
void settle_barriers(worker& w, unsigned warp);

/// The same for only the warp's collectives.
void settle_collectives(worker& w, unsigned warp);

/// Some lanes of the warp wait in converged_lanes() and none can run: see collective.cpp.
void release_converged(worker& w, unsigned warp);

// The following is mostly the path of every lane at every barrier, some ten million times a second. It is inlined up to
// the intrinsics.

/// Makes the stack of a retired lane available again.
void recycle_stack(worker& w, boost::context::fiber&& left);

/// A fiber without a lane; it will start the current lane.
boost::context::fiber& idle_fiber(worker& w);

/// The next lane if no lane follows `from` in its warp; null if none is left in the block. Settles collectives that
/// waited until the warp could not run.
lane_state* next_lane_of_block(worker& w, lane_state& from);

/// Runs `to` and stores the fiber that is left. The store happens on arrival, in a function that returns to where `to`
/// was left. So calls and returns match, and the processor predicts all returns.
[[gnu::always_inline]] inline void switch_to(worker& w, boost::context::fiber& to) {
    std::move(to).resume_with([&w](boost::context::fiber&& left) {
        if (w.fibers.left_into == nullptr) [[unlikely]]
            recycle_stack(w, std::move(left));
        else
            *w.fibers.left_into = std::move(left);
        return boost::context::fiber();
    });
}

/// Calls `work` on the stack of the worker's own thread, because lanes may have little stack left. `work` may call
/// instrumented functions of the kernel file (members of std::string, for instance); on that stack they do not count as
/// the lane's.
template <class Work>
void outside_of_lane(worker& w, const Work& work) {
    if (current_worker() == nullptr) return work();
    w.fibers.home = std::move(w.fibers.home).resume_with([&work](boost::context::fiber&& lane) {
        work();
        return std::move(lane).resume();
    });
}

/// Calls `work` as if another lane did.
template <class Work>
void as_lane(worker& w, unsigned lane, Work work) {
    lane_state* const me = std::exchange(w.current, &w.lanes[lane]);
    work();
    w.current = me;
}

/// Switches from the current lane, which keeps its place, to the next; null: to the worker's own thread.
[[gnu::always_inline]] inline void leave_for(worker& w, lane_state* next) {
    w.fibers.left_into = &w.current->handle;
    w.current = next;
    switch_to(w, next == nullptr ? w.fibers.home : next->slot != nullptr ? next->handle : idle_fiber(w));
}

/// Removes the running lane from the ready set and runs others until it is woken.
[[gnu::always_inline]] inline void wait(worker& w, waiting reason, const void* pc) {
    lane_state& lane = *w.current;
    warp_state& warp = *lane.warp;
    lane.waits_at = reason;
    lane.pc = pc;
    lane.stack = stack_pointer();
    warp.ready &= ~lane.mask;
    const unsigned later = w.lock_step ? 0 : warp.ready & ~(lane.mask | (lane.mask - 1));
    lane_state* next;
    if (later != 0) [[likely]] {
        next = warp.first + std::countr_zero(later);
        // The stack after the next one: since its last turn it has left the first cache.
        __builtin_prefetch(reinterpret_cast<const void*>(next[1].stack));
        __builtin_prefetch(reinterpret_cast<const void*>(next[1].stack + 64));
        __builtin_prefetch(next + 2);
    } else {
        next = next_lane_of_block(w, lane);
    }
    if (next != &lane) leave_for(w, next);
    lane.waits_at = waiting::nothing;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
