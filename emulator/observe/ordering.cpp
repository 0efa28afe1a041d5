#include "ordering.hpp"

#include <algorithm>
#include <bit>

namespace strider::emulation {

namespace {

synchronisation& releases_of(const worker& w) { return observed(w).launch->releases; }

lane_order& order_of(worker& w, unsigned lane) {
    lane_order& order = observed(w).order.lanes[lane];
    order.any = true;
    observed(w).order.by_fences = true;
    return order;
}

fence_point here(const worker& w, unsigned lane) {
    const block_order& all = observed(w).order;
    return {all.clock, all.warp_time[lane / warp_lanes], all.barrier_time};
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
        lane_order& order = observed(w).order.lanes[lane];
        known.learn(releases_of(w).freeze(order.known));
        for (const acquired& release : order.pending) {
            const auto same = std::find_if(pending.begin(), pending.end(), [&](const acquired& other) {
                return other.from == release.from && other.reach == release.reach;
            });
            if (same == pending.end())
                pending.push_back(release);
            else
                same->count = std::max(same->count, release.count);
        }
    }
    const knowledge* const all = releases_of(w).freeze(known);
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

// Where releases of a named barrier are kept: an address that no memory has.
std::uintptr_t address_of(const worker& w, const named_barrier_state& barrier) {
    const auto index = static_cast<std::uintptr_t>(&barrier - w.barriers.named.data());
    return std::uintptr_t{1} << 62 | std::uintptr_t{observed(w).order.serial} << 8 | index;
}

// The same for a group of products.
std::uintptr_t address_of(const worker& w, unsigned warpgroup, std::uint64_t group) {
    return std::uintptr_t{1} << 60 | std::uintptr_t{observed(w).order.serial} << 28 | warpgroup << 25 |
           (group & 0x1ffffff);
}

// The same for the end of a launch's primaries.
constexpr std::uintptr_t address_of_primaries = std::uintptr_t{1} << 61;

/// Fences of sequential consistency are in one order, so each releases what another lane tells behind this barrier.
void note_fences(worker& w) {
    block_order& all = observed(w).order;
    std::vector<std::uint64_t> fenced(w.launch->threads, 0);
    std::uint64_t newest = 0, of_all = 0;
    for (unsigned i = 0; i < w.launch->threads; ++i) {
        const fence_point& last = all.lanes[i].sc_fence;
        if (!all.lanes[i].any || last.lane_time == 0) continue;
        fenced[i] = last.lane_time;
        newest = std::max(newest, last.lane_time);
        of_all = std::max(of_all, last.block_time);
    }
    if (newest <= all.fenced_time) return;
    for (std::uint64_t& time : fenced) time = std::max(time, of_all);
    all.fenced = std::make_shared<const std::vector<std::uint64_t>>(std::move(fenced));
    all.fenced_time = newest;
}

}  // namespace

ended_primaries::ended_primaries(synchronisation& of) {
    release_node node;
    node.block = end.block;
    node.covers[0] = node.covers[1] = {1, 1, 1};
    of.release(address_of_primaries, std::move(node));
}

bool ended_primaries::known_to(const worker& w) const {
    const block_order& all = observed(w).order;
    return known_to_grid ||
           (waited && releases_of(w).ordered(end, all.serial, all.lanes[w.current->index].known, all.known));
}

bool comes_before_by_fences(const worker& w, const access_record& access) {
    const block_order& all = observed(w).order;
    const lane_order& mine = all.lanes[w.current->index];
    if (access.block == all.serial && all.by_fences && !mine.seen.empty() && access.time() < mine.seen[access.lane()])
        return true;
    if (!releases_of(w).any()) return false;
    return all.found.comes_before(access, all.serial, w.current->index, mine.known.growth() + all.known.growth(),
                                  [&] { return releases_of(w).ordered(access, all.serial, mine.known, all.known); });
}

void order_block(worker& w) {
    block_order& all = observed(w).order;
    all.barrier_time = ++all.clock;
    if (!all.by_fences) return;
    const std::size_t before = all.pending.size();
    note_fences(w);
    for (unsigned i = 0; i < w.launch->threads; ++i) {
        lane_order& order = all.lanes[i];
        if (!order.any) continue;
        all.known.learn(releases_of(w).freeze(order.known));
        for (const acquired& one : order.pending) add_pending(all.pending, one, before);
        order.known.clear();
        order.pending.clear();
        order.seen.clear();
    }
}

void order_lanes(worker& w, const std::vector<unsigned>& lanes) {
    block_order& all = observed(w).order;
    ++all.clock;
    std::vector<std::uint64_t> seen(w.launch->threads, 0);
    for (const unsigned lane : lanes) {
        const lane_order& order = all.lanes[lane];
        for (std::size_t i = 0; i < order.seen.size(); ++i) seen[i] = std::max(seen[i], order.seen[i]);
        const unsigned first = lane / warp_lanes * warp_lanes;
        for (unsigned i = first; i < std::min(first + warp_lanes, w.launch->threads); ++i)
            seen[i] = std::max(seen[i], all.warp_time[lane / warp_lanes]);
    }
    for (const unsigned lane : lanes) seen[lane] = all.clock;
    for (const unsigned lane : lanes) order_of(w, lane).seen = seen;
    share_knowledge(w, lanes);
}

void release_at(worker& w, std::uintptr_t address, order strength, scope reach) {
    block_order& all = observed(w).order;
    const unsigned me = w.current->index;
    if (!releases(strength) && !all.lanes[me].any && !all.fenced) return;
    lane_order& order = order_of(w, me);
    release_node node;
    if (releases(strength)) {
        ++all.clock;
        node.covers[0] = node.covers[1] = here(w, me);
    } else {
        node.covers[0] = order.fences[0];
        node.covers[1] = order.fences[1];
    }
    if (reach == scope::block)
        node.covers[1] = {};
    else
        node.fenced = all.fenced;
    if (node.covers[0].lane_time == 0 && !node.fenced) return;
    const std::uint64_t time = std::max(node.covers[0].lane_time, all.fenced_time);
    const std::uint64_t known = order.known.version() + all.known.version();
    if (order.released_at == address && order.released_time == time && order.released_known == known) return;
    order.released_at = address;
    order.released_time = time;
    order.released_known = known;
    node.block = all.serial;
    node.lane = me;
    node.seen = order.seen;
    node.known[0] = releases_of(w).freeze(order.known);
    node.known[1] = releases_of(w).freeze(all.known);
    releases_of(w).release(address, std::move(node));
}

void release_block(worker& w, std::uintptr_t address) {
    block_order& all = observed(w).order;
    order_block(w);
    release_node node;
    node.block = all.serial;
    node.covers[0] = node.covers[1] = {all.clock, all.clock, all.barrier_time};
    node.known[0] = releases_of(w).freeze(all.known);
    releases_of(w).release(address, std::move(node));
}

void acquire_block(worker& w, const acquired& seen) {
    if (seen.from == nullptr) return;
    observed(w).order.by_fences = true;  // so that it is forgotten before the next block
    observed(w).order.known.learn(seen);
}

void acquire_lane(worker& w, const acquired& seen) {
    if (seen.from != nullptr) order_of(w, w.current->index).known.learn(seen);
}

void begin_copy_of(const worker& w, const pending_copy& copy) {
    block_order& all = observed(w).order;
    copy.known = {releases_of(w).freeze(all.lanes[w.current->index].known), releases_of(w).freeze(all.known)};
}

void end_copy_of(worker& w, const pending_copy& copy) {
    for (const knowledge* const known : copy.known)
        if (known != nullptr) order_of(w, w.current->index).known.learn(known);
}

bool comes_before_proxies(const worker& w, const access_record& store) {
    // By the lane that stored, by this one, or by another one after a barrier. Whether the store itself comes before
    // the copy is the races' matter.
    for (const auto& [lane, fence] : observed(w).order.proxy_fences)
        if (store.time() < (lane == store.lane() || lane == w.current->index ? fence.lane_time : fence.block_time))
            return true;
    return false;
}

void acquire_at(worker& w, std::uintptr_t address, order strength, scope reach) {
    observed(w).order.unsettled[w.current->index] = {address, strength, reach};
}

void ordering::begin_block(worker& w) {
    block_order& all = observed(w).order;
    all.serial = all.shared_serial = observed(w).launch->first_serial + static_cast<std::uint32_t>(w.block.number);
    all.block_start = all.clock;
    all.barrier_time = ++all.clock;
    all.warp_time.fill(all.clock);
    all.proxy_fences.clear();
    all.by_cluster = {};
    std::fill_n(all.unsettled.begin(), w.launch->threads, unsettled_read{});
    if (!all.by_fences) return;
    for (lane_order& order : all.lanes)  // a later launch may have more lanes than this one
        if (order.any) order = {};
    all.known.clear();
    all.pending.clear();
    all.fenced.reset();
    all.fenced_time = 0;
    all.by_fences = false;
}

void ordering::settle_read(worker& w) {
    block_order& all = observed(w).order;
    const unsettled_read last = all.unsettled[w.current->index];
    all.unsettled[w.current->index].address = 0;
    if (!releases_of(w).any()) return;
    const acquired seen = releases_of(w).look(last.address, last.reach);
    if (seen.from == nullptr) return;
    lane_order& order = order_of(w, w.current->index);
    if (acquires(last.strength))
        order.known.learn(seen);
    else
        add_pending(order.pending, seen);
}

void ordering::fence(worker& w, scope reach, order strength) {
    block_order& all = observed(w).order;
    const unsigned me = w.current->index;
    lane_order& order = order_of(w, me);
    ++all.clock;
    order.fences[0] = here(w, me);
    if (reach != scope::block) order.fences[1] = order.fences[0];
    if (reach != scope::block && strength == strider::emulation::order::seq_cst) order.sc_fence = order.fences[0];
    const auto learn = [&](acquired one) {
        if (reach == scope::block) one.reach = scope::block;
        one.by_sc_fence = strength == strider::emulation::order::seq_cst;
        order.known.learn(one);
    };
    for (const acquired& one : order.pending) learn(one);
    order.pending.clear();
    std::size_t& fenced = order.block_pending[reach == scope::block ? 0 : 1];
    for (; fenced < all.pending.size(); ++fenced) learn(all.pending[fenced]);
}

void ordering::primaries_ended(worker& w) {
    observed_launch& launch = *observed(w).launch;
    if (!launch.primaries) return;
    launch.primaries->waited = true;
    acquire_lane(w, launch.releases.look(address_of_primaries, scope::device));
}

void ordering::proxy_fence(worker& w) {
    block_order& all = observed(w).order;
    const unsigned me = w.current->index;
    ++all.clock;
    all.proxy_fences[me] = here(w, me);
}

void ordering::atomic(worker& w, const memory_access& what, order strength, scope reach) {
    const bool writes = what.has(access_store), reads = !writes || what.has(access_update);
    const std::uintptr_t known_at = w.cluster == nullptr ? what.address : common_address(w, what.address);
    if (reads) acquire_at(w, known_at, strength, reach);
    if (writes) release_at(w, known_at, strength, reach);
}

void ordering::left_grid_barrier(worker& w) {
    observed(w).order.serial = observed(w).launch->first_serial + static_cast<std::uint32_t>(w.block.number);
    order_block(w);
}

void ordering::named_barrier_arrival(worker& w, const named_barrier_state& barrier) {
    release_at(w, address_of(w, barrier), order::release, scope::block);
}

void ordering::named_barrier(worker& w, const named_barrier_state& barrier) {
    std::vector<unsigned> lanes;
    for (unsigned i = 0; i < w.launch->threads; ++i)
        if ((barrier.waiting[i / warp_lanes] >> i % warp_lanes & 1) != 0) lanes.push_back(i);
    lanes.size() == w.launch->threads ? order_block(w) : order_lanes(w, lanes);
    if (!barrier.arrived_apart) return;
    const acquired seen = releases_of(w).look(address_of(w, barrier), scope::block);
    for (const unsigned lane : lanes) order_of(w, lane).known.learn(seen);
}

// What a warp has read until it commits a group comes before what a lane does that has waited for the group.
void ordering::commit_products(worker& w, unsigned warpgroup, std::uint64_t group) {
    release_at(w, address_of(w, warpgroup, group), order::release, scope::block);
}
void ordering::end_products(worker& w, unsigned warpgroup, std::uint64_t groups, std::uint64_t) {
    acquire_lane(w, observed(w).launch->releases.look(address_of(w, warpgroup, groups - 1), scope::block));
}

void ordering::collective(worker& w, unsigned warp, const open_collective& at) {
    if (at.kind != collective_kind::barrier) return;
    block_order& all = observed(w).order;
    const bool whole = (lanes_of_warp(*w.launch, warp) & ~at.mask) == 0 && at.arrived == w.warps[warp].live;
    if (whole) all.warp_time[warp] = ++all.clock;
    if (!whole || all.by_fences) order_lanes(w, lanes_of(warp, at.arrived));
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
