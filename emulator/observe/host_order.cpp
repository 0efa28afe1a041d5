#include "host_order.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include <strider/emulator/host_watch.hpp>

#include "run/device_range.hpp"
#include "run/host_watch.hpp"

namespace strider::emulation {

namespace {

std::vector<address_range>& host_ranges() {  // under the mutex of the unfinished
    static auto* const all = new std::vector<address_range>;
    return *all;
}

/// Whether an access of the host conflicts with what a function of the host did to the word. Memory that may have been
/// given to somebody else since counts only where it holds what the function wrote.
bool conflicts(const accessed_word& word, std::uintptr_t address, unsigned bytes, bool stores) {
    if ((word.bytes & bytes) == 0) return false;
    if (word.lasting) return word.written || stores;
    if (!word.written || stores) return false;
    for (unsigned i = 0; i < 4; ++i)
        if ((word.bytes & bytes & 1u << i) != 0 &&
            *reinterpret_cast<const std::uint8_t*>(address + i) != word.values[i])
            return false;
    return true;
}

}  // namespace

unfinished_operations& unfinished() {
    static auto* const all = new unfinished_operations;
    return *all;
}

void watch_unfinished() {
    if (watched_host.look == nullptr) return;
    const unfinished_operations& rest = unfinished();
    const bool everything = rest.functions != 0;
    std::uintptr_t begin = everything ? 0 : ~std::uintptr_t{0}, end = ~begin;
    const auto hold = [&](std::uintptr_t from, std::size_t bytes) {
        if (bytes == 0) return;
        begin = std::min(begin, from);
        end = std::max(end, from + bytes);
    };
    hold(watched_host.copied_begin, watched_host.copied_bytes);
    bool launched = false;
    for (const unfinished_operation& one : rest.all) {
        const byte_rows& memory = one.what.bytes.memory;
        launched = launched || one.shadow != nullptr;
        hold(memory.begin, (memory.rows - 1) * memory.stride + memory.width);
    }
    if (launched) {
        const address_range of_both = device_addresses(true);
        hold(of_both.begin, of_both.bytes);
        for (const address_range& one : host_ranges()) hold(one.begin, one.bytes);
    }
    if (const auto& words = rest.words; !words.empty())
        hold(words.begin()->first, words.rbegin()->first + 4 - words.begin()->first);
    watched_host.both_sides = !rest.empty();
    watched_host.release = everything ? tell_others : nullptr;
    watched_host.allocated = everything ? note_allocated : nullptr;
    watched_host.used_begin = begin;
    watched_host.used_bytes = end < begin ? 0 : end - begin;
    watch_ends();
}

void note_unfinished(const past_operation& which, const operation_set& before, global_shadow* shadow, bool kept) {
    if (watched_host.look == nullptr) return;
    const std::lock_guard guard(unfinished().mutex);
    auto& all = unfinished().all;
    if (all.size() == unfinished_operations::most) all.pop_front();
    all.push_back(
        {which, before, shadow, which.bytes.of_host ? frame_with(which.bytes.memory.begin) : stack_frame(), kept});
    watch_unfinished();
}

std::optional<unfinished_use> use_of(const memory_access& what) {
    unfinished_operations& rest = unfinished();
    const std::lock_guard guard(rest.mutex);
    const bool stores = what.has(access_store);
    std::optional<unfinished_use> result;
    const auto take = [&](auto is_it, bool writes) {
        if (result) return;
        const auto by =
            std::find_if(rest.all.begin(), rest.all.end(), [&](const auto& one) { return is_it(one.what); });
        if (by != rest.all.end()) result = {by->what, by->before, writes};
    };
    const global_shadow* last = nullptr;  // nearly always there is one alone
    for (const unfinished_operation& one : rest.all) {
        const transferred_bytes& bytes = one.what.bytes;
        if (one.shadow == nullptr && (bytes.written || stores) && bytes.memory.overlaps(what.address, what.bytes))
            take([&](const past_operation& by) { return &by == &one.what; }, bytes.written);
        if (one.shadow == nullptr || std::exchange(last, one.shadow) == one.shadow) continue;
        one.shadow->each_record(what.address, what.bytes, stores, [&](const access_record& record, std::uintptr_t) {
            take([&](const past_operation& by) { return by.has_block(record.block); }, record.writes());
        });
    }
    if (!rest.words.empty())
        each_word(what.address, what.bytes, [&](std::uintptr_t address, unsigned bytes) {
            const auto at = rest.words.find(address & ~std::uintptr_t{3});
            if (at == rest.words.end()) return;
            const accessed_word& word = at->second;
            if (conflicts(word, at->first, bytes, stores))
                take([&](const past_operation& one) { return one.number == word.number; }, word.written);
            if (stores && !word.lasting) rest.words.erase(at);
        });
    return result;
}

void host_has_waited(const operation_set& some) {
    unfinished_operations& rest = unfinished();
    const std::lock_guard guard(rest.mutex);
    std::erase_if(rest.lost, [&](const lost_memory& one) { return some.holds(one.line, one.number); });
    if (rest.empty()) return;
    std::erase_if(rest.all,
                  [&](const unfinished_operation& one) { return some.holds(one.what.line, one.what.number); });
    std::erase_if(rest.words, [&](const auto& one) { return some.holds(one.second.line, one.second.number); });
    watch_unfinished();
}

void watch_memory_of_both_sides(const void* memory, std::size_t bytes) {
    const std::lock_guard guard(unfinished().mutex);
    host_ranges().push_back({reinterpret_cast<std::uintptr_t>(memory), bytes});
}

void forget_memory_of_both_sides(const void* memory) {
    const std::lock_guard guard(unfinished().mutex);
    std::erase_if(host_ranges(),
                  [&](const address_range& one) { return one.begin == reinterpret_cast<std::uintptr_t>(memory); });
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
