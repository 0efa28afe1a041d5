#include "arena.hpp"

#include <sys/mman.h>

#include <cerrno>
#include <cstring>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string>

#include "progress.hpp"

namespace strider::emulation {

arena_extent arena;

namespace {

// Address space only: memory is spent on the pages that lanes touch.
std::uintptr_t reserve(std::size_t bytes) {
    void* place = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == MAP_FAILED)
        throw std::runtime_error("emulator: cannot reserve " + std::to_string(bytes >> 30) +
                                 " GiB of address space for the stacks of lanes: " + std::strerror(errno) +
                                 "; raise the limit (ulimit -v)");
    return reinterpret_cast<std::uintptr_t>(place);
}

}  // namespace

lane_slot* take_slot(worker* owner) {
    static std::mutex mutex;
    static std::size_t taken = 0;
    const std::lock_guard guard(mutex);
    const std::size_t slots = 2 * most_live_blocks;
    if (arena.bytes == 0) {
        const std::uintptr_t place = reserve((slots + 1) * slot_bytes);
        arena.begin = (place + slot_bytes - 1) & ~(slot_bytes - 1);
        arena.bytes = slots * slot_bytes;
    }
    if (taken == slots)
        throw std::runtime_error("emulator: more than " + std::to_string(slots) +
                                 " blocks at once; run fewer launches at the same time");
    auto* slot = reinterpret_cast<std::byte*>(arena.begin + taken * slot_bytes);
    if (mprotect(slot, slot_bytes, PROT_READ | PROT_WRITE) != 0)
        throw std::runtime_error(std::string("emulator: cannot use the stacks of lanes: ") + std::strerror(errno));
    ++taken;
    return new (slot) lane_slot{owner, nullptr, 0, 0, 0};
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
