// Work: counts how often a kernel calls its operator. Neither memory traffic nor basic blocks show that.
#pragma once

namespace strider::emulation {

namespace detail {
// Declared free of side effects: after a call that might touch memory, the kernel would reload values that it holds in
// registers, and its traffic would change.
[[gnu::const]] unsigned count_operation(unsigned value) noexcept;
}  // namespace detail

/// Counts one call of the kernel's operator in counters::operations, if a lane calls it at speed count. Does nothing at
/// other speeds or on the host. It adds no access and no basic block, so other counters stay the same, except for a
/// branch or loop that the compiler would otherwise turn into arithmetic. Mark the operator that calls it
/// [[gnu::always_inline]], because a separate function would add basic blocks.
[[gnu::always_inline]] inline void note_operation() noexcept {
    // A value that the compiler does not know keeps it from merging calls or hoisting them out of a loop; a use of the
    // result keeps the call alive. (clang treats that use as a memory access, and may load values again that g++ keeps
    // in registers.)
    unsigned value;
    asm volatile("" : "=r"(value));
    value = detail::count_operation(value);
    asm volatile("" : : "r"(value));
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
