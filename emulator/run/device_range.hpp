// Addresses of device memory: apart from the host's, and each allocation far from the next, so that an access beyond
// one meets no memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strider::emulation {

/// Memory of at least this size at a page of its own, behind a gap of the same size and at least a megabyte; null where
/// addresses are used up, or refused. No address is given twice. What both sides use comes from a range of its own.
void* take_device_memory(std::size_t bytes, bool of_both_sides);

/// Gives back what take_device_memory() returned for this size.
void give_back_device_memory(void* begin, std::size_t bytes);

bool is_device_address(std::uintptr_t address);

struct address_range {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
};
/// Where the memory lies that is the device's alone, or that both sides use; empty where there is none.
address_range device_addresses(bool of_both_sides);

/// Whether memory of the host is there: neither the device's, nor the stacks of lanes, nor nothing.
bool is_memory_of_host(std::uintptr_t address);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
