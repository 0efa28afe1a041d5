// Work: how often a kernel calls its operator, which neither memory traffic nor steps can tell.
#pragma once

namespace strider::emulation {

namespace detail {
// Called without effects, as far as the compiler is told: a call that might touch memory would make the kernel read
// again what it holds in registers, and the traffic would be another one.
[[gnu::const]] unsigned count_operation(unsigned value) noexcept;
}  // namespace detail

/// Counts one call of the kernel's operator, in counters::operations, where a lane calls it at speed count. Does
/// nothing at the other speeds and on the host. It is no access and no step of the kernel: other counters stay as they
/// were, but for the steps of a branch or loop that the compiler would replace by arithmetic without it. Mark the
/// operator that calls it [[gnu::always_inline]]: as a function of its own it would have steps of its own.
[[gnu::always_inline]] inline void note_operation() noexcept {
    // A value that the compiler does not know keeps the call from being merged with others, or done once for a loop;
    // its use keeps it from being left out. (clang takes such a use for an access to memory all the same, and may load
    // again what g++ holds.)
    unsigned value;
    asm volatile("" : "=r"(value));
    value = detail::count_operation(value);
    asm volatile("" : : "r"(value));
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
