#include "copies.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include <strider/emulator/host_watch.hpp>
#include <strider/emulator/memory.hpp>

#include "arrays.hpp"
#include "copied_to_host.hpp"
#include "defects.hpp"
#include "known_memory.hpp"

namespace strider::emulation::runtime {

// Not in an anonymous namespace, so that emulator/run/memoise.cpp does not take it for a variable of the program.
static std::atomic<std::uint64_t> bytes_to_host = 0;

std::uint64_t copied_to_host() { return bytes_to_host; }

namespace {

void report_bad_copy(const void* at, std::string message, std::string fix, weight counts = weight::finding) {
    const stream_operation* const now = current_operation();
    if (now != nullptr && now->graph_at != nullptr) {
        at = now->at;
        message += ", in the graph that is launched at " + text(line_of(now->graph_at));
    }
    program::report_defect(finding_kind::bad_copy, at, std::move(message), std::move(fix), nullptr, counts);
}

struct sides {
    bool to_device, from_device;
};
/// What the kind of a copy says of both sides; by cudaMemcpyDefault they are what they are.
std::optional<sides> sides_of(void* to, const void* from, cudaMemcpyKind kind) {
    switch (kind) {
        case cudaMemcpyHostToHost:
            return sides{false, false};
        case cudaMemcpyHostToDevice:
            return sides{true, false};
        case cudaMemcpyDeviceToHost:
            return sides{false, true};
        case cudaMemcpyDeviceToDevice:
            return sides{true, true};
        case cudaMemcpyDefault:
            return sides{memory().find(to).has_value(), memory().find(from).has_value()};
    }
    return std::nullopt;
}

struct side {
    const void* begin;
    strides by;
    bool written;
};
void note_slices(rectangle size, std::initializer_list<side> all) {
    std::vector<transferred_bytes> bytes;
    for (const side& one : all)
        for (std::size_t z = 0; z < size.depth; ++z)
            bytes.push_back(
                {{reinterpret_cast<std::uintptr_t>(one.begin) + z * one.by.slice, size.width, one.by.row, size.height},
                 one.written});
    note(bytes);
}

/// Which bytes of a side are carried out.
struct part {
    std::uintptr_t begin = 0, end = ~std::uintptr_t{0};
};

/// A finding where the host's side leaves its block or variable, or where that has ended since the graph's node was
/// made. Memory of libraries has no known end.
part judge_host_memory(const stream_operation* now, const void* at, const char* does, const void* pointer,
                       std::size_t bytes) {
    if (now != nullptr && has_lost(*now, pointer, bytes)) return {0, 0};
    if (now != nullptr && now->graph_at != nullptr) {
        if (const auto ended = end_of_host_memory(pointer, bytes, now->born)) {
            report_bad_copy(at,
                            std::string("this copy ") + does + " memory of the host that has ended, by " + ended->how +
                                " at " + text(line_of(ended->at)),
                            "keep the memory until the graph's last launch has ended, or give the node new parameters");
            return {0, 0};
        }
    }
    const auto object = object_left_by(pointer, bytes);
    if (!object) return {};
    const auto begin = reinterpret_cast<std::uintptr_t>(pointer);
    const bool before = begin < object->begin;
    const std::uintptr_t end = object->begin + object->bytes, offset = begin - object->begin;
    std::string message = std::string("this copy ") + does + " " + std::to_string(bytes) + " bytes of " + object->name +
                          " of " + std::to_string(object->bytes) + " bytes";
    if (before)
        message += ": it begins " + std::to_string(object->begin - begin) + " bytes before";
    else if (offset != 0)
        message += ", from byte " + std::to_string(offset) + " on";
    if (begin + bytes > end)
        message += (before ? ", and ends " : ": it ends ") + std::to_string(begin + bytes - end) + " bytes beyond";
    report_bad_copy(at, std::move(message), "allocate as many bytes as the call uses, or let it use fewer");
    return {object->begin, end};
}

/// Copies what both parts allow of a row.
void copy_row(const copied_memory& what, char* row, const char* source, const part& to, const part& from,
              bool to_device) {
    const auto behind = [](const void* memory, std::uintptr_t place) {
        const auto begin = reinterpret_cast<std::uintptr_t>(memory);
        return place > begin ? place - begin : 0;
    };
    const std::size_t width = what.size.width;
    const std::size_t first = std::min(width, std::max(behind(row, to.begin), behind(source, from.begin)));
    const std::size_t last = std::min({width, behind(row, to.end), behind(source, from.end)});
    if (first < last) std::memmove(row + first, source + first, last - first);
    mark_written(row, width);
    if (!to_device && first < last) host_copied(row + first, source + first, last - first, what.at);
}

}  // namespace

cudaError_t judge_sides(const void* at, const char* what, const side_defect& to, const side_defect& from) {
    const side_defect& why = to.what.empty() ? from : to;
    if (why.what.empty()) return cudaSuccess;
    report_bad_copy(at, what + (" is refused: " + why.what), why.fix,
                    why.no_memory ? weight::consequence_of_refusal : weight::finding);
    return invalid_value();
}

stream_call call_of(const void* caller, void* to, const void* from, cudaMemcpyKind kind, bool asynchronous) {
    const auto sides = sides_of(to, from, kind);
    if (!sides) return {.at = caller, .host_waits = true};
    const auto in_device = [](const void* pointer, bool by_kind) {
        const auto in = memory().find(pointer);
        return in ? of_device(in->kind) : by_kind;
    };
    if (!asynchronous)
        return {.at = caller, .host_waits = !in_device(to, sides->to_device) || !in_device(from, sides->from_device)};
    const auto of_host = [](const void* pointer, bool by_kind) {
        const auto in = memory().find(pointer);
        return by_kind || (in && (in->kind == memory_kind::host || in->kind == memory_kind::registered));
    };
    const bool from_pageable = !sides->from_device && !memory().find(from);
    return {.at = caller,
            .host_waits = of_host(to, !sides->to_device) && (of_host(from, !sides->from_device) || !memory().find(to)),
            .at_once = from_pageable,
            .staged = from_pageable};
}

cudaError_t copy(const copied_memory& what, stream_operation* early) {
    const cudaError_t of_kernels = kernel_error();
    if (of_kernels != cudaSuccess) return of_kernels;
    const auto sides = sides_of(what.to, what.from, what.kind);
    if (!sides) return set_last_error(cudaErrorInvalidMemcpyDirection, "the direction is none of cudaMemcpyKind");
    const rectangle& size = what.size;
    if (size.empty()) return cudaSuccess;
    const std::size_t written = size.extent(what.to_by.row, what.to_by.slice),
                      read = size.extent(what.from_by.row, what.from_by.slice);
    const side_defect of_target = defect_of("its destination", what.to, written, sides->to_device),
                      of_source = defect_of("its source", what.from, read, sides->from_device);
    const auto note_sides = [&] {
        if (early == nullptr) return note_slices(size, {{what.to, what.to_by, true}, {what.from, what.from_by, false}});
        {
            const operation_scope scope(*early);
            note_slices(size, {{what.from, what.from_by, false}});
        }
        note_slices(size, {{what.to, what.to_by, true}});
    };
    if (part_of_operation() == operation_part::given) {
        if (of_target.what.empty() && of_source.what.empty()) note_sides();
        return cudaSuccess;
    }
    if (const cudaError_t error = judge_sides(what.at, "a copy", of_target, of_source)) return error;
    // Registered memory may end like other memory of the host.
    const auto judge = [&](const stream_operation* by, const char* does, const void* pointer, std::size_t bytes,
                           bool by_kind) {
        const auto in = by_kind ? memory().find(pointer) : std::nullopt;
        const bool is_devices = by_kind && !(in && in->kind == memory_kind::registered);
        return is_devices ? part() : judge_host_memory(by, what.at, does, pointer, bytes);
    };
    const stream_operation* const now = current_operation();
    const part to = judge(now, "writes", what.to, written, sides->to_device);
    const part from = judge(early != nullptr ? early : now, "reads", what.from, read, sides->from_device);
    if (sides->from_device && !sides->to_device) bytes_to_host += size.width * size.height * size.depth;
    note_sides();
    for (std::size_t z = 0; z < size.depth; ++z)
        for (std::size_t y = 0; y < size.height; ++y)
            copy_row(what, static_cast<char*>(what.to) + z * what.to_by.slice + y * what.to_by.row,
                     static_cast<const char*>(what.from) + z * what.from_by.slice + y * what.from_by.row, to, from,
                     sides->to_device);
    return cudaSuccess;
}

cudaError_t fill(const void* at, void* pointer, strides by, int value, rectangle size) {
    const cudaError_t of_kernels = kernel_error();
    if (of_kernels != cudaSuccess) return of_kernels;
    if (size.empty()) return cudaSuccess;
    const side_defect why = defect_of("its destination", pointer, size.extent(by.row, by.slice), true);
    if (part_of_operation() == operation_part::given) {
        if (why.what.empty()) note_slices(size, {{pointer, by, true}});
        return cudaSuccess;
    }
    if (const cudaError_t error = judge_sides(at, "a fill", why)) return error;
    note_slices(size, {{pointer, by, true}});
    for (std::size_t z = 0; z < size.depth; ++z) {
        for (std::size_t y = 0; y < size.height; ++y) {
            char* const row = static_cast<char*>(pointer) + z * by.slice + y * by.row;
            std::memset(row, value, size.width);
            mark_written(row, size.width);
        }
    }
    return cudaSuccess;
}

std::optional<copied_memory> copied_slices(const void* at, cudaMemcpy3DParms how) {
    const auto begin = [](const cudaPitchedPtr& memory, const cudaPos& offset) {
        return static_cast<char*>(memory.ptr) + (offset.z * memory.ysize + offset.y) * memory.pitch + offset.x;
    };
    // Extents and places count the elements of an array, where one takes part.
    const auto in_bytes = [](const cudaArray* array, cudaPitchedPtr& memory, cudaPos& place) {
        if (array == nullptr) return std::size_t{0};
        const texture& shape = array->shape;
        memory = {shape.memory, shape.pitch, shape.extent[0], shape.extent[1]};
        place.x *= shape.texel_bytes();
        return shape.texel_bytes();
    };
    const std::size_t from_element = in_bytes(how.srcArray, how.srcPtr, how.srcPos);
    const std::size_t to_element = in_bytes(how.dstArray, how.dstPtr, how.dstPos);
    if (const std::size_t element = std::max(from_element, to_element); element != 0) how.extent.width *= element;
    if (how.extent.width > how.srcPtr.pitch || how.extent.width > how.dstPtr.pitch) return std::nullopt;
    const auto by = [](const cudaPitchedPtr& memory) { return strides{memory.pitch, memory.pitch * memory.ysize}; };
    return copied_memory{at,
                         begin(how.dstPtr, how.dstPos),
                         by(how.dstPtr),
                         begin(how.srcPtr, how.srcPos),
                         by(how.srcPtr),
                         {how.extent.width, how.extent.height, how.extent.depth},
                         how.kind};
}

}  // namespace strider::emulation::runtime
// SPDX-License-Identifier: Apache-2.0
