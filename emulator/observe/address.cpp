#include "address.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include <strider/emulator/host_watch.hpp>

#include "block.hpp"
#include "code/array_table.hpp"
#include "code/module.hpp"
#include "guards.hpp"
#include "run/cluster.hpp"
#include "run/device_range.hpp"
#include "run/findings.hpp"

namespace strider::emulation {

namespace {

bool inside(std::uintptr_t address, std::size_t bytes, std::uintptr_t begin, std::size_t extent) {
    return address - begin < extent && bytes <= extent - (address - begin);
}

const module_image::segment* segment_of(std::uintptr_t address, std::size_t bytes) {
    for (const auto& segment : own_module().segments)
        if (inside(address, bytes, segment.begin, segment.end - segment.begin)) return &segment;
    return nullptr;
}

// A `__device__` or `__constant__` variable of the module, or something else that the compiler keeps there.
located locate_in_module(std::uintptr_t address, std::size_t bytes) {
    located result;
    const module_image::segment* segment = segment_of(address, bytes);
    if (segment == nullptr) return result;
    result.address = address;
    result.writable = segment->writable;
    if (!segment->writable || find_symbol(own_module().constants, address) != nullptr) {
        result.space = memory_space::constant;
        return result;
    }
    const module_symbol* variable = find_symbol(own_module().variables, address);
    if (variable != nullptr && inside(address, bytes, variable->begin, variable->bytes) &&
        !is_host_variable(reinterpret_cast<const void*>(address)))
        result.space = memory_space::global;
    return result;
}

// g++ initialises a static array of a class with a defaulted constructor once, though that does nothing, and keeps a
// mark of it beside the array: no memory of the kernel's.
bool is_guard(const module_symbol& symbol) { return symbol.name.starts_with("guard variable for "); }

// Inlined, as every access that is checked comes here.
[[gnu::always_inline]] inline located locate_shared(const shared_layout& shared, std::uintptr_t address,
                                                    std::size_t bytes) {
    located result;
    if (const std::size_t offset = address - shared.block_begin; offset < shared.block_bytes) {
        result.of_block = true;
        result.offset = offset;
        const bool good = offset >= shared.dynamic_offset ? bytes <= shared.block_bytes - offset
                                                          : shared.block_extents[offset / 4].holds(offset, bytes);
        if (good) result.space = memory_space::shared;
    } else if (address - shared.static_begin < shared.static_bytes) {
        result.offset = address - shared.static_begin;
        if (shared.static_extents[result.offset / 4].holds(result.offset, bytes)) {
            result.space = memory_space::shared;
        } else {
            const module_symbol* symbol = find_symbol(own_module().thread_locals, result.offset);
            if (symbol != nullptr && is_guard(*symbol)) result.space = memory_space::local;
        }
    }
    result.address = address;
    return result;
}

// As other blocks of its cluster see it.
shared_layout layout_of_peer(const worker& w, const worker& peer) {
    shared_layout shared = observed(w).shared;
    shared.static_begin = reinterpret_cast<std::uintptr_t>(peer.shared.static_copy);
    shared.block_begin = reinterpret_cast<std::uintptr_t>(peer.shared.begin);
    return shared;
}

// Shared memory of another block of the cluster.
located locate_in_cluster(worker& w, std::uintptr_t address, std::size_t bytes) {
    for (worker* peer : w.cluster->blocks) {
        if (peer == &w) continue;
        located result = locate_shared(layout_of_peer(w, *peer), address, bytes);
        result.of = peer;
        if (result.space != memory_space::nowhere) return result;
    }
    return {};
}

located locate_in_entry(const memory_entry& entry, located result) {
    if (entry.expired.load(std::memory_order_relaxed)) return result;
    result.space = memory_space::global;
    result.entry = &entry;
    result.writable = entry.writable;
    return result;
}

bool is_of_lane(const worker& w, std::uintptr_t address, std::size_t bytes) {
    const fiber_slot* const stack = w.current->slot;  // null where the lane has ended, and its copies have not
    return stack != nullptr && inside(address, bytes, reinterpret_cast<std::uintptr_t>(stack->low), stack_stride);
}

memory_space space_in_lane(std::uintptr_t address, std::size_t bytes) {
    return touched_guard(address, bytes).bytes == 0 ? memory_space::local : memory_space::nowhere;
}

// The emulator's own variables stand beside the arrays.
array_table read_thread_locals() {
    array_table table;
    table.arrays = own_module().thread_locals;
    table.bytes = own_thread_locals().size();
    const auto everything = static_cast<std::uint32_t>(table.bytes);
    // Without a symbol table the arrays cannot be told apart.
    table.extents.resize(table.bytes / 4 + 1, {0, table.arrays.empty() ? everything : 0});
    std::erase_if(table.arrays, [](const module_symbol& one) { return one.name.starts_with("strider::emulation::"); });
    for (const module_symbol& array : table.arrays)
        for (std::size_t at = is_guard(array) ? array.begin + array.bytes : array.begin; at < array.begin + array.bytes;
             at += 4)
            table.extents[at / 4].end = static_cast<std::uint32_t>(array.begin + array.bytes);
    return table;
}

const array_table& thread_local_arrays() {
    static const array_table table = read_thread_locals();
    return table;
}

std::string entry_name(const memory_entry& entry) {
    const std::size_t elements = entry.element_bytes == 0 ? 0 : (entry.end - entry.begin) / entry.element_bytes;
    const std::string bytes = entry.element_bytes == 0
                                  ? bytes_text(entry.end - entry.begin)
                                  : fmt::format("{} element{}", elements, elements == 1 ? "" : "s");
    const std::string made = entry.made_at == nullptr ? "" : ", allocated at " + place(entry.made_at);
    return entry.name.empty() ? fmt::format("{}an allocation of {}{}", allocation_name(entry.made_at), bytes, made)
                              : fmt::format("'{}' ({}{})", entry.name, bytes, made);
}

}  // namespace

shared_layout lay_out_shared(const worker& w) {
    const std::span<std::byte> locals = own_thread_locals();
    shared_layout result;
    result.static_begin = reinterpret_cast<std::uintptr_t>(locals.data());
    result.static_bytes = locals.size();
    result.block_begin = reinterpret_cast<std::uintptr_t>(w.shared.begin);
    result.block_bytes = w.shared.bytes;
    result.dynamic_offset = block_arrays().bytes;
    result.static_extents = thread_local_arrays().extents.data();
    result.block_extents = block_arrays().extents.data();
    return result;
}

located locate(worker& w, std::uintptr_t address, std::size_t bytes) {
    const observed_block& check = observed(w);
    located result = locate_shared(check.shared, address, bytes);
    if (result.space != memory_space::nowhere) return result;
    if (is_of_lane(w, address, bytes)) {
        result.space = space_in_lane(address, bytes);
        return result;
    }
    if (w.cluster != nullptr)
        if (const located in_peer = locate_in_cluster(w, address, bytes); in_peer.space != memory_space::nowhere)
            return in_peer;
    if (const memory_entry* entry = find_entry(check.launch->memory, address, bytes); entry != nullptr) {
        result.lasting = true;
        return locate_in_entry(*entry, result);
    }
    const detail::kernel_call& call = w.launch->call;
    if (inside(address, bytes, reinterpret_cast<std::uintptr_t>(call.arguments), call.argument_bytes)) {
        result.space = memory_space::parameter;
        return result;
    }
    located in_module = locate_in_module(address, bytes);
    if (in_module.space != memory_space::nowhere) return in_module;
    // By the heap of the device; it is really freed when the launch has ended.
    const auto entry = find_new_entry(address, bytes);
    return entry != nullptr && reaches(w.launch->operation, *entry) ? locate_in_entry(*entry, result) : in_module;
}

located locate_wrapped(const worker& w, std::uintptr_t address, std::size_t bytes) {
    const shared_layout& shared = observed(w).shared;
    for (const std::uintptr_t begin : {shared.block_begin, shared.static_begin}) {
        const auto offset = static_cast<std::uint32_t>(address - begin);
        const located found = locate_shared(shared, begin + offset, bytes);
        const std::uintptr_t beyond = address - found.address;
        constexpr std::uintptr_t widest = 16;  // bytes of an element that an index counts
        if (found.space == memory_space::shared && beyond != 0 && beyond >> 32 <= widest) return found;
    }
    return {};
}

named_array array_of(const located& memory) {
    if (memory.space == memory_space::shared) {
        const std::string whose = memory.of == nullptr ? "" : " in block " + block_text(*memory.of);
        const std::size_t dynamic = block_arrays().bytes;
        if (memory.of_block && memory.offset >= dynamic)
            return {1, "the dynamic shared memory" + whose, memory.offset - dynamic, 0};
        const module_symbol* const array =
            find_symbol(memory.of_block ? block_arrays().arrays : own_module().thread_locals, memory.offset);
        if (array == nullptr) return {0, "shared memory" + whose, 0, 0};
        return {reinterpret_cast<std::uintptr_t>(array), plain_name(array->name) + whose, memory.offset - array->begin,
                array->bytes};
    }
    if (memory.entry != nullptr)
        return {memory.entry->begin, entry_name(*memory.entry), memory.address - memory.entry->begin,
                memory.entry->end - memory.entry->begin};
    const module_symbol* const variable = find_symbol(own_module().variables, memory.address);
    if (variable == nullptr) return {0, fmt::format("address {:#x}", memory.address), 0, 0};
    return {variable->begin, plain_name(variable->name), memory.address - variable->begin, variable->bytes};
}

void name_array(raw_finding& what, const located& memory) {
    named_array array = array_of(memory);
    what.array = array.id;
    what.array_name = std::move(array.name);
}

std::string describe(const located& memory, std::size_t bytes) {
    const named_array array = array_of(memory);
    if (array.id == 0) return array.name;
    return (array.offset % bytes == 0 ? fmt::format("element {}", array.offset / bytes)
                                      : fmt::format("byte {}", array.offset)) +
           " of " + array.name;
}

namespace {

struct stray_array {
    std::string name;
    std::uintptr_t begin = 0, end = 0;
};

stray_array array_at(std::uintptr_t memory, const module_symbol& array) {
    const std::uintptr_t begin = memory + array.begin;
    return {fmt::format("the shared array {} ({})", plain_name(array.name), bytes_text(array.bytes)), begin,
            begin + array.bytes};
}

// Of a block's own memory.
stray_array nearest_array(const shared_layout& shared, std::uintptr_t address) {
    stray_array nearest;
    std::uintptr_t least = ~std::uintptr_t{0};
    const auto look_at = [&](const stray_array& one) {
        const std::uintptr_t apart = address < one.begin ? one.begin - address : address - std::min(address, one.end);
        if (apart < least) {
            least = apart;
            nearest = one;
        }
    };
    for (const module_symbol& array : block_arrays().arrays) look_at(array_at(shared.block_begin, array));
    if (const std::size_t dynamic_bytes = shared.block_bytes - shared.dynamic_offset; dynamic_bytes != 0)
        look_at({fmt::format("the dynamic shared memory ({})", bytes_text(dynamic_bytes)),
                 shared.block_begin + shared.dynamic_offset, shared.block_begin + shared.block_bytes});
    return nearest;
}

constexpr std::uintptr_t near = 64 * 1024;

std::uintptr_t distance_from(const memory_entry* entry, std::uintptr_t address) {
    if (entry == nullptr) return ~std::uintptr_t{0};
    return address < entry->begin ? entry->begin - address : address - std::min(address, entry->end);
}

bool near_block_memory(const shared_layout& shared, std::uintptr_t address) {
    return address + near - shared.block_begin < shared.block_bytes + 2 * near;
}

// Where an unsigned index of 32 bits would lead if it had not wrapped below zero; nothing where that is no memory
// either.
std::optional<std::uintptr_t> before_wrap(const worker& w, std::uintptr_t address) {
    const auto is_near = [&](std::uintptr_t at) {
        return near_block_memory(observed(w).shared, at) ||
               distance_from(nearest_entry(observed(w).launch->memory, at), at) <= near;
    };
    if (is_near(address)) return std::nullopt;
    for (const std::uintptr_t element_bytes : {1, 2, 4, 8, 16})
        if (const std::uintptr_t wrap = element_bytes << 32; address > wrap && is_near(address - wrap))
            return address - wrap;
    return std::nullopt;
}

stray_place describe_without_wrap(const worker& w, std::uintptr_t address, std::size_t bytes) {
    shared_layout shared = observed(w).shared;
    std::string whose;
    // An array that is overrun may be another block's of the cluster.
    for (const worker* peer : w.cluster == nullptr ? std::vector<worker*>() : w.cluster->blocks) {
        constexpr std::size_t behind = 1024;
        const shared_layout of_peer = layout_of_peer(w, *peer);
        if (peer == &w || (address - of_peer.static_begin >= of_peer.static_bytes &&
                           address - of_peer.block_begin >= of_peer.block_bytes + behind))
            continue;
        shared = of_peer;
        whose = " of block " + block_text(*peer);
        break;
    }
    const auto beside = [&](const std::string& what, std::uintptr_t begin, std::uintptr_t end, stray_cause behind) {
        const bool before = address < begin;
        return stray_place{address + bytes > end && address < end ? fmt::format("which crosses the end of {}", what)
                           : address == end                       ? fmt::format("right behind {}", what)
                           : before ? fmt::format("{} before {}", bytes_text(begin - address), what)
                                    : fmt::format("{} behind {}", bytes_text(address - end), what),
                           before ? stray_cause::index_below_zero : behind,
                           static_cast<std::ptrdiff_t>(address - begin)};
    };
    if (is_of_lane(w, address, bytes))
        if (const guarded_bytes array = touched_guard(address, bytes); array.bytes != 0)
            return beside(fmt::format("{} ({})", array.name, bytes_text(array.bytes)), array.begin,
                          array.begin + array.bytes, stray_cause::index);
    if (near_block_memory(shared, address)) {
        if (const stray_array array = nearest_array(shared, address); array.end != 0)
            return beside(array.name + whose, array.begin, array.end,
                          array.begin == shared.block_begin + shared.dynamic_offset ? stray_cause::dynamic_shared
                                                                                    : stray_cause::index);
    }
    if (address - shared.static_begin < shared.static_bytes) {
        const std::uintptr_t offset = address - shared.static_begin;
        const module_symbol* before = nullptr;
        for (const module_symbol& array : thread_local_arrays().arrays)
            if (array.begin <= offset) before = &array;
        if (before != nullptr) {
            const stray_array array = array_at(shared.static_begin, *before);
            return beside(array.name + whose, array.begin, array.end, stray_cause::index);
        }
    }
    const auto there = find_new_entry(address, bytes);
    if (there != nullptr && !reaches(w.launch->operation, *there))
        return {fmt::format("{} of device {}, which device {} may not access", entry_name(*there), there->device,
                            w.launch->operation->device),
                stray_cause::other_device};
    if (there != nullptr && there->expired)
        return {fmt::format("which was {} and has been freed", entry_name(*there)), stray_cause::freed};
    if (const auto freed = find_freed(address))
        return {entry_name(*freed) + ", which has been freed", stray_cause::freed};
    if (address - reinterpret_cast<std::uintptr_t>(lacking_shared_memory()) < lacking_shared_bytes)
        return {"dynamic shared memory, of which the launch gives none", stray_cause::dynamic_shared};
    if (address < 4096) return {"a null pointer, or close to it", stray_cause::null_pointer};
    if (is_host_variable(reinterpret_cast<const void*>(address))) {
        const module_symbol* const variable = find_symbol(own_module().variables, address);
        return {fmt::format("{}memory of the host, which kernels cannot use",
                            variable != nullptr ? "'" + variable->name + "', " : ""),
                stray_cause::host_memory};
    }
    const memory_entry* entry = nearest_entry(observed(w).launch->memory, address);
    const std::uintptr_t beyond = distance_from(entry, address);
    if (beyond > near && is_memory_of_host(address))
        return {"memory of the host, which kernels cannot use", stray_cause::host_memory};
    if (entry == nullptr) return {"and no memory is known; call allocate(), or name the memory by a region"};
    constexpr std::uintptr_t wrapped = std::uintptr_t{1} << 28;  // 2^31 elements less what the array holds
    stray_place result = beside(entry_name(*entry), entry->begin, entry->end, stray_cause::index);
    if (beyond < wrapped) return result;
    result.text += ", the nearest one";
    if (address < entry->begin) result.cause = stray_cause::overflowed_index;
    return result;
}

// The shared memory whose generic address has the 32 bits that PTX was given as an address of shared memory.
located locate_cut(const worker& w, std::uintptr_t address, std::size_t bytes, const void* ptx_end) {
    const shared_layout& shared = observed(w).shared;
    const auto last = reinterpret_cast<std::uintptr_t>(ptx_end);
    const auto given = static_cast<std::uint32_t>(~std::uint32_t{0} - (last - address));
    if (last - address > ~std::uint32_t{0}) return {};
    for (const std::uintptr_t begin : {shared.block_begin, shared.static_begin}) {
        const std::uint32_t offset = given - static_cast<std::uint32_t>(begin);
        const located meant = locate_shared(shared, begin + offset, bytes);
        if (meant.space == memory_space::shared) return meant;
    }
    return {};
}

}  // namespace

stray_place describe_stray(const worker& w, std::uintptr_t address, std::size_t bytes, const void* ptx_end) {
    if (const located cut = locate_cut(w, address, bytes, ptx_end); cut.space == memory_space::shared)
        return {"by half of the generic address of " + describe(cut, bytes), stray_cause::cut_address};
    const auto meant = before_wrap(w, address);
    if (!meant) return describe_without_wrap(w, address, bytes);
    stray_place result = describe_without_wrap(w, *meant, bytes);
    result.text = "by an unsigned index that wrapped below zero, " + result.text;
    result.cause = stray_cause::wrapped_index;
    return result;
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
