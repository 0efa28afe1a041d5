#include "unwritten_copies.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include <strider/emulator/host_watch.hpp>

#include "host_order.hpp"
#include "run/host_watch.hpp"

namespace strider::emulation {

namespace {

/// Buffers with more gaps than this are told of by the first ones.
constexpr std::size_t most_gaps = 4096;

struct all_unwritten {
    std::mutex mutex;
    std::map<std::uintptr_t, unwritten_bytes> by_end;
};
all_unwritten& unwritten() {
    static auto* const all = new all_unwritten;
    return *all;
}

/// Called with the mutex held, as the next one.
void watch() {
    const auto& all = unwritten().by_end;
    if (all.empty() && watched_host.copied_bytes == 0) return;
    watched_host.copied_begin = all.empty() ? 0 : all.begin()->second.begin;
    watched_host.copied_bytes = all.empty() ? 0 : all.rbegin()->first - all.begin()->second.begin;
    const std::lock_guard guard(unfinished().mutex);
    watch_unfinished();
}
void forget(std::uintptr_t begin, std::uintptr_t end) {
    auto& all = unwritten().by_end;
    for (auto at = all.upper_bound(begin); at != all.end() && at->second.begin < end;) at = all.erase(at);
}

/// Whether the host's bytes are those that the device had, where nobody has written.
bool still_there(const unwritten_bytes& gap, std::uintptr_t begin, std::uintptr_t end) {
    for (std::uintptr_t at = begin; at < end; ++at)
        if (*reinterpret_cast<const std::uint8_t*>(at) != poison_at(gap.from + (at - gap.begin))) return false;
    return true;
}

}  // namespace

unwritten_bytes take_unwritten(const memory_access& what) {
    if (watched_host.copied_bytes == 0) return {};
    const std::lock_guard guard(unwritten().mutex);
    auto& all = unwritten().by_end;
    const auto next = all.upper_bound(what.address);
    if (what.has(access_store) || next == all.end()) return {};
    const unwritten_bytes gap = next->second;
    if (what.address < gap.begin || what.address + what.bytes > gap.end) return {};
    // A single byte may hold the value by chance.
    const std::uintptr_t word = what.address & ~std::uintptr_t{7};
    if (!still_there(gap, std::max(gap.begin, word), std::min(gap.end, std::max(what.address + what.bytes, word + 8))))
        return {};
    all.erase(next);
    watch();
    return gap;
}

void host_copied(const void* to, const void* from, std::size_t bytes, const void* pc) {
    if (watched_host.look == nullptr) return;
    const auto begin = reinterpret_cast<std::uintptr_t>(from), host = reinterpret_cast<std::uintptr_t>(to);
    const auto entry = find_new_entry(begin, bytes);
    const std::lock_guard guard(unwritten().mutex);
    forget(host, host + bytes);
    if (entry != nullptr && entry->exact)
        each_unwritten(*entry, begin, bytes, [&](std::uintptr_t first, std::uintptr_t last) {
            if (unwritten().by_end.size() < most_gaps)
                unwritten().by_end[host + (last - begin)] = {host + (first - begin), host + (last - begin), first,
                                                             entry, pc};
        });
    watch();
}

std::size_t count_unwritten(const void* begin, std::size_t bytes) {
    const auto address = reinterpret_cast<std::uintptr_t>(begin);
    const auto entry = find_new_entry(address, bytes);
    std::size_t count = 0;
    if (entry != nullptr && entry->exact)
        each_unwritten(*entry, address, bytes,
                       [&](std::uintptr_t first, std::uintptr_t last) { count += last - first; });
    return count;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
