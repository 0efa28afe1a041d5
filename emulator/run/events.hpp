// Actions of lanes, as the instrumentation and the intrinsics report them. They go to lock step, to the observer and to
// the watch for spinning.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstring>

#include "observer.hpp"
#include "worker.hpp"

namespace strider::emulation {

/// Number of launches with checks, plus one while the host is watched. At 0 the callbacks return at once.
extern std::atomic<int> watchers;

/// The first eight bytes as a number.
inline std::uint64_t value_at(std::uintptr_t address, std::size_t bytes) {
    std::uint64_t value = 0;
    std::memcpy(&value, reinterpret_cast<const void*>(address), std::min(bytes, sizeof(value)));
    return value;
}

// The acting lane calls this before the action. It does not return for a bad access.
void note_access(worker& w, const void* address, std::size_t bytes, unsigned kind, const void* pc);
void note_step(worker& w, const void* pc);
void note_enter(worker& w, const void* caller);
void note_leave(worker& w, const void* pc);

/// An instrumented atomic builtin, with the host's numbering of memory orders.
void atomic_callback(void* address, std::size_t bytes, bool reads, bool writes, int how, const void* pc);
order to_order(int how);

/// Stack that the callbacks need below a lane's frames.
constexpr std::size_t stack_reserve = 8 * 1024;
[[noreturn]] void refuse_grid_barrier(worker& w, const void* pc);
[[noreturn]] void stack_overflow(worker& w, const void* pc);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
