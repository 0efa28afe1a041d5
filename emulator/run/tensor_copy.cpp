// Copies of a tensor's box, in parts: a row of the box, or 16 bytes of it where they are swizzled. Where they lie, and
// which boxes are refused, is what an H200 does: tests/hardware/tensor.cu.
#include <algorithm>
#include <array>
#include <cstring>

#include <strider/emulator/dialect/asynchronous.hpp>
#include <strider/emulator/dialect/cluster.hpp>
#include <strider/emulator/tensor_map.hpp>

#include <fmt/format.h>

#include "asynchronous.hpp"
#include "events.hpp"
#include "findings.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

namespace {

constexpr std::uint64_t piece_bytes = 16, tile_alignment = 128;

[[noreturn]] void reject(worker& w, site caller, finding_kind kind, const std::string& message, const char* fix) {
    if (w.observed_by != nullptr)
        add_finding(w, kind, caller.pc, nullptr, [&](raw_finding& what) {
            what.message = who(w, w.current->index) + " " + message;
            what.fix = fix;
        });
    retire(w);
}

tensor_map read_map(worker& w, site caller, const void* from, unsigned dimensions) {
    if (space_of(from) == address_space::global) note_access(w, from, 128, access_load, caller.pc);
    tensor_map map;
    std::memcpy(static_cast<void*>(&map), from, sizeof(map));
    if (map.mark != tensor_map::encoded)
        reject(w, caller, finding_kind::bad_copy, "copies by a tensor map that was never encoded",
               "encode it on the host (cuTensorMapEncodeTiled()), and pass it as a const __grid_constant__ CUtensorMap "
               "parameter, or by a pointer to a copy in __constant__ or global memory");
    if (map.rank != dimensions)
        reject(w, caller, finding_kind::bad_copy,
               fmt::format("gives {} coordinates for a tensor map of {} dimensions", dimensions, map.rank),
               "use the instruction for as many dimensions as the map was encoded with");
    return map;
}

void check_box(worker& w, site caller, const tensor_map& map, const int* at, const void* tile, bool stores) {
    const auto offset = static_cast<std::int64_t>(map.element_bytes()) * at[0];
    if (offset % static_cast<std::int64_t>(piece_bytes) != 0)
        reject(w, caller, finding_kind::misaligned_access,
               fmt::format("copies a box that begins at element {} of its rows, {} bytes from their start; that is no "
                           "multiple of 16",
                           at[0], offset),
               "begin the box at a multiple of 16 bytes: its first coordinate times the size of an element");
    if (stores && std::any_of(at, at + map.rank, [](int c) { return c < 0; }))
        reject(
            w, caller, finding_kind::out_of_bounds,
            fmt::format("stores a box whose coordinate in dimension {} is {}; only loads may begin before the tensor",
                        std::find_if(at, at + map.rank, [](int c) { return c < 0; }) - at,
                        *std::find_if(at, at + map.rank, [](int c) { return c < 0; })),
            "store boxes that begin inside of the tensor; their end may lie outside");
    if (to_shared_address(tile) % tile_alignment != 0)
        reject(w, caller, finding_kind::misaligned_access,
               fmt::format("copies a box {} shared memory at {}; that is no multiple of 128", stores ? "from" : "to",
                           tile),
               "declare the tile alignas(128); or alignas(1024), if the tensor map swizzles 128 bytes");
}

/// Visits the rows of a box: visit(number of the row, its first byte in the tensor, whether it is inside).
template <class Visit>
void each_row(const tensor_map& map, const int* at, Visit visit) {
    std::array<unsigned, most_tensor_dimensions> index{};
    for (std::uint64_t row = 0;; ++row) {
        std::uint64_t address = map.begin;
        bool inside = true;
        for (unsigned d = 1; d < map.rank; ++d) {
            const std::int64_t i = at[d] + std::int64_t{index[d]} * map.step[d];
            inside = inside && i >= 0 && static_cast<std::uint64_t>(i) < map.extent[d];
            address += static_cast<std::uint64_t>(i) * map.stride[d];
        }
        visit(row, address, inside);
        unsigned d = 1;
        for (; d < map.rank; ++d) {
            if (++index[d] < (map.size[d] + map.step[d] - 1u) / map.step[d]) break;
            index[d] = 0;
        }
        if (d >= map.rank) return;
    }
}

/// The parts of the box, `tile` being its place in shared memory. Parts outside of the tensor are filled, or left out
/// of stores.
std::vector<pending_copy> parts_of(const tensor_map& map, const int* at, std::byte* tile, bool stores) {
    std::vector<pending_copy> all;
    const std::uint64_t element = map.element_bytes(), row_bytes = map.size[0] * element;
    const std::uint64_t pitch = map.swizzle != 0 ? map.swizzle : row_bytes;
    const std::uint64_t most = map.swizzle != 0 ? piece_bytes : row_bytes;
    const std::uint64_t mask = map.swizzle == 0 ? 0 : map.swizzle / piece_bytes - 1;
    const std::uint64_t shared = to_shared_address(tile);
    const std::int64_t first = at[0] * static_cast<std::int64_t>(element);
    const auto end = static_cast<std::int64_t>(map.extent[0] * element);
    each_row(map, at, [&](std::uint64_t row, std::uint64_t address, bool inside) {
        for (std::uint64_t i = 0; i < row_bytes;) {
            const std::int64_t offset = first + static_cast<std::int64_t>(i);
            const bool before = offset < 0;
            std::uint64_t bytes = std::min(most - i % most, row_bytes - i);
            if (before) bytes = std::min(bytes, static_cast<std::uint64_t>(-offset));
            const std::int64_t valid =
                !inside || before ? 0 : std::clamp<std::int64_t>(end - offset, 0, static_cast<std::int64_t>(bytes));
            std::uint64_t place = shared + row * pitch + i;
            place ^= (place >> 7 & mask) << 4;
            std::byte* const in_tile = tile + (place - shared);
            auto* const in_tensor =
                reinterpret_cast<std::byte*>(valid == 0 ? map.begin : address + static_cast<std::uint64_t>(offset));
            const std::size_t zeros = bytes - static_cast<std::uint64_t>(valid);
            if (!stores)
                all.push_back({.to = in_tile,
                               .from = in_tensor,
                               .bytes = bytes,
                               .zeros = zeros,
                               .bulk = true,
                               .of_tensor = true});
            else if (valid != 0)
                all.push_back(
                    {.to = in_tensor, .from = in_tile, .bytes = bytes - zeros, .bulk = true, .of_tensor = true});
            i += bytes;
        }
    });
    return all;
}

}  // namespace

void tensor_load(site caller, const void* map_at, const int* at, unsigned dimensions, void* to, void* barrier,
                 unsigned blocks) noexcept {
    worker& w = lane_worker();
    const tensor_map map = read_map(w, caller, map_at, dimensions);
    check_box(w, caller, map, at, to, false);
    const auto load = [&](void* tile, void* home) {
        std::vector<pending_copy> parts = parts_of(map, at, static_cast<std::byte*>(tile), false);
        for (pending_copy& part : parts) part.pc = caller.pc;
        begin_bulk_copies(w, caller, home, std::move(parts));
    };
    if (blocks == 0) return load(to, barrier);
    for (unsigned rank = 0; rank < 16; ++rank)
        if ((blocks >> rank & 1u) != 0) load(map_shared(caller, to, rank), map_shared(caller, barrier, rank));
}

void tensor_store(site caller, const void* map_at, const int* at, unsigned dimensions, const void* from,
                  reduction_op op) noexcept {
    worker& w = lane_worker();
    const tensor_map map = read_map(w, caller, map_at, dimensions);
    check_box(w, caller, map, at, from, true);
    if (!exists({op, map.type}))
        reject(w, caller, finding_kind::bad_copy,
               fmt::format("reduces a box of a tensor of {} by {}, which no GPU does", name_of(map.type), name_of(op)),
               "encode the tensor map with a type that has this operation: integers of 32 and 64 bits, or for add, min "
               "and max also numbers of 16 bits, and for add those of 32 and 64");
    for (pending_copy& part : parts_of(map, at, static_cast<std::byte*>(const_cast<void*>(from)), true)) {
        part.pc = caller.pc;
        part.reduce = function_of({op, map.type});
        part.batch = block_of(w).bulk_batches[w.current->index];
        begin_copy(w, w, part);
    }
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
