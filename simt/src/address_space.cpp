// Generic addresses and the address spaces of PTX.
#include <strider/simt/lane.hpp>

#include <span>

#include "module.hpp"
#include "scheduler.hpp"

namespace simt {

namespace {

// Shared memory as PTX sees it: the static arrays first, then the dynamic memory. Both keep their alignment.
constexpr std::uintptr_t alignment = 128;
constexpr std::uint32_t static_window = 1024, dynamic_window = 1u << 24;

std::uintptr_t static_begin() {
    return reinterpret_cast<std::uintptr_t>(own_thread_locals().data()) / alignment * alignment;
}

bool in_dynamic_memory(const worker& w, std::uintptr_t address) {
    return address - reinterpret_cast<std::uintptr_t>(w.dynamic_shared) < w.launch->shared_bytes;
}

}  // namespace

address_space space_of(const void* address) noexcept {
    const worker& w = lane_worker();
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    const std::span<std::byte> statics = own_thread_locals();
    if (in_dynamic_memory(w, place) || place - reinterpret_cast<std::uintptr_t>(statics.data()) < statics.size())
        return address_space::shared;
    if (place - reinterpret_cast<std::uintptr_t>(w.current->slot->low) < stack_stride) return address_space::local;
    if (find_symbol(own_module().constants, place) != nullptr) return address_space::constant;
    return address_space::global;
}

std::uint32_t to_shared_address(const void* address) noexcept {
    const worker& w = lane_worker();
    const auto place = reinterpret_cast<std::uintptr_t>(address);
    if (in_dynamic_memory(w, place))
        return dynamic_window + static_cast<std::uint32_t>(place - reinterpret_cast<std::uintptr_t>(w.dynamic_shared));
    return static_window + static_cast<std::uint32_t>(place - static_begin());
}

void* from_shared_address(std::uint32_t address) noexcept {
    if (address >= dynamic_window) return lane_worker().dynamic_shared + (address - dynamic_window);
    return reinterpret_cast<void*>(static_begin() + address - static_window);
}

}  // namespace simt
