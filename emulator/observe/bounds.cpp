#include "bounds.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <strider/emulator/alignment.hpp>

#include "run/findings.hpp"
#include "run/memory.hpp"
#include "run/warpgroup.hpp"

namespace strider::emulation {

namespace {

const char* verb(const memory_access& what) {
    return what.has(access_atomic) ? "updates" : what.has(access_store) ? "writes" : "reads";
}

const char* fix_of(stray_cause cause) {
    switch (cause) {
        case stray_cause::freed:
            return "free the memory only when no launch uses it any more";
        case stray_cause::null_pointer:
            return "allocate the memory before the launch, by cudaMalloc(&pointer, bytes), and pass that pointer";
        case stray_cause::host_memory:
            return "allocate device memory by cudaMalloc(), copy the data there by cudaMemcpy(), and pass the device "
                   "pointer";
        case stray_cause::other_device:
            return "call cudaDeviceEnablePeerAccess(peer, 0) while the kernel's device is current; or copy the data by "
                   "cudaMemcpyPeer()";
        case stray_cause::dynamic_shared:
            return "launch with more dynamic shared memory: <<<>>> takes bytes, elements * sizeof(T); or let a thread "
                   "access the memory only if its index is inside: if (i < n)";
        case stray_cause::overflowed_index:
            return "compute the index in 64 bits, as in (size_t)row * length + column: in 32 bits it overflows";
        case stray_cause::wrapped_index:
            return "make the index signed, or add before you subtract, so that the index does not wrap";
        case stray_cause::cut_address:
            return "take the 32-bit address of shared memory from __cvta_generic_to_shared(pointer), not from a cast";
        case stray_cause::index_below_zero:
            return "let a thread access the array only if its index is inside: if (0 <= i && i < n); a remainder i % n "
                   "is below zero where i is: (i % n + n) % n is not";
        case stray_cause::index:
            break;
    }
    return "let a thread access the array only if its index is inside: if (i < n)";
}

constexpr const char* from_char =
    "convert the character to unsigned char before it becomes an index: char is signed, and values above 127 are "
    "negative";
constexpr const char* next_element =
    "make the array one element longer, so that it has the element right behind its end; or let the index go from 0 to "
    "n - 1: i < n, not i <= n";

// What the compiler tells its bounds handler: the beginning of UBSan's OutOfBoundsData.
struct bad_index_data {
    const char* file;
    std::uint32_t line;
    std::uint32_t column;
    const struct {
        std::uint16_t kind, info;
        char name[1];
    }* array_type;
};

// The extents of an array's type as the compiler names it: "[4][5]" of 'box<int [3]> [4][5]'.
std::string_view extents_of(const bad_index_data& array) {
    const std::string_view name = array.array_type->name;
    const std::size_t end = name.rfind(']');
    std::size_t begin = name.rfind('[', end);
    while (begin != std::string_view::npos && begin > 0 && name[begin - 1] == ']') begin = name.rfind('[', begin - 1);
    return begin == std::string_view::npos ? "" : name.substr(begin, end + 1 - begin);
}

// Without the extent of one that elements_of adds.
std::string type_of(const bad_index_data& array) {
    std::string name = array.array_type->name;
    const std::string_view added = "[1]";
    if (const std::string_view extents = extents_of(array); extents.size() > added.size() && extents.ends_with(added))
        name.erase(name.rfind(added), added.size());
    return name;
}

}  // namespace

bool may_be_flexible(const void* data, std::uintptr_t index) {
    const std::string_view extents = extents_of(*static_cast<const bad_index_data*>(data));
    constexpr std::string_view flexible[] = {"[0", "[1]", "[18446744073709551616]"};  // the last one is [0] of g++ 14
    return static_cast<std::int32_t>(index) >= 0 &&
           std::ranges::any_of(flexible, [&](std::string_view one) { return extents.starts_with(one); });
}

void bounds::begin_block(worker& w) { std::fill_n(last_byte_.begin(), w.launch->threads, 0); }

bool bounds::is_last_char(const worker& w, std::int64_t index) const {
    const std::uintptr_t address = last_byte_[w.current->index];
    return index < 0 && address != 0 && *reinterpret_cast<const signed char*>(address) == index;
}

void bounds::on_out_of_bounds(worker& w, const memory_access& bad) {
    const std::uintptr_t address = bad.address;
    const std::size_t bytes = bad.bytes;
    // The element before is the last one of an array.
    const bool is_next = !bad.has(access_by_words) && locate(w, address - bytes, bytes).space != memory_space::nowhere;
    const void* const ptx_end = from_shared_address(~std::uint32_t{0});
    const auto word = [&](raw_finding& what) {
        const located at = locate(w, address, bytes);
        if (at.space != memory_space::nowhere) {
            what.message = fmt::format("{} {} {} of {}, which kernels may only read", who(w, w.current->index),
                                       verb(bad), bytes_text(bytes), describe(at, bytes));
            what.fix = "write to memory that kernels may write: cudaMalloc(), __device__ or __shared__";
        } else if (const located wrapped = locate_wrapped(w, address, bytes); wrapped.space != memory_space::nowhere) {
            what.message = fmt::format(
                "{} {} {} at {:#x}, by an unsigned index that wrapped below zero. On a GPU, whose shared "
                "addresses have 32 bits, this access may reach {}; in C++ it lies far behind the array",
                who(w, w.current->index), verb(bad), bytes_text(bytes), address, describe(wrapped, bytes));
            what.fix = fix_of(stray_cause::wrapped_index);
        } else {
            const stray_place where = describe_stray(w, address, bytes, ptx_end);
            what.message = fmt::format("{} {} {} at {:#x}: {}", who(w, w.current->index), verb(bad), bytes_text(bytes),
                                       address, where.text);
            what.fix = fix_of(where.cause);
            const bool below_zero =
                where.cause == stray_cause::index_below_zero || where.cause == stray_cause::wrapped_index;
            if (below_zero && is_last_char(w, where.offset / static_cast<std::ptrdiff_t>(bytes))) what.fix = from_char;
            if (where.cause == stray_cause::index) what.fix_of_next = next_element;
            if (bad.has(access_tensor)) {
                what.fix =
                    "encode the tensor map with the extents that the memory has: parts of a box behind them "
                    "become 0, or are not stored";
                what.fix_of_next = nullptr;
            }
            if (bad.has(access_async) && !bad.has(access_store)) {
                what.fix = fix_of_descriptor;
                what.fix_of_next = nullptr;
            }
            if (const stream_operation* const in = w.launch->operation;
                where.cause == stray_cause::freed && in != nullptr && in->graph_at != nullptr)
                what.message += ", in the graph that is launched at " + place(in->graph_at);
            what.of_no_object = where.cause == stray_cause::null_pointer;
        }
    };
    add_finding(w, finding_kind::out_of_bounds, bad.pc, nullptr, word, reach::lane, is_next ? 0u : sighting::farther);
}

bool may_be_structure(const memory_access& misaligned) {
    return misaligned.bytes == 16 && misaligned.address % 8 == 0 && alignment_can_be_checked && !alignment_is_checked;
}

void bounds::misaligned(worker& w, const memory_access& bad) {
    const std::uintptr_t address = bad.address;
    const std::size_t bytes = bad.bytes;
    add_finding(w, finding_kind::misaligned_access, bad.pc, nullptr, [&](raw_finding& what) {
        const located at = locate(w, address, 1);
        what.message = fmt::format("{} {} {} at {:#x}, which is not a multiple of {}: {}", who(w, w.current->index),
                                   verb(bad), bytes_text(bytes), address, bytes, describe(at, bytes));
        what.fix = "align the data to the size of the access, or access smaller elements";
        if (!may_be_structure(bad)) return;
        what.note = true;
        what.message += ". A vector may not lie there, a structure of two 8-byte members may";
        what.fix = "compile with -DSTRIDER_EMULATOR_CHECKS_ALIGNMENT: the program then tells vectors from structures";
    });
}

void bounds::overrun(worker& w, const memory_access& bad, const char* type) {
    add_finding(w, finding_kind::out_of_bounds, bad.pc, nullptr, [&](raw_finding& what) {
        what.message =
            type == nullptr
                ? fmt::format("{} has written behind the end of a local array of the function that ends here",
                              who(w, w.current->index))
                : fmt::format("{} {} an element of type {} behind the end of a local array", who(w, w.current->index),
                              verb(bad), type);
        what.fix = "keep the index below the extent of the array, or make the array larger";
    });
}

void bounds::bad_index(worker& w, const void* data, std::uintptr_t index, const void* pc) {
    const auto& array = *static_cast<const bad_index_data*>(data);
    add_finding(w, finding_kind::out_of_bounds, pc, nullptr, [&](raw_finding& what) {
        const auto value = static_cast<std::int64_t>(index >> 31 == 1 ? index | ~std::uintptr_t{0} << 32 : index);
        what.message = fmt::format("{} uses index {} of an array of type {}", who(w, w.current->index),
                                   static_cast<std::int64_t>(index), type_of(array));
        what.fix = is_last_char(w, value) ? from_char
                   : index >> 31 == 1     ? fix_of(stray_cause::wrapped_index)
                   : value < 0            ? fix_of(stray_cause::index_below_zero)
                                          : "keep the index below the extent of the array, or make the array larger";
    });
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
