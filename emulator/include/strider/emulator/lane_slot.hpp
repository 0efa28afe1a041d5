// The start of a block's stack area: the indices of the running lane. An uninstrumented kernel, which always runs on a
// lane, reads them without a call.
#pragma once

#include <cstddef>
#include <cstdint>

#include <strider/emulator/lane.hpp>

namespace strider::emulation {

struct worker;

/// Each worker has one slot, aligned to its size. It holds the lane_slot and, beyond the reach of any lane's overrun,
/// the stacks.
constexpr std::size_t slot_bytes = std::size_t{1} << 27;
struct lane_slot {
    worker* owner;
    const std::uint64_t* const* thread;  ///< the index of the running lane
    std::uint64_t block, block_extent, grid_extent;
};

[[gnu::always_inline]] inline std::uintptr_t stack_pointer() noexcept {
#if defined(__x86_64__)
    std::uintptr_t value;
    asm("mov %%rsp, %0" : "=r"(value));
    return value;
#elif defined(__aarch64__)
    std::uintptr_t value;
    asm("mov %0, sp" : "=r"(value));
    return value;
#else
    return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
#endif
}

/// The slot of the running lane. Call it only on a lane.
[[gnu::always_inline]] inline lane_slot& slot_of_lane() noexcept {
    return *reinterpret_cast<lane_slot*>(stack_pointer() & ~(slot_bytes - 1));
}

#ifdef STRIDER_EMULATOR_UNCHECKED
inline std::uint64_t packed::thread_index() noexcept { return **slot_of_lane().thread; }
inline std::uint64_t packed::block_index() noexcept { return slot_of_lane().block; }
inline std::uint64_t packed::block_extent() noexcept { return slot_of_lane().block_extent; }
inline std::uint64_t packed::grid_extent() noexcept { return slot_of_lane().grid_extent; }
#endif

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
