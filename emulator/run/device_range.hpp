// Addresses of device memory: separate from the host's, with wide gaps between allocations, so that an access out of
// bounds hits no other memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strider::emulation {

/// Takes at least `bytes` at a page of its own, behind a gap of the same size and at least a megabyte. Null if
/// addresses are used up or the system refuses. No address is given twice. Memory of both sides has a range of its own.
void* take_device_memory(std::size_t bytes, bool of_both_sides);

/// Returns memory of take_device_memory() with the same size.
void give_back_device_memory(void* begin, std::size_t bytes);

bool is_device_address(std::uintptr_t address);

struct address_range {
    std::uintptr_t begin = 0;
    std::size_t bytes = 0;
};
/// The range of memory that only the device uses, or that both sides use; empty if there is none.
address_range device_addresses(bool of_both_sides);

/// Whether the address is in mapped memory of the host, outside of device memory and lanes' stacks.
bool is_memory_of_host(std::uintptr_t address);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
