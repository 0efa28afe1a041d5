#include "scheduler.hpp"

#include <algorithm>
#include <bit>
#include <new>
#include <utility>

#include "cluster.hpp"
#include "code/array_table.hpp"
#include "deadlock.hpp"
#include "lock_step.hpp"
#include "perturbation.hpp"
#include "progress.hpp"
#include "spinning.hpp"

namespace strider::emulation {

namespace {

struct no_allocator {
    boost::context::stack_context allocate() { return {}; }
    void deallocate(boost::context::stack_context&) noexcept {}
};

// A fiber that is destroyed unwinds its stack, through frames that have no unwind tables. So it is forgotten instead:
// the stack is ours, and is made anew.
void release(boost::context::fiber&& handle) {
    alignas(boost::context::fiber) std::byte grave[sizeof(boost::context::fiber)];
    new (grave) boost::context::fiber(std::move(handle));
}

// A lane that waits never goes on.
void give_up(worker& w, lane_state& lane, fiber_slot& stack) {
    release(std::move(lane.handle));
    stack.left_from = stack.low;
    w.fibers.idle.push_back(&stack);
}

lane_state* next_ready(worker& w) {
    if (w.lock_step) return next_in_step(w);
    const unsigned here = w.current->index;
    const unsigned warp = here / warp_lanes;
    // Shifted in two parts: after lane 31 nothing is left.
    const unsigned later = w.warps[warp].ready & (~0u << (here % warp_lanes) << 1);
    if (later != 0) return &w.lanes[warp * warp_lanes + std::countr_zero(later)];
    if (w.ready_warps == 0) return nullptr;
    const unsigned next = next_warp(w, warp);
    return &w.lanes[next * warp_lanes + std::countr_zero(w.warps[next].ready)];
}

// The next lane, when the current one cannot go on; null when none is left, or all that are left wait for other blocks
// at the grid barrier or in the cluster. A block in which lanes are left and none can go on is dead.
lane_state* next_lane(worker& w) {
    lane_state* next = next_ready(w);
    if (next == nullptr && w.block.live != w.barriers.at_grid) [[unlikely]] {
        if (w.cluster != nullptr) return nullptr;
        report_deadlock(w);
        abandon_block(w);
    }
    return next;
}

void sleep(worker& w, unsigned warp, unsigned lanes) {
    w.warps[warp].ready &= ~lanes;
    if (w.warps[warp].ready == 0) {
        w.ready_warps &= ~(1u << warp);
        if (w.warps[warp].at_convergence != 0) release_converged(w, warp);
        if (w.observed_by != nullptr) w.observed_by->quiet_warp(w, warp);
    }
}

// The current lane has ended. Whoever waited for all live lanes need not wait for it.
void end_lane(worker& w) {
    lane_state& lane = *w.current;
    const unsigned warp = lane.index / warp_lanes;
    if (w.observed_by != nullptr) w.observed_by->settle(w);
    lane.slot = nullptr;
    note_event(w);
    lane.warp->live &= ~lane.mask;
    --w.block.live;
    w.block.returned += !lane.retired;
    sleep(w, warp, lane.mask);
    settle_barriers(w, warp);
    if (w.cluster != nullptr) leave_cluster(w);
    if (w.block.live == 0 && !w.asynchronous.blocks.empty()) end_asynchronous(w);
}

/// Ends an uninstrumented lane that nobody waits for, and gives the next one of its warp; null: there is more to do.
lane_state* pass_on(worker& w) {
    lane_state& lane = *w.current;
    warp_state& warp = *lane.warp;
    const unsigned later = warp.ready & ~(lane.mask | (lane.mask - 1));
    if (!w.uninstrumented || later == 0 || w.barriers.arrived != 0 || !warp.collectives.empty()) return nullptr;
    lane.slot = nullptr;
    warp.live &= ~lane.mask;
    warp.ready &= ~lane.mask;
    --w.block.live;
    ++w.block.returned;
    return warp.first + std::countr_zero(later);
}

void start_lane(worker& w, fiber_slot& on) {
    lane_state& lane = *w.current;
    lane.slot = &on;
    lane.retired = false;
    lane.waits_at = waiting::nothing;
    lane.warp->fresh &= ~lane.mask;
    if (!w.lock_step) return;
    w.in_step.places[lane.index].calls.assign(1, 0);
    w.in_step.places[lane.index].update = {};
}

// What every fiber does: lanes, one after the other, as long as the next one has not started on a fiber of its own.
boost::context::fiber run_lanes(worker& w, fiber_slot& on) {
    for (;;) {
        start_lane(w, on);
        try {
            w.launch->call.enter(w.launch->call.arguments, w.code);
        } catch (...) {
            w.launch->fail(std::current_exception());
            stop(*w.launch);
        }
        lane_state* next = pass_on(w);
        if (next == nullptr) {
            end_lane(w);
            next = next_lane(w);
        }
        w.current = next;
        if (next != nullptr && next->slot == nullptr) continue;
        w.fibers.idle.push_back(&on);
        w.fibers.left_into = &on.handle;
        switch_to(w, next == nullptr ? w.fibers.home : next->handle);
    }
}

// The current lane never goes on, and its stack is given up.
[[noreturn]] void exit_lane(worker& w, fiber_slot& stack, lane_state* next) {
    w.fibers.left_into = nullptr;
    w.fibers.given_up = &stack;
    w.current = next;
    switch_to(w, next == nullptr ? w.fibers.home : next->slot != nullptr ? next->handle : idle_fiber(w));
    __builtin_unreachable();
}

}  // namespace

unsigned next_warp(worker& w, unsigned warp) {
    const std::uint64_t seed = w.launch->how.seed;
    if (seed == 1) {  // the next lower one
        const std::uint32_t lower = w.ready_warps & ((1u << warp) - 1);
        return most_warps - 1 - std::countl_zero(lower != 0 ? lower : w.ready_warps);
    }
    if (seed != 0) return any_warp(w);
    return (warp + 1 + std::countr_zero(std::rotr(w.ready_warps, warp + 1))) % most_warps;
}

boost::context::fiber& idle_fiber(worker& w) {
    if (w.fibers.idle.empty()) {
        fiber_slot& slot = w.fibers.stacks[w.fibers.made];
        slot.low = w.fibers.base + first_stack + w.fibers.made * stack_stride;
        ++w.fibers.made;
        w.fibers.idle.push_back(&slot);
    }
    fiber_slot& slot = *w.fibers.idle.back();
    w.fibers.idle.pop_back();
    if (!slot.handle) {
        // The guards of local arrays of a lane that never went on.
        if (std::byte* const left = std::exchange(slot.left_from, nullptr))
            std::fill(left, slot.low + stack_stride, std::byte{});
        boost::context::stack_context stack;
        stack.size = stack_stride;
        stack.sp = slot.low + stack_stride;
        slot.handle =
            boost::context::fiber(std::allocator_arg, boost::context::preallocated(stack.sp, stack.size, stack),
                                  no_allocator{}, [&w, &slot](boost::context::fiber&&) { return run_lanes(w, slot); });
    }
    return slot.handle;
}

void recycle_stack(worker& w, boost::context::fiber&& left) {
    release(std::move(left));
    w.fibers.idle.push_back(w.fibers.given_up);
}

lane_state* next_lane_of_block(worker& w, lane_state& from) {
    sleep(w, from.index / warp_lanes, from.mask);
    return next_lane(w);
}

void wake(worker& w, unsigned warp, unsigned lanes) {
    if (lanes == 0) return;
    w.warps[warp].ready |= lanes;
    w.ready_warps |= 1u << warp;
}

void yield(worker& w) {
    lane_state* next = next_ready(w);
    if (next != w.current) leave_for(w, next);
}

void retire(worker& w) {
    w.current->retired = true;
    w.block.lane_lost = w.launch->lane_lost = true;
    fiber_slot& stack = *w.current->slot;
    stack.left_from = reinterpret_cast<std::byte*>(stack_pointer());
    end_lane(w);
    exit_lane(w, stack, next_lane(w));
}

void abandon_block(worker& w) {
    // The current lane may have ended; then it was the last thing that its fiber ran.
    const std::uintptr_t here = stack_pointer() - reinterpret_cast<std::uintptr_t>(w.fibers.base + first_stack);
    fiber_slot& stack = w.fibers.stacks[here / stack_stride];
    stack.left_from = reinterpret_cast<std::byte*>(stack_pointer());
    for (unsigned i = 0; i < w.launch->threads; ++i) {
        lane_state& lane = w.lanes[i];
        fiber_slot* const slot = std::exchange(lane.slot, nullptr);
        if (slot == nullptr || slot == &stack) continue;
        give_up(w, lane, *slot);
    }
    w.block.live = 0;
    if (w.cluster != nullptr) recount_cluster(*w.cluster);
    end_asynchronous(w);
    note_event(w);
    exit_lane(w, stack, nullptr);
}

void suspend_block(worker& w) {
    w.turns.suspended = w.current;
    leave_for(w, nullptr);
}

void resume_block(worker& w) {
    w.turns.since = w.spin.turn_quanta = 0;
    w.spin.turn_cells.clear();
    w.turns.ended = false;
    w.current = std::exchange(w.turns.suspended, nullptr);
    w.fibers.left_into = &w.fibers.home;
    switch_to(w, w.current->handle);
}

void abandon_suspended_block(worker& w) {
    for (unsigned i = 0; i < w.launch->threads; ++i) {
        fiber_slot* const slot = std::exchange(w.lanes[i].slot, nullptr);
        if (slot == nullptr) continue;
        give_up(w, w.lanes[i], *slot);
    }
    w.block.live = 0;
    w.asynchronous.blocks.erase(w.block.number);
    w.asynchronous.pending = false;
    note_event(w);
}

void leave_grid_barrier(worker& w) {
    if (w.observed_by != nullptr) w.observed_by->left_grid_barrier(w);
    w.barriers.pc = w.barriers.other_pc = nullptr;
    w.barriers.at_grid = 0;
    note_event(w);
    for (unsigned i = 0; i < w.warp_count; ++i) wake(w, i, std::exchange(w.warps[i].at_grid_barrier, 0));
    choose_next_lane(w);
}

void choose_next_lane(worker& w) {
    const unsigned warp = std::countr_zero(w.ready_warps);
    w.turns.suspended = &w.lanes[warp * warp_lanes + std::countr_zero(w.warps[warp].ready)];
}

void prepare(worker& w, launch_state& launch, bool uninstrumented) {
    w.launch = &launch;
    w.uninstrumented = uninstrumented;
    w.code = uninstrumented ? launch.sample.unchecked_code.load() : launch.call.kernel;
    w.lock_step = launch.how.schedule == schedule::lock_step;
    w.warp_count = (launch.threads + warp_lanes - 1) / warp_lanes;
    const auto pack = [](std::uint64_t x, std::uint64_t y, std::uint64_t z) { return x | y << 32 | z << 48; };
    w.slot->block_extent = pack(launch.block.x, launch.block.y, launch.block.z);
    w.slot->grid_extent = pack(launch.grid.x, launch.grid.y, launch.grid.z);
    unsigned i = 0;
    for (unsigned z = 0; z < launch.block.z; ++z)
        for (unsigned y = 0; y < launch.block.y; ++y)
            for (unsigned x = 0; x < launch.block.x; ++x, ++i) {
                w.lanes[i].index = static_cast<std::uint16_t>(i);
                w.lanes[i].warp = &w.warps[i / warp_lanes];
                w.lanes[i].mask = 1u << i % warp_lanes;
                w.lanes[i].packed_index = pack(x, y, z);
            }
    const array_table& arrays = block_arrays();
    w.shared.bytes = arrays.bytes + launch.shared_bytes;
    if (w.shared.capacity < w.shared.bytes) {
        w.shared.memory = std::make_unique<std::byte[]>(w.shared.bytes + arrays.alignment);
        const auto begin = reinterpret_cast<std::uintptr_t>(w.shared.memory.get());
        w.shared.begin = w.shared.memory.get() + (arrays.alignment - begin % arrays.alignment);
        w.shared.dynamic = w.shared.begin + arrays.bytes;
        w.shared.capacity = w.shared.bytes;
    }
    w.spin.looks_since = w.spin.stuck_since = no_progress;
    w.observed_by = launch.observed_by && !uninstrumented ? launch.observed_by->join(w) : nullptr;
    w.follows_steps = w.yields_at_access = w.lock_step;
    w.turns.delayed = 0;
    w.perturbed = w.observed_by != nullptr && is_perturbed(launch.how);
    if (w.observed_by == nullptr) return;
    w.observed_by->begin_launch(w);
    w.follows_steps = w.lock_step || w.observed_by->follows_steps();
}

void begin_block(worker& w, const started_block& what) {
    const launch_state& launch = *w.launch;
    const std::uint64_t block = what.number;
    w.block.number = block;
    w.block.unchecked = what.unchecked;
    w.block.quanta = w.block.polled_quanta = w.block.spent = 0;
    w.block.looked = false;
    w.block.most_work = what.most_work;
    w.block.turn = what.turn;
    const std::uint64_t row = block / launch.grid.x;
    w.slot->block = (block % launch.grid.x) | (row % launch.grid.y) << 32 | (row / launch.grid.y) << 48;
    w.block.live = launch.threads;
    w.block.returned = 0;
    w.barriers.arrived = w.barriers.at_grid = 0;
    w.turns.suspended = nullptr;
    w.turns.since = 0;
    w.turns.ended = w.turns.polled = false;
    w.shared.static_copy = nullptr;
    w.cluster = nullptr;
    w.block.entered = w.block.asleep = false;
    w.block.lane_lost = false;
    w.barriers.pc = w.barriers.other_pc = nullptr;
    w.barriers.votes = 0;
    note_event(w);
    w.turns.quantum = w.follows_steps ? 0 : quantum_steps;
    w.turns.remaining = quantum_steps;
    w.turns.quanta = 0;
    for (unsigned i = 0; i < w.warp_count; ++i) {
        warp_state& warp = w.warps[i];
        warp.first = &w.lanes[i * warp_lanes];
        warp.live = warp.fresh = warp.ready = lanes_of_warp(launch, i);
        warp.at_barrier = warp.at_grid_barrier = warp.at_convergence = warp.step = 0;
        warp.at_cluster_barrier = warp.cluster_arrived = warp.cluster_together = warp.cluster_owed = 0;
        warp.cluster_passed = 0;
        warp.collectives.clear();
    }
    w.ready_warps = w.warp_count == most_warps ? ~0u : (1u << w.warp_count) - 1;
    for (auto& barrier : w.barriers.named) barrier = {};
    if (w.lock_step) {
        for (unsigned i = 0; i < launch.threads; ++i) w.in_step.places[i].calls.clear();
        w.in_step.changed_by.clear();
    }
    std::fill_n(w.looks.begin(), launch.threads, last_look{});
    for (unsigned i = 0; i < launch.threads; ++i) w.lanes[i].work = 0;
    if (w.observed_by != nullptr) w.observed_by->begin_block(w);
    w.turns.shuffled = launch.order + block;
    if (w.perturbed) draw_paces(w);
}

void run_block(worker& w) {
    w.block.entered = true;
    w.current = &w.lanes[next_warp(w, most_warps - 1) * warp_lanes];
    w.fibers.left_into = &w.fibers.home;
    switch_to(w, idle_fiber(w));
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
