#include "heap.hpp"

#include <fmt/format.h>

#include <map>
#include <mutex>
#include <new>
#include <vector>

#include "findings.hpp"
#include "memory.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

namespace {

struct device_heap {
    std::mutex mutex;
    std::map<void*, std::size_t> live;
    std::vector<void*> expired;  ///< until the end of a launch, so that later uses are seen
    std::size_t used = 0;
    std::size_t limit = std::size_t{8} << 20;  // as cudaLimitMallocHeapSize
};

device_heap& heap() {
    static auto* const one = new device_heap;
    return *one;
}

}  // namespace

std::size_t heap_limit() { return heap().limit; }
void set_heap_limit(std::size_t bytes) { heap().limit = bytes; }

void* heap_allocate(site caller, std::size_t bytes) noexcept {
    void* result = nullptr;
    outside_of_lane(lane_worker(), [&] {
        const std::lock_guard guard(heap().mutex);
        if (bytes == 0 || bytes > heap().limit - heap().used) return;
        try {
            result = allocate(bytes, fmt::format("malloc() at {}", place(caller.pc)));
        } catch (const std::bad_alloc&) {
            return;
        }
        heap().live.emplace(result, bytes);
        heap().used += bytes;
    });
    return result;
}

void heap_release(site caller, void* pointer) noexcept {
    if (pointer == nullptr) return;
    worker& w = lane_worker();
    bool good = false;
    outside_of_lane(w, [&] {
        const std::lock_guard guard(heap().mutex);
        const auto found = heap().live.find(pointer);
        good = found != heap().live.end();
        if (!good) return;
        heap().used -= found->second;
        heap().live.erase(found);
        heap().expired.push_back(pointer);
        expire(pointer);
    });
    if (good) return;
    add_finding(w, finding_kind::out_of_bounds, caller.pc, nullptr, [&](raw_finding& what) {
        what.message = fmt::format("{} frees {}, which malloc() or new did not return, or which is already free",
                                   who(w, w.current->index), pointer);
        what.fix = "free each allocation once, in one thread; free memory of cudaMalloc() by cudaFree() on the host";
    });
    retire(w);
}

void settle_heap() {
    const std::lock_guard guard(heap().mutex);
    for (void* const pointer : heap().expired) release(pointer);
    heap().expired.clear();
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
