#include "clusters.hpp"

#include <fmt/format.h>

#include <bit>

#include "block.hpp"
#include "code/module.hpp"
#include "ordering.hpp"
#include "run/cluster.hpp"
#include "run/findings.hpp"

namespace strider::emulation {

namespace {

// Where releases of the cluster's barrier are kept: an address that no memory has.
std::uintptr_t barrier_address(const cluster_state& all) { return std::uintptr_t{1} << 63 | all.number; }

constexpr const char* keep_peers =
    "call cluster.sync() in all blocks after the last access to another block's shared memory";

}  // namespace

void clusters::begin_block(worker& w) { observed(w).shadow.used_by_peers = false; }

// The current lane accesses the shared memory of another block, which must have started and may not have ended.
void clusters::check_life(worker& w, const touched_memory& touched) {
    const located& memory = touched.at;
    observed_block& owner = observed(*memory.of);
    owner.shadow.used_by_peers = true;
    const char* const does = touched.has(access_atomic) ? "updates" : touched.writes() ? "writes" : "reads";
    if (memory.of->block.live == 0) {
        add_finding(w, finding_kind::race_shared, touched.pc, nullptr, [&](raw_finding& what) {
            what.message = fmt::format("{} {} {}, but that block has ended and its shared memory is gone",
                                       who(w, w.current->index), does, describe(memory, touched.bytes));
            what.fix = keep_peers;
        });
        return;
    }
    // All blocks have started who have met, be it the whole grid or, without any order of memory, the cluster.
    if (owner.order.serial != owner.order.shared_serial || (w.current->warp->cluster_passed & w.current->mask) != 0)
        return;
    const auto start = access_record::make(owner.order.block_start, 0, 0xF, 0, owner.order.serial, 1);
    if (comes_before(w, start)) return;
    add_finding(w, finding_kind::race_shared, touched.pc, nullptr, [&](raw_finding& what) {
        what.message = fmt::format("{} {} {}, but that block may not have started: its shared memory may not exist yet",
                                   who(w, w.current->index), does, describe(memory, touched.bytes));
        what.fix = "put cluster.sync() before the first access to another block's shared memory";
    });
}

// Whatever others did to the block's shared memory must come before its end.
void clusters::end_block(worker& w) {
    const observed_block& block = observed(w);
    if (!block.shadow.used_by_peers) return;
    order_block(w);  // what any of its lanes knew, the block knew
    const std::uint32_t first = block.launch->first_serial;
    const auto look = [&](const access_record& access, bool of_block, std::size_t offset) {
        if (access.block == block.order.serial || !is_peer(w, access.block - first) || comes_before(w, access)) return;
        const void* const pc = reinterpret_cast<const void*>(own_module().base + access.pc);
        const located memory{memory_space::shared, of_block, true, 0, offset, nullptr, &w};
        add_finding(w, finding_kind::race_shared, pc, nullptr, [&](raw_finding& what) {
            what.message = fmt::format("{} {} {}, but that block may end first, and its shared memory ends with it",
                                       who(*w.launch, access.block - first, access.lane()),
                                       access.atomic()   ? "updates"
                                       : access.writes() ? "writes"
                                                         : "reads",
                                       describe(memory, 4));
            what.fix = keep_peers;
        });
    };
    const auto look_at_all = [&](const std::vector<shadow_cell>& cells, std::size_t bytes, bool of_block) {
        for (std::size_t i = 0; i < bytes / 4; ++i)
            each_record(cells[i], 0xF, true, [&](const access_record& one) { look(one, of_block, 4 * i); });
    };
    as_lane(w, 0, [&] {
        look_at_all(block.shadow.statics.cells, block.shared.static_bytes, false);
        look_at_all(block.shadow.own.cells, block.shared.block_bytes, true);
    });
}

void clusters::cluster_arrival(worker& w, bool releases) {
    release_at(w, barrier_address(*w.cluster), releases ? order::release : order::relaxed, scope::device);
}

// What lanes did before they arrived comes before what any lane of the cluster does after its wait.
void clusters::cluster_barrier(worker& w) {
    const cluster_state& all = *w.cluster;
    const std::uintptr_t address = barrier_address(all);
    for (worker* block : all.blocks) {
        if (block->block.live == 0) continue;
        unsigned together = 0;
        for (unsigned i = 0; i < block->warp_count; ++i)
            together += std::popcount(block->warps[i].cluster_together & block->warps[i].live);
        if (together == block->block.live) {
            release_block(*block, address);
            continue;
        }
        for (unsigned i = 0; i < block->launch->threads; ++i)
            if ((block->lanes[i].warp->cluster_together & block->lanes[i].warp->live & block->lanes[i].mask) != 0)
                as_lane(*block, i, [&] { release_at(*block, address, order::release, scope::device); });
    }
    const acquired seen = observed(w).launch->releases.look(address, scope::device);
    for (worker* block : all.blocks) {
        observed(*block).order.by_cluster = all.apart ? seen : acquired{};
        if (!all.apart && block->block.live != 0) acquire_block(*block, seen);
    }
}

void clusters::cluster_wait(worker& w) { acquire_lane(w, observed(w).order.by_cluster); }

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
