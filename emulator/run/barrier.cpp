// Where the lanes of a block meet: block barriers, named barriers, tiles, the grid.
#include <algorithm>
#include <cstring>

#include "events.hpp"
#include "perturbation.hpp"
#include "scheduler.hpp"
#include "spinning.hpp"

namespace strider::emulation {

namespace {

[[gnu::noinline]] void release_block_barrier(worker& w) {
    if (w.observed_by != nullptr) w.observed_by->block_barrier(w);
    w.barriers.last_votes = w.barriers.votes;
    w.barriers.last_voters = static_cast<int>(w.barriers.arrived);
    w.barriers.votes = 0;
    w.barriers.arrived = 0;
    w.barriers.pc = w.barriers.other_pc = nullptr;
    note_event(w);
    for (unsigned i = 0; i < w.warp_count; ++i) {
        wake(w, i, w.warps[i].at_barrier);
        w.warps[i].at_barrier = 0;
    }
}

[[gnu::always_inline]] inline void meet_block(worker& w, const void* pc) {
    lane_state& lane = *w.current;
    if (w.barriers.pc == nullptr)
        w.barriers.pc = pc;
    else if (w.barriers.pc != pc)
        w.barriers.other_pc = pc;
    if (w.observed_by != nullptr) {
        if (w.perturbed) give_way_with_warp(w, pc);
        w.observed_by->arrival(w, pc, true);
    }
    if (++w.barriers.arrived == w.block.live) return release_block_barrier(w);
    lane.warp->at_barrier |= lane.mask;
    wait(w, waiting::block_barrier, pc);
}

}  // namespace

void settle_barriers(worker& w, unsigned warp) {
    if (!w.warps[warp].collectives.empty()) settle_collectives(w, warp);
    if (w.barriers.arrived != 0 && w.barriers.arrived == w.block.live) release_block_barrier(w);
}

void block_barrier(site caller) noexcept { meet_block(lane_worker(), caller.pc); }

void block_barrier() noexcept { meet_block(lane_worker(), __builtin_return_address(0)); }

int block_barrier_vote(site caller, block_vote vote, int predicate) noexcept {
    worker& w = lane_worker();
    w.barriers.votes += predicate != 0;
    meet_block(w, caller.pc);
    if (vote == block_vote::count) return w.barriers.last_votes;
    return vote == block_vote::all ? w.barriers.last_votes == w.barriers.last_voters : w.barriers.last_votes != 0;
}

namespace {

void release(worker& w, named_barrier_state& barrier) {
    if (w.observed_by != nullptr) w.observed_by->named_barrier(w, barrier);
    note_event(w);
    for (unsigned i = 0; i < w.warp_count; ++i) wake(w, i, barrier.waiting[i]);
    barrier = {};
}

void meet_at(worker& w, site caller, named_barrier_state& barrier, unsigned threads) {
    lane_state& lane = *w.current;
    barrier.waiting[lane.index / warp_lanes] |= lane.mask;
    if (w.observed_by != nullptr) {
        w.observed_by->arrival(w, caller.pc, true);
        if (threads < w.launch->threads) w.observed_by->partial_meeting(w);
    }
    if (++barrier.arrived < threads)
        wait(w, waiting::named_barrier, caller.pc);
    else
        release(w, barrier);
}

named_barrier_state& named_barrier_at(worker& w, site caller, unsigned id, unsigned threads) {
    if (id >= named_barriers) refuse(caller, "a named barrier other than 0 to 15");
    if (threads == 0 || threads % warp_lanes != 0 || threads > w.warp_count * warp_lanes)
        refuse(caller, "a named barrier for a number of threads that is not a multiple of 32 within the block");
    named_barrier_state& barrier = w.barriers.named[id];
    if (barrier.arrived == 0) barrier.expected = threads;
    if (barrier.expected != threads) refuse(caller, "a named barrier where threads name different numbers of threads");
    return barrier;
}

}  // namespace

void named_barrier(site caller, unsigned id, unsigned threads) noexcept {
    worker& w = lane_worker();
    if (w.perturbed) give_way_with_warp(w, caller.pc);
    meet_at(w, caller, named_barrier_at(w, caller, id, threads), threads);
}

void named_barrier_arrive(site caller, unsigned id, unsigned threads) noexcept {
    warp_barrier(caller, ~0u);
    worker& w = lane_worker();
    named_barrier_state& barrier = named_barrier_at(w, caller, id, threads);
    barrier.arrived_apart = true;
    if (w.observed_by != nullptr) w.observed_by->named_barrier_arrival(w, barrier);
    if (++barrier.arrived == threads) release(w, barrier);
}

void tile_barrier(site caller, unsigned threads) noexcept {
    worker& w = lane_worker();
    if (w.perturbed) give_way_with_warp(w, caller.pc);
    const unsigned tile = w.current->index / threads;
    // The last tile of a block may be short.
    meet_at(w, caller, w.barriers.named[named_barriers + most_lanes / threads + tile],
            std::min(threads, w.launch->threads - tile * threads));
}

void tile_exchange(site caller, unsigned threads, const void* value, std::size_t bytes, void* values) noexcept {
    worker& w = lane_worker();
    const unsigned first = w.current->index / threads * threads;
    w.barriers.brought[w.current->index] = value;
    tile_barrier(caller, threads);
    for (unsigned i = 0; i < threads && first + i < w.launch->threads; ++i)
        std::memcpy(static_cast<std::byte*>(values) + i * bytes, w.barriers.brought[first + i], bytes);
    tile_barrier(caller, threads);  // values stand on their lanes' stacks
}

void grid_barrier(site caller) noexcept {
    worker& w = lane_worker();
    if (!w.launch->call.cooperative) refuse_grid_barrier(w, caller.pc);
    if (w.perturbed) give_way_with_warp(w, caller.pc);
    lane_state& lane = *w.current;
    if (w.barriers.pc == nullptr)
        w.barriers.pc = caller.pc;
    else if (w.barriers.pc != caller.pc)
        w.barriers.other_pc = caller.pc;
    if (w.observed_by != nullptr) w.observed_by->arrival(w, caller.pc, true);
    ++w.barriers.at_grid;
    lane.warp->at_grid_barrier |= lane.mask;
    wait(w, waiting::grid_barrier, caller.pc);
}

bool in_cooperative_launch() noexcept {
    const worker* const w = current_worker();
    return w != nullptr && w->launch->call.cooperative;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
