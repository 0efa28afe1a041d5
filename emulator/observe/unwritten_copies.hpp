// Copies of unwritten device memory to the host. The copies are fine, but the host may not read the bytes.
#pragma once

#include "run/memory.hpp"
#include "run/observer.hpp"

namespace strider::emulation {

/// Host bytes that a copy took from memory that was never written.
struct unwritten_bytes {
    std::uintptr_t begin = 0, end = 0;  ///< host addresses; 0: none
    std::uintptr_t from = 0;            ///< the device address
    std::shared_ptr<const memory_entry> entry;
    const void* copied_at = nullptr;
};

/// The unwritten bytes that a host access reads, if all of its bytes are such and none was written since. Each is
/// returned only once.
unwritten_bytes take_unwritten(const memory_access& what);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
