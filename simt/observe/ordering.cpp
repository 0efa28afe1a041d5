// Which accesses come before which: barriers, __syncwarp, and fences with atomics.
#include <algorithm>
#include <bit>

#include "checker.hpp"
#include "observe.hpp"

namespace simt {

namespace {

lane_order& order_of(worker& w, unsigned lane) {
    lane_order& order = w.check->orders[lane];
    order.any = true;
    w.check->ordered_by_fences = true;
    return order;
}

fence_point here(const worker& w, unsigned lane) {
    const checker& check = *w.check;
    return {check.clock, check.warp_time[lane / warp_lanes], check.barrier_time};
}

bool releases(order strength) { return strength != order::relaxed && strength != order::acquire; }
bool acquires(order strength) { return strength != order::relaxed && strength != order::release; }

// The same releases, read again and again, are one; what stands before `begin` is left as it is.
void add_pending(std::vector<acquired>& pending, const acquired& more, std::size_t begin = 0) {
    if (pending.size() > begin && pending.back().from == more.from && pending.back().reach == more.reach)
        pending.back().count = std::max(pending.back().count, more.count);
    else
        pending.push_back(more);
}

// All lanes know what each of them knows.
void share_knowledge(worker& w, const std::vector<unsigned>& lanes) {
    growing_knowledge known;
    std::vector<acquired> pending;
    for (const unsigned lane : lanes) {
        lane_order& order = w.check->orders[lane];
        known.learn(w.check->launch->releases.freeze(order.known));
        for (const acquired& one : order.pending) {
            const auto same = std::find_if(pending.begin(), pending.end(), [&](const acquired& other) {
                return other.from == one.from && other.reach == one.reach;
            });
            if (same == pending.end())
                pending.push_back(one);
            else
                same->count = std::max(same->count, one.count);
        }
    }
    const knowledge* const all = w.check->launch->releases.freeze(known);
    if (all == nullptr && pending.empty()) return;
    for (const unsigned lane : lanes) {
        lane_order& order = order_of(w, lane);
        order.known.become(all);
        order.pending = pending;
    }
}

std::vector<unsigned> lanes_of(unsigned warp, unsigned mask) {
    std::vector<unsigned> result;
    for (; mask != 0; mask &= mask - 1) result.push_back(warp * warp_lanes + std::countr_zero(mask));
    return result;
}

}  // namespace

bool comes_before_by_fences(const worker& w, const access_record& access) {
    const checker& check = *w.check;
    const lane_order& mine = check.orders[w.current->index];
    if (access.block == check.serial && check.ordered_by_fences && !mine.seen.empty() &&
        access.time() < mine.seen[access.lane()])
        return true;
    if (!check.launch->releases.any()) return false;
    return check.launch->releases.ordered(access, check.serial, mine.known, check.block_known);
}

void order_block(worker& w) {
    checker& check = *w.check;
    check.barrier_time = ++check.clock;
    if (!check.ordered_by_fences) return;
    const std::size_t before = check.block_pending.size();
    for (unsigned i = 0; i < w.launch->threads; ++i) {
        lane_order& order = check.orders[i];
        if (!order.any) continue;
        check.block_known.learn(check.launch->releases.freeze(order.known));
        for (const acquired& one : order.pending) add_pending(check.block_pending, one, before);
        order.known.clear();
        order.pending.clear();
        order.seen.clear();
    }
}

void order_warp(worker& w, unsigned warp, unsigned lanes) {
    checker& check = *w.check;
    if (lanes != w.warps[warp].live) return order_lanes(w, lanes_of(warp, lanes));
    check.warp_time[warp] = ++check.clock;
    if (check.ordered_by_fences) order_lanes(w, lanes_of(warp, lanes));
}

void order_lanes(worker& w, const std::vector<unsigned>& lanes) {
    checker& check = *w.check;
    ++check.clock;
    std::vector<std::uint64_t> seen(w.launch->threads, 0);
    for (const unsigned lane : lanes) {
        const lane_order& order = check.orders[lane];
        for (std::size_t i = 0; i < order.seen.size(); ++i) seen[i] = std::max(seen[i], order.seen[i]);
        const unsigned first = lane / warp_lanes * warp_lanes;
        for (unsigned i = first; i < std::min(first + warp_lanes, w.launch->threads); ++i)
            seen[i] = std::max(seen[i], check.warp_time[lane / warp_lanes]);
    }
    for (const unsigned lane : lanes) seen[lane] = check.clock;
    for (const unsigned lane : lanes) order_of(w, lane).seen = seen;
    share_knowledge(w, lanes);
}

void release_at(worker& w, std::uintptr_t address, order strength, scope reach) {
    checker& check = *w.check;
    const unsigned me = w.current->index;
    if (!releases(strength) && !check.orders[me].any) return;
    lane_order& order = order_of(w, me);
    release_node node;
    if (releases(strength)) {
        ++check.clock;
        node.covers[0] = node.covers[1] = here(w, me);
    } else {
        node.covers[0] = order.fences[0];
        node.covers[1] = order.fences[1];
    }
    if (reach == scope::block) node.covers[1] = {};
    if (node.covers[0].lane_time == 0) return;
    const std::uint64_t known = order.known.version() + check.block_known.version();
    if (order.released_at == address && order.released_time == node.covers[0].lane_time &&
        order.released_known == known)
        return;
    order.released_at = address;
    order.released_time = node.covers[0].lane_time;
    order.released_known = known;
    node.block = check.serial;
    node.lane = me;
    node.seen = order.seen;
    node.known[0] = check.launch->releases.freeze(order.known);
    node.known[1] = check.launch->releases.freeze(check.block_known);
    check.launch->releases.release(address, std::move(node));
}

void release_block(worker& w, std::uintptr_t address) {
    checker& check = *w.check;
    order_block(w);
    release_node node;
    node.block = check.serial;
    node.covers[0] = node.covers[1] = {check.clock, check.clock, check.barrier_time};
    node.known[0] = check.launch->releases.freeze(check.block_known);
    check.launch->releases.release(address, std::move(node));
}

void acquire_block(worker& w, const acquired& seen) {
    if (seen.from == nullptr) return;
    w.check->ordered_by_fences = true;  // so that it is forgotten before the next block
    w.check->block_known.learn(seen);
}

void acquire_lane(worker& w, const acquired& seen) {
    if (seen.from != nullptr) order_of(w, w.current->index).known.learn(seen);
}

void order_proxies(worker& w) {
    checker& check = *w.check;
    const unsigned me = w.current->index;
    ++check.clock;
    check.proxy_fences[me] = here(w, me);
}

bool comes_before_proxies(const worker& w, const access_record& store) {
    // By the lane that stored, by this one, or by another one after a barrier. Whether the store itself comes before
    // the copy is the races' matter.
    for (const auto& [lane, fence] : w.check->proxy_fences)
        if (store.time() < (lane == store.lane() || lane == w.current->index ? fence.lane_time : fence.block_time))
            return true;
    return false;
}

void acquire_at(worker& w, std::uintptr_t address, order strength, scope reach) {
    w.check->unsettled[w.current->index] = {address, strength, reach};
}

void settle_begun(worker& w) {
    checker& check = *w.check;
    if (!check.begun_stores.empty()) settle_store(w);
    const unsettled_read last = check.unsettled[w.current->index];
    if (last.address == 0) return;
    check.unsettled[w.current->index].address = 0;
    if (!check.launch->releases.any()) return;
    const acquired seen = check.launch->releases.look(last.address, last.reach);
    if (seen.from == nullptr) return;
    lane_order& order = order_of(w, w.current->index);
    if (acquires(last.strength))
        order.known.learn(seen);
    else
        add_pending(order.pending, seen);
}

void order_by_fence(worker& w, scope reach) {
    checker& check = *w.check;
    const unsigned me = w.current->index;
    settle_acquire(w);
    lane_order& order = order_of(w, me);
    ++check.clock;
    order.fences[0] = here(w, me);
    if (reach != scope::block) order.fences[1] = order.fences[0];
    const auto learn = [&](acquired one) {
        if (reach == scope::block) one.reach = scope::block;
        order.known.learn(one);
    };
    for (const acquired& one : order.pending) learn(one);
    order.pending.clear();
    std::size_t& fenced = order.block_pending[reach == scope::block ? 0 : 1];
    for (; fenced < check.block_pending.size(); ++fenced) learn(check.block_pending[fenced]);
}

}  // namespace simt
