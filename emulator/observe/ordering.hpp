// The order of accesses: barriers, __syncwarp, and fences with atomics.
#pragma once

#include "analysis.hpp"
#include "block.hpp"

namespace strider::emulation {

void order_block(worker& w);
void order_lanes(worker& w, const std::vector<unsigned>& lanes);
void release_at(worker& w, std::uintptr_t address, order strength, scope reach);
void acquire_at(worker& w, std::uintptr_t address, order strength, scope reach);
/// A volatile access counts as relaxed atomic, because older code uses it so.
inline void note_volatile(worker& w, const memory_access& what) {
    if (what.has(access_store))
        release_at(w, what.address, order::relaxed, scope::device);
    else
        acquire_at(w, what.address, order::relaxed, scope::device);
}
/// The same for all lanes of a block at once, and for a lane that has seen a release without an access.
void release_block(worker& w, std::uintptr_t address);
void acquire_block(worker& w, const acquired& seen);
void acquire_lane(worker& w, const acquired& seen);
/// The lane that begins a copy may have waited for whoever used the memory. Who is shown that the copy has ended comes
/// after that as well.
void begin_copy_of(const worker& w, const pending_copy& copy);
void end_copy_of(worker& w, const pending_copy& copy);
/// Whether a proxy fence orders this store before the current lane's actions.
bool comes_before_proxies(const worker& w, const access_record& store);

class ordering final : public analysis {
public:
    void begin_block(worker& w) override;
    void settle(worker& w) override {
        if (observed(w).order.unsettled[w.current->index].address != 0) [[unlikely]]
            settle_read(w);
    }
    void atomic(worker& w, const memory_access& what, order strength, scope reach) override;
    void fence(worker& w, scope reach, order strength) override;
    void proxy_fence(worker& w) override;
    void primaries_ended(worker& w) override;

    void block_barrier(worker& w) override { order_block(w); }
    void left_grid_barrier(worker& w) override;
    void partial_meeting(worker& w) override { observed(w).order.by_fences = true; }
    void named_barrier_arrival(worker& w, const named_barrier_state& barrier) override;
    void named_barrier(worker& w, const named_barrier_state& barrier) override;
    void commit_products(worker& w, unsigned warpgroup, std::uint64_t group) override;
    void end_products(worker& w, unsigned warpgroup, std::uint64_t groups, std::uint64_t products) override;
    void collective(worker& w, unsigned warp, const open_collective& at) override;
    void between_steps(worker& w, unsigned) override { ++observed(w).order.clock; }

private:
    static void settle_read(worker& w);
};

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
