#include "device_range.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <mutex>

#include "arena.hpp"

namespace strider::emulation {

namespace {

/// Each kernel module has an emulator of its own, and so a range.
constexpr std::size_t range_bytes = std::size_t{1} << 42;
constexpr std::size_t half_bytes = range_bytes / 2;  // the device's alone; behind it what both sides use
/// Where nothing else lies yet, so that a program has the same addresses each time.
constexpr std::uintptr_t preferred_begin = std::uintptr_t{1} << 45;
/// Each needs two entries of the kernel's map of the process, which has room for 65,530.
constexpr std::size_t most_allocations = 16'384;
constexpr std::size_t least_gap = std::size_t{1} << 20;

struct device_range {
    std::uintptr_t begin = 0;
    std::mutex mutex;
    std::size_t used[2] = {};  ///< bytes of addresses: of the device alone, of both sides
    std::size_t live = 0;      ///< allocations

    device_range() {
        void* const place = mmap(reinterpret_cast<void*>(preferred_begin), range_bytes, PROT_NONE,
                                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (place != MAP_FAILED) begin = reinterpret_cast<std::uintptr_t>(place);
    }
};

device_range& range() {
    static auto* const one = new device_range;
    return *one;
}

std::uintptr_t page_bytes() {
    static const auto bytes = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    return bytes;
}
std::size_t in_pages(std::size_t bytes) { return (bytes + page_bytes() - 1) / page_bytes() * page_bytes(); }

}  // namespace

void* take_device_memory(std::size_t bytes, bool of_both_sides) {
    device_range& all = range();
    if (all.begin == 0 || bytes > half_bytes / 2) return nullptr;
    const std::size_t whole = in_pages(bytes), gap = std::max(least_gap, whole);
    std::uintptr_t place;
    {
        const std::lock_guard guard(all.mutex);
        std::size_t& used = all.used[of_both_sides];
        if (all.live == most_allocations || whole + gap > half_bytes - used) return nullptr;
        place = all.begin + of_both_sides * half_bytes + used + gap;
        used += whole + gap;
        ++all.live;
    }
    if (mprotect(reinterpret_cast<void*>(place), whole, PROT_READ | PROT_WRITE) == 0)
        return reinterpret_cast<void*>(place);
    const std::lock_guard guard(all.mutex);
    --all.live;
    return nullptr;
}

void give_back_device_memory(void* begin, std::size_t bytes) {
    device_range& all = range();
    // A new mapping in its place has no pages, and joins its neighbours.
    mmap(begin, in_pages(bytes), PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    const std::lock_guard guard(all.mutex);
    --all.live;
}

bool is_device_address(std::uintptr_t address) {
    const device_range& all = range();
    return all.begin != 0 && address - all.begin < range_bytes;
}

address_range device_addresses(bool of_both_sides) {
    const device_range& all = range();
    if (all.begin == 0) return {};
    return {all.begin + of_both_sides * half_bytes, half_bytes};
}

bool is_memory_of_host(std::uintptr_t address) {
    if (is_device_address(address) || address - arena.begin < arena.bytes) return false;
    int ends[2];  // of a pipe: it refuses what cannot be read, where a load would end the program
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    const bool is = write(ends[1], reinterpret_cast<const void*>(address), 1) == 1;
    close(ends[0]);
    close(ends[1]);
    return is;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
