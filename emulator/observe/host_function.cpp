// Functions of the host that streams call: operations, as launches of one thread are, that run on the host.
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include <strider/emulator/host_watch.hpp>

#include "block.hpp"
#include "code/module.hpp"
#include "code/uninstrumented_assembly.hpp"
#include "host_order.hpp"
#include "run/device_range.hpp"
#include "run/host_watch.hpp"
#include "session_state.hpp"
#include "stack_frame.hpp"
#include "streams.hpp"

namespace strider::emulation {

namespace {

thread_local host_function::state* running_function = nullptr;

bool is_variable(std::uintptr_t address) {
    const auto& all = own_module().segments;
    return std::any_of(all.begin(), all.end(), [&](const module_image::segment& one) {
        return one.writable && address >= one.begin && address < one.end;
    });
}

/// std::cout, say: the linker has put a copy of the library's variable into the program.
bool is_of_library(std::uintptr_t address) {
    const module_symbol* const variable = find_symbol(own_module().variables, address);
    return variable != nullptr &&
           (variable->name.starts_with("std::") || variable->name.find('@') != std::string::npos);
}

}  // namespace

/// Runs on the stack of the thread that it was given by, or that waits for it: below that, all is its own.
struct host_function::state {
    state(const void* function, teller tell_them, std::uintptr_t stack_of_caller)
        : tell(tell_them),
          is_seen(!watched_host.in_part && room_for_jump(reinterpret_cast<std::uintptr_t>(function)) != 0),
          now(*current_operation()),
          of(*current_session()),
          unordered(of.streams.unordered_with(now)),
          stack(own_stack()),
          caller_begin(stack_of_caller),
          outer(std::exchange(running_function, this)) {
        of.streams.add(now, nullptr, serial, 1);
        note_unfinished({now.line, now.number, now.at, now.what, nullptr, serial, 1, {}}, now.before, &of.shadow);
        const std::lock_guard guard(unfinished().mutex);
        ++unfinished().functions;
        watch_unfinished();
    }
    ~state() {
        if (!is_seen) release();
        running_function = outer;
        const std::lock_guard guard(unfinished().mutex);
        --unfinished().functions;
        keep_values();
        watch_unfinished();
    }
    state(const state&) = delete;
    state& operator=(const state&) = delete;

    /// Whoever waits for what the function says comes after it.
    void release() {
        if (!std::exchange(told, true)) tell(now);
    }

    void access(const memory_access& what) {
        if (what.has(access_volatile) || what.has(access_atomic)) return release();
        if (told || is_own(what.address)) return;
        const auto entry = find_new_entry(what.address, what.bytes);
        const transferred_bytes bytes{{what.address, what.bytes, what.bytes, 1}, what.has(access_store)};
        compare(of, unordered, bytes, entry.get(), what.pc);
        if (entry != nullptr)
            of.shadow.add(what.address, what.bytes, bytes.written, serial, offset_of(what.pc));
        else
            note_words(what);
    }

    teller tell;
    bool is_seen;
    stream_operation now;
    session::state& of;
    unordered_operations unordered;
    address_range stack;
    std::uintptr_t caller_begin;  ///< from here on the stack is the caller's
    state* outer;
    std::uint32_t serial = next_serial(1);
    bool told = false;
    std::vector<address_range> allocated;  ///< by itself

private:
    static std::uint32_t offset_of(const void* pc) {
        return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(pc) - own_module().base);
    }
    bool is_on_stack(std::uintptr_t address) const { return address - stack.begin < stack.bytes; }
    /// Or nobody's.
    bool is_own(std::uintptr_t address) const {
        const auto locals = own_thread_locals();
        return (is_on_stack(address) && address < caller_begin) || is_of_library(address) ||
               address - reinterpret_cast<std::uintptr_t>(locals.data()) < locals.size() ||
               std::any_of(
                   allocated.begin(), allocated.end(),
                   [&](const address_range& one) { return address - one.begin < one.bytes; });
    }
    void note_words(const memory_access& what) {
        const bool lasting = is_variable(what.address) || is_on_stack(what.address);
        const bool written = what.has(access_store);
        if (!lasting && !written) return;
        const std::lock_guard guard(unfinished().mutex);
        auto& words = unfinished().words;
        each_word(what.address, what.bytes, [&](std::uintptr_t address, unsigned bytes) {
            if (words.size() == unfinished_operations::most_words) return;
            accessed_word& word = words[address & ~std::uintptr_t{3}];
            if (!written && word.written) return;
            if (word.number == now.number && word.written == written) bytes |= word.bytes;
            word = {now.line, now.number, bytes, written, lasting, {}};
        });
    }
    /// What it leaves behind. It may have given memory back.
    void keep_values() const {
        constexpr std::uintptr_t page_bytes = 4096;
        std::uintptr_t page = 0;
        bool is_there = false;
        auto& words = unfinished().words;
        for (auto at = words.begin(); at != words.end();) {
            auto& [address, word] = *at;
            const bool is_mine = word.number == now.number && !word.lasting;
            if (is_mine && std::exchange(page, address / page_bytes) != address / page_bytes)
                is_there = is_memory_of_host(address);
            if (is_mine && is_there)
                std::memcpy(word.values.data(), reinterpret_cast<const void*>(address), word.values.size());
            at = is_mine && !is_there ? words.erase(at) : std::next(at);
        }
    }
};

void tell_others() {
    if (running_function != nullptr) running_function->release();
}
void note_allocated(const void* memory, std::size_t bytes) {
    if (running_function != nullptr)
        running_function->allocated.push_back({reinterpret_cast<std::uintptr_t>(memory), bytes});
}

host_function::host_function(const void* function, teller tell) {
    if (watched_host.look == nullptr)
        tell(*current_operation());
    else
        state_ = std::make_unique<state>(function, tell, reinterpret_cast<std::uintptr_t>(this));
}
host_function::~host_function() = default;

bool note_access_of_function(const memory_access& what) {
    if (running_function == nullptr) return false;
    running_function->access(what);
    return true;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
