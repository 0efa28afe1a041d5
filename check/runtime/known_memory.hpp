// Memory that calls of the runtime have made known.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include <strider/check/runtime/memory.hpp>
#include <strider/emulator/memory.hpp>

#include "devices.hpp"

namespace strider::emulation::runtime {

enum class memory_kind {
    device,
    device_variable,
    host,
    registered,
    managed,
    managed_variable,
    mapped,  // the device's, by the driver's virtual memory
    graph    // the device's, by a node of a graph: its next launch has it again, so that it stays when it is freed
};

inline bool of_device(memory_kind kind) {
    return kind == memory_kind::device || kind == memory_kind::device_variable || kind == memory_kind::mapped ||
           kind == memory_kind::graph;
}

inline bool is_managed(memory_kind kind) {
    return kind == memory_kind::managed || kind == memory_kind::managed_variable;
}

struct known_block {
    const char* begin;
    std::size_t bytes;
    memory_kind kind;
    unsigned flags;
    emulation::region visible;  // of registered and mapped memory, and of managed variables
    int device;
};

/// The memory that the program knows by its runtime calls, so that copies which leave it or go the wrong way are
/// refused, not carried out.
class known_memory {
public:
    void add(const void* pointer, std::size_t bytes, memory_kind kind, unsigned flags = 0,
             emulation::region visible = {nullptr, 0}, int device = current_device()) {
        const std::lock_guard lock(mutex_);
        const char* const begin = static_cast<const char*>(pointer);
        of_host_ += !of_device(kind);
        polled_ += is_polled(kind, flags);
        blocks_.insert_or_assign(begin, known_block{begin, bytes, kind, flags, std::move(visible), device});
    }
    /// Whether a block of one of these kinds began here; it is forgotten.
    bool remove(const void* pointer, std::initializer_list<memory_kind> kinds) {
        const std::lock_guard lock(mutex_);
        const auto at = blocks_.find(static_cast<const char*>(pointer));
        if (at == blocks_.end() || std::find(kinds.begin(), kinds.end(), at->second.kind) == kinds.end()) return false;
        of_host_ -= !of_device(at->second.kind);
        polled_ -= is_polled(at->second.kind, at->second.flags);
        blocks_.erase(at);
        return true;
    }
    struct place {
        const char* begin;
        std::size_t bytes;
        memory_kind kind;
        unsigned flags;
        int device;
    };
    /// The block that holds the byte.
    std::optional<place> find(const void* pointer) const {
        const std::lock_guard lock(mutex_);
        const char* const byte = static_cast<const char*>(pointer);
        const auto behind = blocks_.upper_bound(byte);
        if (behind == blocks_.begin()) return std::nullopt;
        const known_block& before = std::prev(behind)->second;
        if (static_cast<std::size_t>(byte - before.begin) >= before.bytes) return std::nullopt;
        return place{before.begin, before.bytes, before.kind, before.flags, before.device};
    }
    /// Whether there is memory that both the host and kernels use.
    bool any_of_host() const { return of_host_ != 0; }
    /// Whether the host may look into such memory for what a kernel writes while it runs.
    bool host_may_poll() const { return polled_ != 0; }
    std::size_t bytes_in_use() const {
        const std::lock_guard lock(mutex_);
        std::size_t sum = 0;
        for (const auto& [begin, one] : blocks_)
            if (one.kind != memory_kind::registered) sum += one.bytes;
        return sum;
    }

private:
    static bool is_polled(memory_kind kind, unsigned flags) {
        return is_managed(kind) || (!of_device(kind) && (flags & cudaHostAllocMapped) != 0);
    }

    mutable std::mutex mutex_;
    std::map<const char*, known_block> blocks_;
    std::atomic<int> of_host_ = 0, polled_ = 0;  // blocks
};

/// Never destroyed: static objects of the program may use it to the end.
inline known_memory& memory() {
    static auto* const all = new known_memory;
    return *all;
}

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
