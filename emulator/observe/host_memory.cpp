// Memory that the host allocates and gives back: where its blocks end, and whether a stream or a graph still needs
// them.
#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include <strider/emulator/host_watch.hpp>

#include "code/module.hpp"
#include "code/places.hpp"
#include "host_order.hpp"
#include "run/host_heap.hpp"
#include "run/host_watch.hpp"

namespace strider::emulation {

namespace {

/// Below its stack pointer at calls, a function may have pushed arguments, and callbacks have frames of their own.
constexpr std::size_t below_frame = 512;

/// Whether the bytes leave an object, or run into it.
bool leave(std::uintptr_t begin, std::size_t bytes, std::uintptr_t object, std::size_t object_bytes) {
    const bool apart = begin + bytes <= object;
    const bool inside = begin >= object && begin + bytes <= object + object_bytes;
    return !apart && !inside;
}

const module_symbol* variable_with(std::uintptr_t address) {
    const std::vector<module_symbol>& all = own_module().variables;
    if (all.empty() || address < all.front().begin || address >= all.back().begin + all.back().bytes) return nullptr;
    return find_symbol(all, address);
}

bool overlaps(const address_range& one, std::uintptr_t begin, std::size_t bytes) {
    return begin < one.begin + one.bytes && one.begin < begin + bytes;
}

/// Memory ends; `frame`: of the function that returns, else `memory` is given back.
struct end_of_memory {
    address_range memory;
    stack_frame frame;
    ended_memory how;

    bool concerns(const address_range& other, const stack_frame& its) const {
        return frame.exists() ? its.exists() && its.end == frame.end : overlaps(other, memory.begin, memory.bytes);
    }
};

address_range extent_of(const byte_rows& rows) { return {rows.begin, (rows.rows - 1) * rows.stride + rows.width}; }

/// Notes the end for graphs, and takes the operations that may still use the memory. A function that a stream calls
/// comes after some of these.
std::vector<unfinished_operation> take_users(const end_of_memory& end) {
    unfinished_operations& rest = unfinished();
    const std::lock_guard guard(rest.mutex);
    for (held_memory& one : rest.held) {
        if (!end.concerns(one.memory, one.frame)) continue;
        one.ended = next_operation();
        one.end = {end.how.how, in_host_code(end.how.at)};
        one.frame = {};
    }
    const stream_operation* const now = current_operation();
    std::vector<unfinished_operation> users;
    std::erase_if(rest.all, [&](const unfinished_operation& one) {
        const bool uses = one.shadow == nullptr && end.concerns(extent_of(one.what.bytes.memory), one.frame);
        if (uses && (now == nullptr || !now->before.holds(one.what.line, one.what.number))) users.push_back(one);
        if (uses && one.kept) rest.lost.push_back({one.what.line, one.what.number, extent_of(one.what.bytes.memory)});
        return uses;
    });
    watch_unfinished();
    return users;
}

void end_memory(const end_of_memory& end) {
    const std::vector<unfinished_operation> users = take_users(end);
    if (users.empty()) {
        // Kernels that use memory of both sides are known by the shadow of memory.
        if (end.frame.exists() || current_operation() != nullptr) return;
        const auto use = use_of({end.memory.begin, end.memory.bytes, access_store, end.how.at});
        if (use) report_end_of_memory(end.how, end.memory.bytes, *use);
        return;
    }
    const unfinished_operation& first = users.front();
    ended_memory how = end.how;
    // Compilers give no line to a return. A stream may call free() itself.
    if (end.frame.exists() || line_of(in_host_code(how.at)).line == 0) how.at = first.what.at;
    report_end_of_memory(how, end.frame.exists() ? extent_of(first.what.bytes.memory).bytes : end.memory.bytes,
                         {first.what, first.before, first.what.bytes.written});
}

void give_back(std::uintptr_t memory, std::size_t bytes, const char* how, const void* pc) {
    end_memory({{memory, bytes}, {}, {how, pc}});
}

}  // namespace

// Of arrays on a stack, the end is not known.
std::optional<host_object> object_left_by(const void* memory, std::size_t bytes) {
    thread_local const address_range stack = own_stack();
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    if (begin - stack.begin < stack.bytes || is_device_address(begin)) return std::nullopt;
    if (const module_symbol* const variable = variable_with(begin); variable != nullptr) {
        if (!leave(begin, bytes, variable->begin, variable->bytes)) return std::nullopt;
        return host_object{variable->begin, variable->bytes, "the variable " + plain_name(variable->name)};
    }
    const auto block = heap_block_at(begin, bytes);
    if (!block || !leave(begin, bytes, block->begin, block->bytes)) return std::nullopt;
    return host_object{block->begin, block->bytes, block->by_new ? "an allocation (new)" : "an allocation (malloc)"};
}

void hold_host_memory(const void* begin, std::size_t bytes) {
    if (watched_host.look == nullptr) return;
    const address_range memory{reinterpret_cast<std::uintptr_t>(begin), bytes};
    const stack_frame frame = frame_with(memory.begin);
    const std::lock_guard guard(unfinished().mutex);
    auto& held = unfinished().held;
    const auto known = std::ranges::find_if(held, [&](const held_memory& one) {
        return one.memory.begin == memory.begin && one.memory.bytes == memory.bytes;
    });
    held_memory& one = known != held.end() ? *known : held.emplace_back(held_memory{memory, {}, 0, {}});
    one.frame = frame;
    watch_unfinished();
}

std::optional<ended_memory> end_of_host_memory(const void* memory, std::size_t bytes, std::uint64_t since) {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const std::lock_guard guard(unfinished().mutex);
    for (const held_memory& one : unfinished().held)
        if (one.ended > since && overlaps(one.memory, begin, bytes)) return one.end;
    return std::nullopt;
}

bool has_lost(const stream_operation& which, const void* memory, std::size_t bytes) {
    const auto begin = reinterpret_cast<std::uintptr_t>(memory);
    const std::lock_guard guard(unfinished().mutex);
    return std::ranges::any_of(unfinished().lost, [&](const lost_memory& one) {
        return one.number == which.number && overlaps(one.memory, begin, bytes);
    });
}

void leave_frame(const void* pc) {
    const stack_frame frame = frame_of(pc);
    const module_symbol* const function = find_symbol(own_module().functions, reinterpret_cast<std::uintptr_t>(pc) - 1);
    if (!frame.exists()) return;
    const std::string name = function == nullptr ? "a function" : plain_name(function->name) + "()";
    const end_of_memory end{{}, frame, {"the return of " + name, pc}};
    if (name == "main()")
        take_users(end);  // a program may end while streams still work
    else
        end_memory(end);
}

void watch_ends() {
    const unfinished_operations& rest = unfinished();
    std::uintptr_t begin = ~std::uintptr_t{0}, end = 0;
    const auto watch = [&](const stack_frame& frame) {
        if (!frame.exists()) return;
        begin = std::min(begin, frame.begin - below_frame);
        end = std::max(end, frame.end);
    };
    for (const unfinished_operation& one : rest.all) watch(one.frame);
    for (const held_memory& one : rest.held) watch(one.frame);
    watched_host.ends = rest.all.empty() && rest.held.empty() ? nullptr : give_back;
    watched_host.frames_begin = begin;
    watched_host.frames_bytes = end < begin ? 0 : end - begin;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
