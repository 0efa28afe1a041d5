// What a lane of a running kernel can ask of the emulator beside lane.hpp: copies that are done while it goes on, and
// barriers in shared memory, which threads arrive at and wait for apart (mbarrier; cuda::barrier).
//
// A copy is done when it is waited for, at the latest moment. Until then its destination belongs to the copy: whoever
// touches it, or writes what is to be copied, races with the copy. Then it counts as written by the thread that began
// it.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/emulator/dialect/intrinsic.hpp>
#include <strider/emulator/lane.hpp>

namespace strider::emulation {

/// Begins a copy of the calling lane; the last `zeros` bytes of it are not read and become 0.
void copy_async(site at, void* to, const void* from, std::size_t bytes, std::size_t zeros = 0) noexcept;
/// The copies since the last one of these are a batch.
void commit_copies() noexcept;
/// Waits until at most the last `batches` of the calling lane are not done.
void wait_for_copies(site at, unsigned batches) noexcept;

/// The same for bulk copies, whose groups are others. They read and write by the asynchronous proxy, which sees what
/// lanes have written only behind a proxy fence.
void bulk_copy_async(site at, void* to, const void* from, std::size_t bytes) noexcept;
void commit_bulk_copies() noexcept;
void wait_for_bulk_copies(site at, unsigned batches) noexcept;
void fence_proxy(site at) noexcept;

/// Which bytes of a copy by a whole group a thread of it copies.
struct copy_share {
    std::size_t begin, bytes;
};
STRIDER_EMULATOR_ROUTINE copy_share share_of(std::size_t rank, std::size_t threads, std::size_t bytes) {
    const std::size_t each = (bytes + 16 * threads - 1) / (16 * threads) * 16, begin = rank * each;
    return begin >= bytes ? copy_share{0, 0} : copy_share{begin, bytes - begin < each ? bytes - begin : each};
}

/// Makes the eight bytes there, in shared memory of the block, a barrier for `expected` arrivals a phase.
void barrier_init(site at, void* barrier, unsigned expected) noexcept;
/// Arrives `count` times, and says that so many bytes of barrier_copy() come in this phase. Returns the phase.
/// `drop`: later phases expect one arrival less.
std::uint64_t barrier_arrive(site at, void* barrier, unsigned count, std::size_t bytes = 0, bool drop = false) noexcept;
/// Waits until the phase is over: all have arrived, and all bytes have come.
void barrier_wait(site at, void* barrier, std::uint64_t phase) noexcept;
/// Whether the phase is over. Lets other lanes run if not.
bool barrier_test(site at, void* barrier, std::uint64_t phase) noexcept;
void barrier_arrive_and_wait(site at, void* barrier) noexcept;
/// The same for the phase of that parity: the current one, or the one before.
bool barrier_test_parity(site at, void* barrier, unsigned parity) noexcept;
/// The phase that arrivals are counted for now.
std::uint64_t barrier_phase(site at, void* barrier) noexcept;
/// Waits until so many phases are over.
void barrier_wait_for_turn(site at, void* barrier, std::uint64_t phases) noexcept;
/// Begins a copy that is done before the current phase of the barrier is over; `counted`: a bulk copy, of bytes that
/// the barrier was told of, and the phase waits for it. In a cluster both may be in another block's shared memory.
void barrier_copy(site at, void* barrier, void* to, const void* from, std::size_t bytes, bool counted) noexcept;
/// The barrier says that so many bytes will come in this phase.
void barrier_expect(site at, void* barrier, std::size_t bytes) noexcept;

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
