// The address space of all lanes' stacks.
//
// The instrumentation calls back for every access and basic block. The callback must find out at once whether it runs
// on a lane, and find its worker. Thread-local storage is too slow in a shared module (a fast model would need the
// kernels' `__shared__` arrays in the static TLS block). The stack pointer costs nothing: all stacks of a worker lie in
// one aligned slot, which begins with a pointer to the worker.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <strider/emulator/lane_slot.hpp>

namespace strider::emulation {

constexpr std::size_t stack_bytes = 64 * 1024;
/// Not a power of two, so that the stack tops of neighbours use different cache sets.
constexpr std::size_t stack_stride = stack_bytes + 768;
constexpr std::size_t first_stack = 1024 * 1024;
constexpr unsigned most_stacks = 1024 + 1;
static_assert(first_stack + most_stacks * stack_stride <= slot_bytes);

/// The extent of all slots. `bytes` is 0 until the first slot is taken, so that no address is inside. Instrumented code
/// on other host threads may read it at any time.
struct arena_extent {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> bytes{0};
};
extern arena_extent arena;

/// Takes a slot for `owner` and stores the pointer to it. Slots are never given back, because workers are pooled.
/// Throws std::runtime_error if no address space is left.
lane_slot* take_slot(worker* owner);

/// The worker of the running lane; null on the host.
[[gnu::always_inline]] inline worker* current_worker() noexcept {
    const std::uintptr_t here = stack_pointer();
    if (here - arena.begin.load(std::memory_order_relaxed) >= arena.bytes.load(std::memory_order_relaxed)) [[unlikely]]
        return nullptr;
    return slot_of_lane().owner;
}

/// The same, if the caller knows that a lane is running.
[[gnu::always_inline]] inline worker& lane_worker() noexcept { return *slot_of_lane().owner; }

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
