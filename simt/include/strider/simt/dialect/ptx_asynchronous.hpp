// What inline PTX about barriers in shared memory, asynchronous copies and clusters is translated into: see ptx.hpp.
#pragma once

#include <bit>
#include <cstdint>

#include <strider/simt/asynchronous.hpp>
#include <strider/simt/dialect/cluster.hpp>
#include <strider/simt/dialect/intrinsic.hpp>

namespace simt::ptx {

STRIDER_SIMT_INTRINSIC void mbarrier_init(void* barrier, unsigned count) {
    simt::barrier_init(STRIDER_SIMT_CALLER, barrier, count);
}
STRIDER_SIMT_INTRINSIC unsigned long long mbarrier_arrive(void* barrier, unsigned count, unsigned bytes, bool drops) {
    return simt::barrier_arrive(STRIDER_SIMT_CALLER, barrier, count, bytes, drops);
}
STRIDER_SIMT_INTRINSIC void mbarrier_expect(void* barrier, unsigned bytes) {
    simt::barrier_expect(STRIDER_SIMT_CALLER, barrier, bytes);
}
STRIDER_SIMT_INTRINSIC bool mbarrier_test(void* barrier, unsigned long long state) {
    return simt::barrier_test(STRIDER_SIMT_CALLER, barrier, state);
}
STRIDER_SIMT_INTRINSIC bool mbarrier_test_parity(void* barrier, unsigned parity) {
    return simt::barrier_test_parity(STRIDER_SIMT_CALLER, barrier, parity);
}

/// The last `bytes - read` become 0.
STRIDER_SIMT_INTRINSIC void copy(void* to, const void* from, unsigned bytes, unsigned read) {
    simt::copy_async(STRIDER_SIMT_CALLER, to, from, bytes, bytes - (read < bytes ? read : bytes));
}
STRIDER_SIMT_INTRINSIC void commit() { simt::commit_copies(); }
STRIDER_SIMT_INTRINSIC void wait_for(unsigned batches) { simt::wait_for_copies(STRIDER_SIMT_CALLER, batches); }

STRIDER_SIMT_INTRINSIC void bulk_load(void* to, const void* from, unsigned bytes, void* barrier) {
    simt::barrier_copy(STRIDER_SIMT_CALLER, barrier, to, from, bytes, true);
}
/// To the same places of all blocks of the mask, where each has its barrier.
STRIDER_SIMT_INTRINSIC void bulk_load_to_all(void* to, const void* from, unsigned bytes, void* barrier,
                                             unsigned blocks) {
    const site at = STRIDER_SIMT_CALLER;
    for (unsigned rank = 0; rank < 16; ++rank)
        if ((blocks >> rank & 1u) != 0)
            simt::barrier_copy(at, simt::map_shared(at, barrier, rank), simt::map_shared(at, to, rank), from, bytes,
                               true);
}
STRIDER_SIMT_INTRINSIC void bulk_store(void* to, const void* from, unsigned bytes) {
    simt::bulk_copy_async(STRIDER_SIMT_CALLER, to, from, bytes);
}
STRIDER_SIMT_INTRINSIC void commit_bulk() { simt::commit_bulk_copies(); }
STRIDER_SIMT_INTRINSIC void wait_for_bulk(unsigned batches) {
    simt::wait_for_bulk_copies(STRIDER_SIMT_CALLER, batches);
}
STRIDER_SIMT_INTRINSIC void fence_proxy() { simt::fence_proxy(STRIDER_SIMT_CALLER); }

STRIDER_SIMT_INTRINSIC unsigned map_shared_address(unsigned address, unsigned rank) {
    return simt::to_shared_address(simt::map_shared(STRIDER_SIMT_CALLER, simt::from_shared_address(address), rank));
}
STRIDER_SIMT_INTRINSIC unsigned rank_of_shared_address(unsigned address) {
    return simt::shared_rank(STRIDER_SIMT_CALLER, simt::from_shared_address(address));
}

/// The lanes of the mask meet; the first of them is the leader.
STRIDER_SIMT_INTRINSIC unsigned elect(unsigned mask) {
    simt::warp_collective(STRIDER_SIMT_CALLER, collective_kind::vote, mask, 0);
    return static_cast<unsigned>(std::countr_zero(mask));
}

}  // namespace simt::ptx
