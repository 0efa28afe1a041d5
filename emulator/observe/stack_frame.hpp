// Which call of a function holds an address of the stack.
#pragma once

#include <cstdint>

#include "run/device_range.hpp"

namespace strider::emulation {

struct stack_frame {
    std::uintptr_t begin = 0, end = 0;  ///< stack pointers while it calls others, and of its caller

    bool exists() const { return end != 0; }
    bool operator==(const stack_frame&) const = default;
};

/// The stack of this thread.
address_range own_stack();

/// The frame of this thread's stack that holds the address; none if the address is elsewhere.
stack_frame frame_with(std::uintptr_t address);
/// The frame of the function that holds this return address, which this thread is in.
stack_frame frame_of(const void* pc);

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
