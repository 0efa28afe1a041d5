// Copies to the host of device memory that nobody has written: the host may have them, but not read them.
#pragma once

#include "run/memory.hpp"
#include "run/observer.hpp"

namespace strider::emulation {

/// Bytes of the host that a copy took from memory that nobody had written.
struct unwritten_bytes {
    std::uintptr_t begin = 0, end = 0;  ///< of the host; 0: none
    std::uintptr_t from = 0;            ///< in device memory
    std::shared_ptr<const memory_entry> entry;
    const void* copied_at = nullptr;
};

/// Those that an access of the host reads: all of its bytes came so, and none has been written since. They are told
/// once.
unwritten_bytes take_unwritten(const memory_access& what);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
