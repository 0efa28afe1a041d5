// Who runs next: switching between the lanes of a block.
#pragma once

#include <bit>
#include <utility>

#include "arena.hpp"
#include "worker.hpp"

namespace strider::emulation {

/// Makes the worker ready for blocks of this launch; `plain`: for those that run the plain form of the kernel.
void prepare(worker& w, launch_state& launch, bool plain = false);

/// All lanes of this block are ready to start.
void begin_block(worker& w, const started_block& what);

/// Runs the block that has begun, from its first lane until it ends (no lane lives any more) or is suspended: by
/// suspend_block(), because all live lanes have come to the grid barrier, or in a cluster because none can go on.
void run_block(worker& w);

/// Lanes of a block that had none to run have been woken: says where it goes on.
void choose_next_lane(worker& w);

/// Lets a suspended block run on.
void resume_block(worker& w);

/// The thread of the host may turn to another block; the current lane goes on when this one is resumed.
void suspend_block(worker& w);

/// Ends all lanes of a suspended block.
void abandon_suspended_block(worker& w);

/// All blocks have met: lets the lanes go on, as soon as the block is resumed.
void leave_grid_barrier(worker& w);

/// Puts lanes of one warp back into the ready set.
void wake(worker& w, unsigned warp, unsigned lanes);

/// Lets other lanes run; the current one stays ready.
void yield(worker& w);

/// The lane ends here, because of a finding: its stack is given up and nothing of it runs again.
[[noreturn]] void retire(worker& w);

/// Ends all lanes of the block: it cannot go on. Never returns when called from a lane.
[[noreturn]] void abandon_block(worker& w);

/// Completes what waited only for a lane that has ended: see barrier.cpp.
void settle_barriers(worker& w, unsigned warp);

/// The same of the warp's collectives alone.
void settle_collectives(worker& w, unsigned warp);

/// Some lanes of the warp wait in converged_lanes() and none can run: see collective.cpp.
void release_converged(worker& w, unsigned warp);

// What follows is mostly the path that every lane takes at every barrier, some ten million times a second. It is
// inlined up to the intrinsics.

/// The lane that was left has retired: its stack is free to be used anew.
void bury(worker& w, boost::context::fiber&& left);

/// A fiber that runs no lane; it will start the current one.
boost::context::fiber& idle_fiber(worker& w);

/// The next lane when none comes after `from` in its warp; null when none is left in the block. Settles what waited
/// for the warp to come to rest.
lane_state* next_lane_of_block(worker& w, lane_state& from);

/// Runs `to`; the fiber that is left is kept where it can be found. That is done on arrival, by a function that
/// returns to where `to` was left: so there are as many returns as calls, and the processor predicts them all.
[[gnu::always_inline]] inline void switch_to(worker& w, boost::context::fiber& to) {
    std::move(to).resume_with([&w](boost::context::fiber&& left) {
        if (w.fibers.left_into == nullptr) [[unlikely]]
            bury(w, std::move(left));
        else
            *w.fibers.left_into = std::move(left);
        return boost::context::fiber();
    });
}

/// Does `work` on the stack of the worker's own thread, where there is room: lanes may have little left. Whatever it
/// calls may turn out to be an instrumented function of the kernel file (std::string's members, for instance); there it
/// is not taken for the lane's doing.
template <class Work>
void outside_of_lane(worker& w, const Work& work) {
    if (current_worker() == nullptr) return work();
    w.fibers.home = std::move(w.fibers.home).resume_with([&work](boost::context::fiber&& lane) {
        work();
        return std::move(lane).resume();
    });
}

/// Whatever is done for another lane, as if it did so itself.
template <class Work>
void as_lane(worker& w, unsigned lane, Work work) {
    lane_state* const me = std::exchange(w.current, &w.lanes[lane]);
    work();
    w.current = me;
}

/// From the current lane, which stays where it is, to the next; null: to the worker's own thread.
[[gnu::always_inline]] inline void leave_for(worker& w, lane_state* next) {
    w.fibers.left_into = &w.current->handle;
    w.current = next;
    switch_to(w, next == nullptr ? w.fibers.home : next->slot != nullptr ? next->handle : idle_fiber(w));
}

/// Takes the running lane off the ready set and runs others until somebody wakes it.
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
        // The stack that will be switched to after the next one: it has left the first cache since its last turn.
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
