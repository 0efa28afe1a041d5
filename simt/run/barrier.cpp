// Where lanes meet: block barriers, named barriers, warp collectives.
#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "deadlock.hpp"
#include "observe/observe.hpp"
#include "scheduler.hpp"

namespace simt {

namespace {

[[gnu::noinline]] void release_block_barrier(worker& w) {
    if (w.observed) observe_block_barrier(w);
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
    if (w.observed) observe_arrival(w, pc, true);
    if (++w.barriers.arrived == w.block.live) return release_block_barrier(w);
    lane.warp->at_barrier |= lane.mask;
    wait(w, waiting::block_barrier, pc);
}

void complete(worker& w, unsigned warp, open_collective& at) {
    at.leaving = at.arrived;
    note_event(w);
    if (w.observed) observe_meeting(w, warp, at);
    wake(w, warp, at.arrived & w.warps[warp].live);
}

bool complete_now(const warp_state& warp, const open_collective& at) {
    return at.arrived != 0 && at.leaving == 0 && at.arrived == (at.mask & warp.live);
}

open_collective& open(warp_state& warp, unsigned mask) {
    open_collective* unused = nullptr;
    for (open_collective& other : warp.collectives) {
        if (other.arrived == 0)
            unused = &other;
        else if (other.mask == mask && other.leaving == 0)
            return other;
    }
    // A lane is in one collective at most, so the vector never grows beyond what prepare() reserved, and never moves.
    return unused != nullptr ? *unused : warp.collectives.emplace_back();
}

[[gnu::always_inline]] inline open_collective& join(worker& w, const void* pc, collective_kind kind, unsigned mask,
                                                    std::uint64_t value) {
    lane_state& lane = *w.current;
    warp_state& warp = *lane.warp;
    if ((mask & lane.mask) == 0) [[unlikely]] {
        report_outside_of_mask(w, pc, mask);
        mask = lane.mask;
    }
    // May let others run, so that no collective is looked for before it.
    if (w.observed) observe_arrival(w, pc, false);
    open_collective& at = open(warp, mask);
    if (at.arrived == 0) {
        at.kind = kind;
        at.mask = mask;
        at.pc = pc;
    } else if (at.kind != kind) [[unlikely]] {
        report_different_collectives(w, pc, at);
    }
    at.arrived |= lane.mask;
    at.values[lane.index % warp_lanes] = value;
    if (complete_now(warp, at)) {
        complete(w, lane.index / warp_lanes, at);
    } else {
        wait(w, waiting::warp_collective, pc);
    }
    return at;
}

void leave(open_collective& at, const lane_state& lane) {
    at.leaving &= ~lane.mask;
    if (at.leaving == 0) at.arrived = 0;
}

}  // namespace

void settle_barriers(worker& w, unsigned warp) {
    for (open_collective& at : w.warps[warp].collectives)
        if (complete_now(w.warps[warp], at)) complete(w, warp, at);
    if (w.barriers.arrived != 0 && w.barriers.arrived == w.block.live) release_block_barrier(w);
}

void release_converged(worker& w, unsigned warp) {
    const unsigned lanes = std::exchange(w.warps[warp].at_convergence, 0);
    for (unsigned one = lanes; one != 0; one &= one - 1) {
        lane_state& lane = w.lanes[warp * warp_lanes + std::countr_zero(one)];
        lane.converged = 0;
        for (unsigned other = lanes; other != 0; other &= other - 1)
            if (w.lanes[warp * warp_lanes + std::countr_zero(other)].pc == lane.pc) lane.converged |= other & -other;
    }
    wake(w, warp, lanes);
}

void block_barrier(site at) noexcept { meet_block(lane_worker(), at.pc); }

void block_barrier() noexcept { meet_block(lane_worker(), __builtin_return_address(0)); }

int block_barrier_vote(site at, block_vote vote, int predicate) noexcept {
    worker& w = lane_worker();
    w.barriers.votes += predicate != 0;
    meet_block(w, at.pc);
    if (vote == block_vote::count) return w.barriers.last_votes;
    return vote == block_vote::all ? w.barriers.last_votes == w.barriers.last_voters : w.barriers.last_votes != 0;
}

namespace {

void meet_at(worker& w, site at, named_barrier_state& barrier, unsigned threads) {
    lane_state& lane = *w.current;
    barrier.waiting[lane.index / warp_lanes] |= lane.mask;
    if (w.observed) observe_arrival(w, at.pc, true);
    if (++barrier.arrived < threads) {
        wait(w, waiting::named_barrier, at.pc);
        return;
    }
    if (w.observed) observe_named_barrier(w, barrier);
    barrier.arrived = 0;
    note_event(w);
    for (unsigned i = 0; i < w.warp_count; ++i) {
        wake(w, i, barrier.waiting[i]);
        barrier.waiting[i] = 0;
    }
}

}  // namespace

void named_barrier(site at, unsigned id, unsigned threads) noexcept {
    worker& w = lane_worker();
    if (id >= named_barriers) refuse(at, "a named barrier other than 0 to 15");
    if (threads == 0 || threads % warp_lanes != 0 || threads > w.warp_count * warp_lanes)
        refuse(at, "a named barrier for a number of threads that is not a multiple of 32 within the block");
    named_barrier_state& barrier = w.barriers.named[id];
    if (barrier.arrived == 0) barrier.expected = threads;
    if (barrier.expected != threads)
        refuse(at, "a named barrier that threads come to with different numbers of threads");
    meet_at(w, at, barrier, threads);
}

void tile_barrier(site at, unsigned threads) noexcept {
    worker& w = lane_worker();
    const unsigned tile = w.current->index / threads;
    // The last tile of a block may be short.
    meet_at(w, at, w.barriers.named[named_barriers + most_lanes / threads + tile],
            std::min(threads, w.launch->threads - tile * threads));
}

void tile_exchange(site at, unsigned threads, const void* value, std::size_t bytes, void* values) noexcept {
    worker& w = lane_worker();
    const unsigned first = w.current->index / threads * threads;
    w.barriers.brought[w.current->index] = value;
    tile_barrier(at, threads);
    for (unsigned i = 0; i < threads && first + i < w.launch->threads; ++i)
        std::memcpy(static_cast<std::byte*>(values) + i * bytes, w.barriers.brought[first + i], bytes);
    tile_barrier(at, threads);  // values stand on their lanes' stacks
}

void grid_barrier(site at) noexcept {
    worker& w = lane_worker();
    if (!w.launch->call.cooperative) refuse_grid_barrier(w, at.pc);
    lane_state& lane = *w.current;
    if (w.barriers.pc == nullptr)
        w.barriers.pc = at.pc;
    else if (w.barriers.pc != at.pc)
        w.barriers.other_pc = at.pc;
    if (w.observed) observe_arrival(w, at.pc, true);
    ++w.barriers.at_grid;
    lane.warp->at_grid_barrier |= lane.mask;
    wait(w, waiting::grid_barrier, at.pc);
}

bool in_cooperative_launch() noexcept {
    const worker* const w = current_worker();
    return w != nullptr && w->launch->call.cooperative;
}

collective_values warp_collective(site at, collective_kind kind, unsigned mask, std::uint64_t value) noexcept {
    worker& w = lane_worker();
    lane_state& lane = *w.current;
    open_collective& all = join(w, at.pc, kind, mask, value);
    collective_values result;
    result.participants = all.arrived;
    if (all.arrived == ~0u)
        std::memcpy(result.values, all.values, sizeof(result.values));
    else
        for (unsigned rest = all.arrived; rest != 0; rest &= rest - 1)
            result.values[std::countr_zero(rest)] = all.values[std::countr_zero(rest)];
    leave(all, lane);
    return result;
}

void miss_source(site at, unsigned mask, unsigned source) noexcept {
    worker& w = lane_worker();
    const unsigned thread = w.current->index / warp_lanes * warp_lanes + source;
    if (!w.observed || (mask >> source & 1) == 0 || thread >= w.launch->threads || w.lanes[thread].retired) return;
    report_exited_source(w, at.pc, mask, thread);
}

void warp_barrier(site at, unsigned mask) noexcept {
    worker& w = lane_worker();
    lane_state& lane = *w.current;
    leave(join(w, at.pc, collective_kind::barrier, mask, 0), lane);
}

unsigned converged_lanes(site at) noexcept {
    worker& w = lane_worker();
    lane_state& lane = *w.current;
    warp_state& warp = *lane.warp;
    warp.at_convergence |= lane.mask;
    wait(w, waiting::convergence, at.pc);
    return lane.converged;
}

}  // namespace simt
