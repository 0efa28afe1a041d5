#include "cluster.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <strider/emulator/cluster.hpp>

#include "findings.hpp"
#include "perturbation.hpp"
#include "progress.hpp"
#include "scheduler.hpp"
#include "spinning.hpp"

namespace strider::emulation {

namespace {

dim3 clusters_of(const launch_state& launch) {
    return {launch.grid.x / launch.cluster.x, launch.grid.y / launch.cluster.y, launch.grid.z / launch.cluster.z};
}

std::optional<shared_place> place_in(worker& of, std::uintptr_t address, std::uintptr_t statics, std::size_t bytes) {
    if (address - statics < bytes) return shared_place{&of, false, address - statics};
    const auto own = reinterpret_cast<std::uintptr_t>(of.shared.begin);
    if (address - own < of.shared.bytes) return shared_place{&of, true, address - own};
    return std::nullopt;
}

void end_phase(cluster_state& all) {
    worker& first = *all.blocks.front();
    if (first.observed_by != nullptr) first.observed_by->cluster_barrier(first);
    all.apart = false;
    all.missing = 0;
    for (worker* block : all.blocks) {
        all.missing += block->block.live;
        if (block->block.live == 0) continue;
        note_event(*block);
        for (unsigned i = 0; i < block->warp_count; ++i) {
            warp_state& warp = block->warps[i];
            warp.cluster_arrived = warp.cluster_together = 0;
            wake_in_cluster(*block, i, std::exchange(warp.at_cluster_barrier, 0));
        }
    }
}

void arrive(worker& w, site caller, bool together, bool releases) {
    if (w.perturbed) give_way_with_warp(w, caller.pc);
    lane_state& lane = *w.current;
    warp_state& warp = *lane.warp;
    cluster_state& all = *w.cluster;
    if ((warp.cluster_owed & lane.mask) != 0)
        refuse(caller,
               "a thread that arrives twice at the cluster's barrier without waiting (CUDA leaves that undefined)");
    warp.cluster_owed |= lane.mask;
    warp.cluster_arrived |= lane.mask;
    if (w.observed_by != nullptr) w.observed_by->arrival(w, caller.pc, true);
    if (together) {
        warp.cluster_together |= lane.mask;
    } else {
        all.apart = true;
        if (w.observed_by != nullptr) w.observed_by->cluster_arrival(w, releases);
    }
    if (--all.missing == 0) end_phase(all);
}

void await(worker& w, site caller) {
    if (w.perturbed) give_way_with_warp(w, caller.pc);
    lane_state& lane = *w.current;
    warp_state& warp = *lane.warp;
    if ((warp.cluster_owed & lane.mask) == 0)
        refuse(caller,
               "a thread that waits at the cluster's barrier where it has not arrived (CUDA leaves that undefined)");
    if (w.observed_by != nullptr) w.observed_by->settle(w);
    warp.cluster_owed &= ~lane.mask;
    warp.cluster_passed |= lane.mask;
    if ((warp.cluster_arrived & lane.mask) != 0) {
        warp.at_cluster_barrier |= lane.mask;
        wait(w, waiting::cluster_barrier, caller.pc);
    }
    if (w.observed_by != nullptr) w.observed_by->cluster_wait(w);
}

cluster_state* cluster_of_lane() {
    const worker* const w = current_worker();
    return w == nullptr ? nullptr : w->cluster;
}

}  // namespace

std::uint64_t block_in_cluster(const launch_state& launch, std::uint64_t cluster, unsigned rank) {
    const dim3 all = clusters_of(launch), one = launch.cluster, grid = launch.grid;
    const std::uint64_t row = cluster / all.x;
    const std::uint64_t x = cluster % all.x * one.x + rank % one.x;
    const std::uint64_t y = row % all.y * one.y + rank / one.x % one.y;
    const std::uint64_t z = row / all.y * one.z + rank / (one.x * one.y);
    return (z * grid.y + y) * grid.x + x;
}

std::optional<shared_place> place_in_cluster(const worker& viewer, std::uintptr_t address) {
    const std::span<std::byte> statics = viewer.cluster->statics;
    for (worker* block : viewer.cluster->blocks) {
        const auto* begin = block == &viewer ? statics.data() : block->shared.static_copy;
        if (const auto place = place_in(*block, address, reinterpret_cast<std::uintptr_t>(begin), statics.size()))
            return place;
    }
    return std::nullopt;
}

std::byte* address_of(const worker& viewer, const shared_place& place) {
    if (place.of_block) return place.of->shared.begin + place.offset;
    return (place.of == &viewer ? viewer.cluster->statics.data() : place.of->shared.static_copy) + place.offset;
}

std::byte* translated(const worker& from, const worker& to, const void* address) {
    if (&from != &to)
        if (const auto place = place_in_cluster(from, reinterpret_cast<std::uintptr_t>(address)))
            return address_of(to, *place);
    return static_cast<std::byte*>(const_cast<void*>(address));
}

std::uintptr_t common_address(const worker& w, std::uintptr_t address) {
    const auto begin = reinterpret_cast<std::uintptr_t>(w.cluster->statics.data());
    if (address - begin >= w.cluster->statics.size()) return address;
    return reinterpret_cast<std::uintptr_t>(w.shared.static_copy) + (address - begin);
}

void wake_in_cluster(worker& w, unsigned warp, unsigned lanes) {
    if (lanes == 0) return;
    wake(w, warp, lanes);
    note_woken(w);
}

void leave_cluster(worker& w) {
    warp_state& warp = *w.current->warp;
    const bool arrived = (warp.cluster_arrived & w.current->mask) != 0;
    warp.cluster_arrived &= ~w.current->mask;
    if (!arrived && --w.cluster->missing == 0) end_phase(*w.cluster);
}

void recount_cluster(cluster_state& all) {
    all.missing = 0;
    unsigned arrived = 0;
    for (const worker* block : all.blocks) {
        if (block->block.live == 0) continue;
        for (unsigned i = 0; i < block->warp_count; ++i) {
            all.missing += std::popcount(block->warps[i].live & ~block->warps[i].cluster_arrived);
            arrived += std::popcount(block->warps[i].live & block->warps[i].cluster_arrived);
        }
    }
    if (all.missing == 0 && arrived != 0) end_phase(all);
}

bool is_peer(const worker& w, std::uint64_t block) {
    return w.cluster != nullptr && block != w.block.number &&
           std::any_of(w.cluster->blocks.begin(), w.cluster->blocks.end(),
                       [&](const worker* one) { return one->block.number == block; });
}

cluster_shape this_cluster() noexcept {
    const cluster_state* const all = cluster_of_lane();
    if (all == nullptr) return {{1, 1, 1}, {0, 0, 0}, block_index(), grid_extent(), 0};
    const worker& w = lane_worker();
    const dim3 one = w.launch->cluster, clusters = clusters_of(*w.launch);
    const uint3 block = block_index();
    return {one,
            {block.x % one.x, block.y % one.y, block.z % one.z},
            {block.x / one.x, block.y / one.y, block.z / one.z},
            clusters,
            w.block.cluster_rank};
}

bool in_cluster_launch() noexcept {
    const worker* const w = current_worker();
    return w != nullptr && w->launch->call.cluster.x != 0;
}

void cluster_barrier(site caller) noexcept {
    worker& w = lane_worker();
    if (w.cluster == nullptr) return block_barrier(caller);
    arrive(w, caller, true, true);
    await(w, caller);
}

// A block that is a cluster by itself meets where it waits.
void cluster_arrive(site caller, bool releases) noexcept {
    worker& w = lane_worker();
    if (w.cluster != nullptr) arrive(w, caller, false, releases);
}

void cluster_wait(site caller) noexcept {
    worker& w = lane_worker();
    w.cluster == nullptr ? block_barrier(caller) : await(w, caller);
}

void* map_shared(site caller, const void* address, unsigned rank) noexcept {
    worker& w = lane_worker();
    const unsigned blocks = w.cluster == nullptr ? 1 : static_cast<unsigned>(w.cluster->blocks.size());
    if (rank >= blocks)
        refuse(caller,
               "shared memory of a block whose rank is beyond the cluster's blocks (CUDA leaves that undefined)");
    if (w.cluster == nullptr) return const_cast<void*>(address);
    auto place = place_in_cluster(w, reinterpret_cast<std::uintptr_t>(address));
    if (!place) refuse(caller, "map_shared_rank() of an address that is not in shared memory");
    place->of = w.cluster->blocks[rank];
    return address_of(w, *place);
}

unsigned shared_rank(site caller, const void* address) noexcept {
    const worker& w = lane_worker();
    if (w.cluster == nullptr) return 0;
    const auto place = place_in_cluster(w, reinterpret_cast<std::uintptr_t>(address));
    if (!place) refuse(caller, "query_shared_rank() of an address that is not in shared memory");
    return place->of->block.cluster_rank;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
