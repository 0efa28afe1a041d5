// Asynchronous copies and barriers in shared memory (mbarrier, cuda::barrier), for lanes of a running kernel.
//
// The emulator does a copy as late as possible: when a lane waits for it. Until then the copy owns its destination. A
// lane that accesses the destination, or writes the source, races with the copy. Afterwards the destination counts as
// written by the lane that began the copy.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/emulator/dialect/intrinsic.hpp>
#include <strider/emulator/lane.hpp>
#include <strider/emulator/reduction.hpp>

namespace strider::emulation {

/// Begins a copy of the calling lane. Its last `zeros` bytes are not read; their destination becomes 0.
void copy_async(site caller, void* to, const void* from, std::size_t bytes, std::size_t zeros = 0) noexcept;
/// Closes a batch: all copies since the previous call.
void commit_copies() noexcept;
/// Waits until at most the last `batches` of the calling lane are pending.
void wait_for_copies(site caller, unsigned batches) noexcept;

/// The same for bulk copies, which have their own batches. They access memory through the asynchronous proxy, which
/// sees the stores of lanes only after a proxy fence. They may reduce.
void bulk_copy_async(site caller, void* to, const void* from, std::size_t bytes, reduction how = {}) noexcept;
void commit_bulk_copies() noexcept;
void wait_for_bulk_copies(site caller, unsigned batches) noexcept;
void fence_proxy(site caller) noexcept;

/// The bytes that one thread copies of a copy by a whole group.
struct copy_share {
    std::size_t begin, bytes;
};
STRIDER_EMULATOR_ROUTINE copy_share share_of(std::size_t rank, std::size_t threads, std::size_t bytes) {
    const std::size_t each = (bytes + 16 * threads - 1) / (16 * threads) * 16, begin = rank * each;
    return begin >= bytes ? copy_share{0, 0} : copy_share{begin, bytes - begin < each ? bytes - begin : each};
}

/// Turns eight bytes of the block's shared memory into a barrier for `expected` arrivals a phase.
void barrier_init(site caller, void* barrier, unsigned expected) noexcept;
/// Arrives `count` times, and adds `bytes` to the bytes of barrier_copy() that this phase expects. Returns the phase.
/// `drop`: later phases expect one arrival less.
std::uint64_t barrier_arrive(site caller, void* barrier, unsigned count, std::size_t bytes = 0,
                             bool drop = false) noexcept;
/// Waits for the end of the phase: all arrivals and all bytes.
void barrier_wait(site caller, void* barrier, std::uint64_t phase) noexcept;
/// Whether the phase has ended. If not, other lanes run first.
bool barrier_test(site caller, void* barrier, std::uint64_t phase) noexcept;
void barrier_arrive_and_wait(site caller, void* barrier) noexcept;
/// The same for a phase given by its parity: the current phase or the one before.
bool barrier_test_parity(site caller, void* barrier, unsigned parity) noexcept;
/// The current phase of the barrier.
std::uint64_t barrier_phase(site caller, void* barrier) noexcept;
/// Waits until `phases` phases have ended.
void barrier_wait_for_turn(site caller, void* barrier, std::uint64_t phases) noexcept;
/// Begins a copy that completes before the barrier's current phase ends. `counted`: a bulk copy, whose bytes the
/// barrier expects and waits for. In a cluster, the barrier and the destination may lie in another block's shared
/// memory.
void barrier_copy(site caller, void* barrier, void* to, const void* from, std::size_t bytes, bool counted,
                  reduction how = {}) noexcept;
/// Stores up to 16 bytes, or reduces by them, before the barrier's current phase ends, which expects and counts them.
void barrier_store(site caller, void* barrier, void* to, const void* value, std::size_t bytes,
                   reduction how = {}) noexcept;
/// Begins the copy of a tensor's box, which begins at the element `at`, to the shared memory of the blocks whose bits
/// are set in `blocks` (0: the caller's own). Bytes outside of the tensor become 0. `map`: a CUtensorMap. Does not
/// return for a bad box.
void tensor_load(site caller, const void* map, const int* at, unsigned dimensions, void* to, void* barrier,
                 unsigned blocks) noexcept;
/// The same from shared memory, as bulk_copy_async().
void tensor_store(site caller, const void* map, const int* at, unsigned dimensions, const void* from,
                  reduction_op op = reduction_op::replace) noexcept;
/// Adds `bytes` to the bytes that this phase expects.
void barrier_expect(site caller, void* barrier, std::size_t bytes) noexcept;

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
