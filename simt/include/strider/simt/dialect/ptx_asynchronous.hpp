// What inline PTX about barriers in shared memory, asynchronous copies and clusters is translated into: see ptx.hpp.
#pragma once

#include <bit>
#include <cstdint>

#include <strider/simt/asynchronous.hpp>
#include <strider/simt/dialect/cluster.hpp>
#include <strider/simt/dialect/intrinsic.hpp>

namespace strider::executor::ptx {

STRIDER_SIMT_INTRINSIC void mbarrier_init(void* barrier, unsigned count) {
    executor::barrier_init(STRIDER_SIMT_CALLER, barrier, count);
}
STRIDER_SIMT_INTRINSIC unsigned long long mbarrier_arrive(void* barrier, unsigned count, unsigned bytes, bool drops) {
    return executor::barrier_arrive(STRIDER_SIMT_CALLER, barrier, count, bytes, drops);
}
STRIDER_SIMT_INTRINSIC void mbarrier_expect(void* barrier, unsigned bytes) {
    executor::barrier_expect(STRIDER_SIMT_CALLER, barrier, bytes);
}
STRIDER_SIMT_INTRINSIC bool mbarrier_test(void* barrier, unsigned long long state) {
    return executor::barrier_test(STRIDER_SIMT_CALLER, barrier, state);
}
STRIDER_SIMT_INTRINSIC bool mbarrier_test_parity(void* barrier, unsigned parity) {
    return executor::barrier_test_parity(STRIDER_SIMT_CALLER, barrier, parity);
}

/// The last `bytes - read` become 0.
STRIDER_SIMT_INTRINSIC void copy(void* to, const void* from, unsigned bytes, unsigned read) {
    executor::copy_async(STRIDER_SIMT_CALLER, to, from, bytes, bytes - (read < bytes ? read : bytes));
}
STRIDER_SIMT_INTRINSIC void commit() { executor::commit_copies(); }
STRIDER_SIMT_INTRINSIC void wait_for(unsigned batches) { executor::wait_for_copies(STRIDER_SIMT_CALLER, batches); }

STRIDER_SIMT_INTRINSIC void bulk_load(void* to, const void* from, unsigned bytes, void* barrier) {
    executor::barrier_copy(STRIDER_SIMT_CALLER, barrier, to, from, bytes, true);
}
/// To the same places of all blocks of the mask, where each has its barrier.
STRIDER_SIMT_INTRINSIC void bulk_load_to_all(void* to, const void* from, unsigned bytes, void* barrier,
                                             unsigned blocks) {
    const site at = STRIDER_SIMT_CALLER;
    for (unsigned rank = 0; rank < 16; ++rank)
        if ((blocks >> rank & 1u) != 0)
            executor::barrier_copy(at, executor::map_shared(at, barrier, rank), executor::map_shared(at, to, rank),
                                   from, bytes, true);
}
STRIDER_SIMT_INTRINSIC void bulk_store(void* to, const void* from, unsigned bytes) {
    executor::bulk_copy_async(STRIDER_SIMT_CALLER, to, from, bytes);
}
STRIDER_SIMT_INTRINSIC void commit_bulk() { executor::commit_bulk_copies(); }
STRIDER_SIMT_INTRINSIC void wait_for_bulk(unsigned batches) {
    executor::wait_for_bulk_copies(STRIDER_SIMT_CALLER, batches);
}
STRIDER_SIMT_INTRINSIC void fence_proxy() { executor::fence_proxy(STRIDER_SIMT_CALLER); }

STRIDER_SIMT_INTRINSIC unsigned map_shared_address(unsigned address, unsigned rank) {
    return executor::to_shared_address(
        executor::map_shared(STRIDER_SIMT_CALLER, executor::from_shared_address(address), rank));
}
STRIDER_SIMT_INTRINSIC unsigned rank_of_shared_address(unsigned address) {
    return executor::shared_rank(STRIDER_SIMT_CALLER, executor::from_shared_address(address));
}

/// The lanes of the mask meet; the first of them is the leader.
STRIDER_SIMT_INTRINSIC unsigned elect(unsigned mask) {
    executor::warp_collective(STRIDER_SIMT_CALLER, collective_kind::vote, mask, 0);
    return static_cast<unsigned>(std::countr_zero(mask));
}

}  // namespace strider::executor::ptx
// SPDX-License-Identifier: Apache-2.0
