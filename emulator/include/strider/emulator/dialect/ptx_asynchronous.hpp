// Functions that translated inline PTX calls for barriers in shared memory, asynchronous copies and clusters: see
// ptx.hpp.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include <strider/emulator/dialect/asynchronous.hpp>
#include <strider/emulator/dialect/cluster.hpp>
#include <strider/emulator/dialect/intrinsic.hpp>

namespace strider::emulation::ptx {

STRIDER_EMULATOR_INTRINSIC void mbarrier_init(void* barrier, unsigned count) {
    emulation::barrier_init(STRIDER_EMULATOR_CALLER, barrier, count);
}
STRIDER_EMULATOR_INTRINSIC unsigned long long mbarrier_arrive(void* barrier, unsigned count, unsigned bytes,
                                                              bool drops) {
    return emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, barrier, count, bytes, drops);
}
STRIDER_EMULATOR_INTRINSIC void mbarrier_expect(void* barrier, unsigned bytes) {
    emulation::barrier_expect(STRIDER_EMULATOR_CALLER, barrier, bytes);
}
STRIDER_EMULATOR_INTRINSIC bool mbarrier_test(void* barrier, unsigned long long state) {
    return emulation::barrier_test(STRIDER_EMULATOR_CALLER, barrier, state);
}
STRIDER_EMULATOR_INTRINSIC bool mbarrier_test_parity(void* barrier, unsigned parity) {
    return emulation::barrier_test_parity(STRIDER_EMULATOR_CALLER, barrier, parity);
}

/// The last `bytes - read` bytes become 0.
STRIDER_EMULATOR_INTRINSIC void copy(void* to, const void* from, unsigned bytes, unsigned read) {
    emulation::copy_async(STRIDER_EMULATOR_CALLER, to, from, bytes, bytes - (read < bytes ? read : bytes));
}
STRIDER_EMULATOR_INTRINSIC void commit() { emulation::commit_copies(); }
STRIDER_EMULATOR_INTRINSIC void wait_for(unsigned batches) {
    emulation::wait_for_copies(STRIDER_EMULATOR_CALLER, batches);
}

STRIDER_EMULATOR_INTRINSIC void bulk_load(void* to, const void* from, unsigned bytes, void* barrier, reduction how) {
    emulation::barrier_copy(STRIDER_EMULATOR_CALLER, barrier, to, from, bytes, true, how);
}
/// Copies to the same offset in every block of the mask, and completes on the barrier of each block.
STRIDER_EMULATOR_INTRINSIC void bulk_load_to_all(void* to, const void* from, unsigned bytes, void* barrier,
                                                 unsigned blocks) {
    const site caller = STRIDER_EMULATOR_CALLER;
    for (unsigned rank = 0; rank < 16; ++rank)
        if ((blocks >> rank & 1u) != 0)
            emulation::barrier_copy(caller, emulation::map_shared(caller, barrier, rank),
                                    emulation::map_shared(caller, to, rank), from, bytes, true);
}
STRIDER_EMULATOR_INTRINSIC void bulk_store(void* to, const void* from, unsigned bytes, reduction how) {
    emulation::bulk_copy_async(STRIDER_EMULATOR_CALLER, to, from, bytes, how);
}
template <class... Coordinates>
STRIDER_EMULATOR_INTRINSIC void tensor_load(const void* map, void* to, void* barrier, unsigned blocks,
                                            Coordinates... at) {
    const int all[] = {at...};
    emulation::tensor_load(STRIDER_EMULATOR_CALLER, map, all, sizeof...(at), to, barrier, blocks);
}
template <class... Coordinates>
STRIDER_EMULATOR_INTRINSIC void tensor_store(const void* map, const void* from, reduction_op op, Coordinates... at) {
    const int all[] = {at...};
    emulation::tensor_store(STRIDER_EMULATOR_CALLER, map, all, sizeof...(at), from, op);
}
template <class... T>
STRIDER_EMULATOR_INTRINSIC void store_counted(void* to, void* barrier, reduction how, T... values) {
    const std::common_type_t<T...> all[] = {values...};
    emulation::barrier_store(STRIDER_EMULATOR_CALLER, barrier, to, all, sizeof(all), how);
}
STRIDER_EMULATOR_INTRINSIC void commit_bulk() { emulation::commit_bulk_copies(); }
STRIDER_EMULATOR_INTRINSIC void wait_for_bulk(unsigned batches) {
    emulation::wait_for_bulk_copies(STRIDER_EMULATOR_CALLER, batches);
}
STRIDER_EMULATOR_INTRINSIC void fence_proxy() { emulation::fence_proxy(STRIDER_EMULATOR_CALLER); }

STRIDER_EMULATOR_INTRINSIC unsigned map_shared_address(unsigned address, unsigned rank) {
    return emulation::to_shared_address(
        emulation::map_shared(STRIDER_EMULATOR_CALLER, emulation::from_shared_address(address), rank));
}
STRIDER_EMULATOR_INTRINSIC unsigned rank_of_shared_address(unsigned address) {
    return emulation::shared_rank(STRIDER_EMULATOR_CALLER, emulation::from_shared_address(address));
}

/// Meets the lanes of the mask and returns the leader, which is the first lane.
STRIDER_EMULATOR_INTRINSIC unsigned elect(unsigned mask) {
    emulation::warp_collective(STRIDER_EMULATOR_CALLER, collective_kind::vote, mask, 0);
    return static_cast<unsigned>(std::countr_zero(mask));
}

}  // namespace strider::emulation::ptx
// SPDX-License-Identifier: Apache-2.0
