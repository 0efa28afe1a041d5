// Which accesses of host code somebody wants to see: those of memory that is not the host's, or not now.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "observer.hpp"

namespace strider::executor {

struct host_watch {
    /// Addresses of device memory; while kernels may use memory of both sides, those of that memory too.
    std::atomic<std::uintptr_t> memory_begin{0};
    std::atomic<std::size_t> memory_bytes{0};
    /// From the first to the last of the device's variables.
    std::atomic<std::uintptr_t> variables_begin{0};
    std::atomic<std::size_t> variables_bytes{0};
    /// From the first to the last byte of the host that was copied from memory that nobody had written.
    std::atomic<std::uintptr_t> copied_begin{0};
    std::atomic<std::size_t> copied_bytes{0};

    void (*look)(const memory_access& what) = nullptr;
};
extern host_watch watched_host;

/// Called where host code accesses memory; nearly always three comparisons.
[[gnu::always_inline]] inline void note_host_access(const void* address, std::size_t bytes, unsigned how,
                                                    const void* pc) {
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    constexpr auto relaxed = std::memory_order_relaxed;
    if (place - watched_host.memory_begin.load(relaxed) < watched_host.memory_bytes.load(relaxed) ||
        place - watched_host.variables_begin.load(relaxed) < watched_host.variables_bytes.load(relaxed) ||
        place - watched_host.copied_begin.load(relaxed) < watched_host.copied_bytes.load(relaxed)) [[unlikely]]
        watched_host.look({place, bytes, how, pc});
}

}  // namespace strider::executor
// SPDX-License-Identifier: Apache-2.0
