#include "memory.hpp"

#include "device_range.hpp"

#include <strider/emulator/operations.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <map>
#include <new>
#include <stdexcept>

namespace strider::emulation {

namespace {

// On both sides of an allocation; belongs to nobody. Also the alignment.
constexpr std::size_t guard_bytes = 512;

// Freed allocations that are remembered for findings.
constexpr std::size_t most_freed = 256;

struct registry {
    std::mutex mutex;
    std::multimap<std::uintptr_t, std::shared_ptr<const memory_entry>> entries;  // by beginning
    std::map<void*, std::shared_ptr<const memory_entry>> allocations;
    std::deque<std::shared_ptr<const memory_entry>> freed;  // the last ones
};

// Never destroyed: regions in static storage may outlive any order of destruction.
registry& known() {
    static auto* const one = new registry;
    return *one;
}

std::shared_ptr<const memory_entry> enter(std::uintptr_t begin, std::size_t bytes, std::string name, bool writable,
                                          bool poisoned, const allocation& properties = {}) {
    auto entry = std::make_shared<memory_entry>();
    entry->begin = begin;
    entry->end = begin + bytes;
    entry->name = std::move(name);
    entry->writable = writable;
    entry->poisoned = poisoned;
    entry->exact = properties.exact;
    entry->of_both_sides = properties.of_both_sides;
    entry->device = properties.device;
    entry->made_at = properties.made_at;
    entry->element_bytes = properties.element_bytes;
    entry->made_after = last_operation();
    if (poisoned) {
        entry->written.reset(static_cast<std::uint8_t*>(std::calloc(bytes / 8 + 1, 1)));
        if (entry->written == nullptr) throw std::bad_alloc();
    }
    const std::lock_guard guard(known().mutex);
    known().entries.emplace(begin, entry);
    return entry;
}

void leave(const std::shared_ptr<const memory_entry>& entry) {
    const std::lock_guard guard(known().mutex);
    const auto [first, last] = known().entries.equal_range(entry->begin);
    const auto at = std::find_if(first, last, [&](const auto& one) { return one.second == entry; });
    if (at != last) known().entries.erase(at);
}

}  // namespace

namespace {

std::size_t with_guards(std::size_t bytes) {
    return (bytes + guard_bytes - 1) / guard_bytes * guard_bytes + 2 * guard_bytes;
}

// What was freed where something else stands now is gone.
void forget_freed(std::uintptr_t begin, std::size_t bytes) {
    const std::lock_guard guard(known().mutex);
    std::erase_if(known().freed, [&](const auto& entry) { return entry->begin < begin + bytes && begin < entry->end; });
}

}  // namespace

void* allocate(std::size_t bytes, std::string name, const allocation& properties) {
    const std::size_t whole = with_guards(bytes);
    if (bytes > whole) throw std::bad_alloc();
    auto* place = static_cast<std::byte*>(take_device_memory(whole, properties.of_both_sides));
    if (place == nullptr) place = static_cast<std::byte*>(std::aligned_alloc(guard_bytes, whole));
    if (place == nullptr) throw std::bad_alloc();
    std::fill_n(reinterpret_cast<std::uint64_t*>(place), whole / sizeof(poison), poison);
    void* const result = place + guard_bytes;
    forget_freed(reinterpret_cast<std::uintptr_t>(place), whole);
    auto entry = enter(reinterpret_cast<std::uintptr_t>(result), bytes, std::move(name), true, true, properties);
    const std::lock_guard guard(known().mutex);
    known().allocations.emplace(result, std::move(entry));
    return result;
}

void release(void* pointer) {
    if (pointer == nullptr) return;
    std::shared_ptr<const memory_entry> entry;
    {
        const std::lock_guard guard(known().mutex);
        const auto at = known().allocations.find(pointer);
        if (at == known().allocations.end())
            throw std::invalid_argument(
                "emulator: release of a pointer that allocate() did not return, or that was released before");
        entry = std::move(at->second);
        known().allocations.erase(at);
        known().freed.push_back(entry);
        if (known().freed.size() > most_freed) known().freed.pop_front();
    }
    leave(entry);
    std::byte* const place = static_cast<std::byte*>(pointer) - guard_bytes;
    if (is_device_address(entry->begin))
        give_back_device_memory(place, with_guards(entry->end - entry->begin));
    else
        std::free(place);
}

void note_written(const memory_entry& in, std::uintptr_t address, std::size_t bytes) {
    if (in.written == nullptr) return;
    const std::size_t first = address - in.begin, last = first + bytes;
    constexpr std::size_t many = 1024;
    if (bytes > many) {  // what has a byte of its own is set at once: nobody takes these bits away
        const std::size_t begin = (first | 7) + 1, end = last & ~std::size_t{7};
        note_written(in, address, begin - first);
        std::memset(&in.written[begin / 8], 0xFF, (end - begin) / 8);
        return note_written(in, in.begin + end, last - end);
    }
    for (std::size_t at = first; at < last;) {
        const std::size_t end = std::min(last, (at | 7) + 1);
        const auto bits = static_cast<std::uint8_t>((0xFFu << at % 8) & (0xFFu >> ((8 - end % 8) % 8)));
        std::uint8_t& held = in.written[at / 8];
        // Looked at first: most stores are not the first ones, and other workers look at it too.
        if ((__atomic_load_n(&held, __ATOMIC_RELAXED) & bits) != bits) __atomic_fetch_or(&held, bits, __ATOMIC_RELAXED);
        at = end;
    }
}

bool written_in_part(const memory_entry& in) {
    if (in.written == nullptr || in.written_unseen) return true;
    const std::uint8_t* const bits = in.written.get();
    return std::any_of(bits, bits + (in.end - in.begin) / 8 + 1,
                       [](const std::uint8_t& held) { return __atomic_load_n(&held, __ATOMIC_RELAXED) != 0; });
}

void mark_written(const void* pointer, std::size_t bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(pointer), end = begin + bytes;
    const std::lock_guard guard(known().mutex);
    for (const auto& [start, entry] : known().entries) {
        const std::uintptr_t from = std::max(begin, entry->begin), to = std::min(end, entry->end);
        if (from < to) note_written(*entry, from, to - from);
    }
}

region::region(const void* pointer, std::size_t bytes, std::string name, bool writable, bool of_both_sides)
    : entry_(enter(reinterpret_cast<std::uintptr_t>(pointer), bytes, std::move(name), writable, false,
                   {.of_both_sides = of_both_sides})) {}

region::~region() {
    if (entry_) leave(entry_);
}

region::region(region&& other) noexcept = default;

region& region::operator=(region&& other) noexcept {
    std::swap(entry_, other.entry_);
    return *this;
}

memory_map snapshot_memory() {
    const std::lock_guard guard(known().mutex);
    memory_map result;
    for (const auto& [begin, entry] : known().entries) result.push_back(entry);
    return result;
}

const memory_entry* find_entry(const memory_map& among, std::uintptr_t address, std::size_t bytes) {
    auto at = std::upper_bound(among.begin(), among.end(), address,
                               [](std::uintptr_t a, const auto& entry) { return a < entry->begin; });
    const memory_entry* best = nullptr;
    // Entries may nest, so that the last one to begin need not be the one that holds the access.
    while (at != among.begin() && (best == nullptr || !best->writable)) {
        const memory_entry& entry = **--at;
        if (address + bytes <= entry.end && (best == nullptr || entry.writable)) best = &entry;
    }
    return best;
}

std::shared_ptr<const memory_entry> find_new_entry(std::uintptr_t address, std::size_t bytes) {
    const std::lock_guard guard(known().mutex);
    auto at = known().entries.upper_bound(address);
    if (at == known().entries.begin()) return nullptr;
    const auto& entry = std::prev(at)->second;
    return address + bytes <= entry->end ? entry : nullptr;
}

void expire(void* pointer) {
    const std::lock_guard guard(known().mutex);
    known().allocations.at(pointer)->expired = true;
}

std::shared_ptr<const memory_entry> find_freed(std::uintptr_t address) {
    const std::lock_guard guard(known().mutex);
    const auto& freed = known().freed;
    const auto at = std::find_if(freed.rbegin(), freed.rend(),
                                 [&](const auto& entry) { return address >= entry->begin && address < entry->end; });
    return at == freed.rend() ? nullptr : *at;
}

bool was_released(const void* pointer) { return find_freed(reinterpret_cast<std::uintptr_t>(pointer)) != nullptr; }

std::vector<live_allocation> live_allocations() {
    const std::lock_guard guard(known().mutex);
    std::vector<live_allocation> result;
    for (const auto& [pointer, entry] : known().allocations)
        result.push_back({pointer, entry->end - entry->begin, entry->made_at});
    return result;
}

const memory_entry* nearest_entry(const memory_map& among, std::uintptr_t address) {
    const auto distance = [address](const memory_entry& entry) {
        return address < entry.begin ? entry.begin - address : address < entry.end ? 0 : address - entry.end + 1;
    };
    const auto at = std::min_element(among.begin(), among.end(),
                                     [&](const auto& a, const auto& b) { return distance(*a) < distance(*b); });
    return at == among.end() ? nullptr : at->get();
}

bool is_unwritten_word(const memory_entry& in, std::uintptr_t word) {
    return word >= in.begin && word + 8 <= in.end && in.written[(word - in.begin) / 8] == 0 &&
           *reinterpret_cast<const std::uint64_t*>(word) == poison;
}

std::uint8_t poison_at(std::uintptr_t address) { return static_cast<std::uint8_t>(poison >> address % 8 * 8); }

// Where its short loop crosses a line of the instruction cache, all of a checked run takes a tenth longer.
[[gnu::aligned(64)]] bool uninitialised(const memory_entry& in, std::uintptr_t address, std::size_t bytes) {
    if (in.written_unseen) {
        for (std::uintptr_t word = address & ~std::uintptr_t{7}; word < address + bytes; word += 8)
            if (is_unwritten_word(in, word)) return true;
        return false;
    }
    const auto byte_at = [](std::uintptr_t at) { return *reinterpret_cast<const std::uint8_t*>(at); };
    const auto poisoned = [&](std::uintptr_t at) { return byte_at(at) == poison_at(at); };
    const auto written = [&](std::uintptr_t at) {
        return (in.written[(at - in.begin) / 8] >> (at - in.begin) % 8 & 1) != 0;
    };
    const auto missing = [&](std::uintptr_t at) { return poisoned(at) && !written(at); };
    // Whoever takes eight bytes and more may copy a structure. Its padding begins behind a byte that is written, within
    // a word of four, and ends with the eight.
    const auto is_padding = [&](std::uintptr_t at) {
        if (bytes < 8) return false;
        for (; missing(at); --at)
            if (at % 8 == 0) return false;
        return at % 4 != 3;
    };
    for (std::uintptr_t at = address; at < address + bytes; ++at) {
        if (!missing(at) || is_padding(at)) continue;
        // Where the host, or an intrinsic, may have written unseen, single bytes are no proof. The whole aligned word
        // of four is, and so are other bytes of it that were seen to be written.
        const std::uintptr_t word = at & ~std::uintptr_t{3};
        if (in.exact && (written(word) || written(word + 1) || written(word + 2) || written(word + 3))) return true;
        if (poisoned(word) && poisoned(word + 1) && poisoned(word + 2) && poisoned(word + 3)) return true;
    }
    return false;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
