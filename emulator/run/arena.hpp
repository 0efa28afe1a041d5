// The address space in which all lanes have their stacks.
//
// The instrumentation calls back for every access and basic block, and the callback must know at once whether it runs
// in a lane, and in which worker. Thread-local storage would answer too slowly in a shared module (and could not be
// made fast there without taking the kernels' `__shared__` arrays into the static TLS block). The stack pointer
// answers for nothing: all stacks of a worker lie in one aligned slot, which begins with a pointer to the worker.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include <strider/emulator/lane_slot.hpp>

namespace strider::emulation {

constexpr std::size_t stack_bytes = 64 * 1024;
/// Not a power of two, so that the stack tops of neighbours fall into different sets of the caches.
constexpr std::size_t stack_stride = stack_bytes + 768;
constexpr std::size_t first_stack = 1024 * 1024;
constexpr unsigned most_stacks = 1024 + 1;
static_assert(first_stack + most_stacks * stack_stride <= slot_bytes);

/// Where the slots are; `bytes` is 0 until the first one is taken, so that no address is inside. Callbacks of
/// instrumented code on other threads of the host may look at any time.
struct arena_extent {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> bytes{0};
};
extern arena_extent arena;

/// A slot for `owner`, which it names. It is never given back: workers are pooled. Throws
/// std::runtime_error when no address space is left.
lane_slot* take_slot(worker* owner);

/// The worker whose lane is running here, or null on the host.
[[gnu::always_inline]] inline worker* current_worker() noexcept {
    const std::uintptr_t here = stack_pointer();
    if (here - arena.begin.load(std::memory_order_relaxed) >= arena.bytes.load(std::memory_order_relaxed)) [[unlikely]]
        return nullptr;
    return slot_of_lane().owner;
}

/// The same where it is known that a lane is running.
[[gnu::always_inline]] inline worker& lane_worker() noexcept { return *slot_of_lane().owner; }

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
