// Generic addresses and the address spaces of PTX.
#include <strider/emulator/lane.hpp>

#include <span>

#include "cluster.hpp"
#include "code/module.hpp"
#include "scheduler.hpp"

namespace strider::emulation {

namespace {

// Shared memory as PTX sees it: the block's own memory first, then the thread-local arrays. Both keep their alignment.
constexpr std::uintptr_t alignment = 1024;  // the period of the widest swizzle of a tensor copy
constexpr std::uint32_t static_window = 1u << 24;
/// Behind it, as often as the rank says and once more, is the shared memory of the cluster's other blocks.
constexpr unsigned peer_bits = 26;

std::uintptr_t static_begin() {
    return reinterpret_cast<std::uintptr_t>(own_thread_locals().data()) / alignment * alignment;
}

/// How far the arrays stand behind a multiple of the alignment.
std::uint32_t static_shift() {
    return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(own_thread_locals().data()) % alignment);
}

bool in_memory_of_block(const worker& w, std::uintptr_t address) {
    return address - reinterpret_cast<std::uintptr_t>(w.shared.begin) < w.shared.bytes;
}

}  // namespace

address_space space_of(const void* address) noexcept {
    const worker& w = lane_worker();
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    const std::span<std::byte> statics = own_thread_locals();
    if (in_memory_of_block(w, place) || place - reinterpret_cast<std::uintptr_t>(statics.data()) < statics.size())
        return address_space::shared;
    if (w.cluster != nullptr && place_in_cluster(w, place)) return address_space::shared;
    if (place - reinterpret_cast<std::uintptr_t>(w.current->slot->low) < stack_stride) return address_space::local;
    if (find_symbol(own_module().constants, place) != nullptr) return address_space::constant;
    return address_space::global;
}

std::uint32_t to_shared_address(const void* address) noexcept {
    const worker& w = lane_worker();
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    if (w.cluster != nullptr)
        if (const auto peers = place_in_cluster(w, place); peers && peers->of != &w) {
            const auto offset = static_cast<std::uint32_t>(peers->offset);
            return (peers->of->block.cluster_rank + 1) << peer_bits |
                   (peers->of_block ? block_window + offset : static_window + offset + static_shift());
        }
    if (in_memory_of_block(w, place))
        return block_window + static_cast<std::uint32_t>(place - reinterpret_cast<std::uintptr_t>(w.shared.begin));
    return static_window + static_cast<std::uint32_t>(place - static_begin());
}

void* from_shared_address(std::uint32_t address) noexcept {
    const worker& w = lane_worker();
    if (const std::uint32_t peer = address >> peer_bits; w.cluster != nullptr && peer != 0) {
        if (peer > w.cluster->blocks.size()) return nullptr;
        const std::uint32_t inside = address & ((1u << peer_bits) - 1);
        const bool of_block = inside < static_window;
        const std::size_t offset = of_block ? inside - block_window : inside - static_window - static_shift();
        return address_of(w, {w.cluster->blocks[peer - 1], of_block, offset});
    }
    if (address < static_window) return w.shared.begin + (std::intptr_t{address} - block_window);
    return reinterpret_cast<void*>(static_begin() + address - static_window);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
