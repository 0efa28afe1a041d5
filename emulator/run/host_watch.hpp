// Filters for accesses of host code that may be defects: the memory is not the host's, or not now.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "observer.hpp"

namespace strider::emulation {

struct host_watch {
    /// The range of device memory.
    std::atomic<std::uintptr_t> memory_begin{0};
    std::atomic<std::size_t> memory_bytes{0};
    /// The range of the device's variables.
    std::atomic<std::uintptr_t> variables_begin{0};
    std::atomic<std::size_t> variables_bytes{0};
    /// The range of bytes that an unfinished operation may use.
    std::atomic<std::uintptr_t> used_begin{0};
    std::atomic<std::size_t> used_bytes{0};
    /// The range of host bytes that a copy took from unwritten device memory.
    std::atomic<std::uintptr_t> copied_begin{0};
    std::atomic<std::size_t> copied_bytes{0};

    /// Not 0 while an unfinished operation may use memory of both sides.
    std::atomic<std::size_t> both_sides{0};
    bool in_part = false;  ///< some host code is not instrumented

    void (*look)(const memory_access& what) = nullptr;
    /// Set while a host function runs for a stream: called where host code may tell other threads what it has done, and
    /// where it allocates memory.
    std::atomic<void (*)()> release = nullptr;
    std::atomic<void (*)(const void* memory, std::size_t bytes)> allocated = nullptr;
    /// Set while streams or graphs may use memory that the host gives back: called before it does.
    std::atomic<void (*)(std::uintptr_t memory, std::size_t bytes, const char* how, const void* pc)> ends = nullptr;
    /// The stack pointers of functions whose return ends such memory, and what to call before they return.
    std::atomic<std::uintptr_t> frames_begin{0};
    std::atomic<std::size_t> frames_bytes{0};
    void (*leave)(const void* pc) = nullptr;
    /// If set, called for a sample of the accesses.
    std::atomic<void (*)(const void* pc)> sample = nullptr;
    /// If set, called for a sample of the basic blocks.
    std::atomic<void (*)()> stepped = nullptr;
};
extern host_watch watched_host;

/// Number of this thread's accesses in host code.
extern constinit thread_local std::uint32_t host_accesses;
constexpr std::uint32_t accesses_of_sample = 1U << 20;
/// Number of this thread's basic blocks in host code.
extern constinit thread_local std::uint32_t host_steps;
constexpr std::uint32_t steps_of_sample = 1U << 20;

/// Called for each memory access of host code; nearly always four comparisons.
[[gnu::always_inline]] inline void note_host_access(const void* address, std::size_t bytes, unsigned kind,
                                                    const void* pc) {
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    constexpr auto relaxed = std::memory_order_relaxed;
    if (place - watched_host.memory_begin.load(relaxed) < watched_host.memory_bytes.load(relaxed) ||
        place - watched_host.variables_begin.load(relaxed) < watched_host.variables_bytes.load(relaxed) ||
        place - watched_host.used_begin.load(relaxed) < watched_host.used_bytes.load(relaxed)) [[unlikely]]
        watched_host.look({place, bytes, kind, pc});
    if (++host_accesses % accesses_of_sample == 0) [[unlikely]] {
        if (const auto sample = watched_host.sample.load(relaxed)) sample(pc);
    }
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
