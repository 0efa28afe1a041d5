// Shared by the rungs of this ladder: how they are started, and what they may take.
#pragma once

#include <cstdint>

#include <ladders/critical_section/dispatch.hpp>
#include <ladders/critical_section/section.hpp>
#include <ladders/harness/gpu_rung.hpp>

namespace strider::ladders::critical_section {
inline namespace STRIDER_TARGET {

/// The most sections that a rung takes whose every section waits for a lock: some ten milliseconds.
inline constexpr std::uint64_t most_locked = std::uint64_t{1} << 12;

/// Blocks of 256 threads a multiprocessor.
inline constexpr unsigned resident_blocks = 8;

/// Sets the tally to zero, then launches `kernel(input, elements, shared, more...)` on a grid that fills the device.
template <class T, class... More, class... Passed>
void launch_sections(const arguments& with, void (*kernel)(const T*, std::uint64_t, tally<T>*, More...),
                     Passed... passed) {
    tally<T>* const shared = static_cast<tally<T>*>(with.output);
    launch_fill(with, &shared->total, 2, T(0));
    launch_on(with, filling_blocks(with, block_size, resident_blocks), block_size, 0, kernel,
              static_cast<const T*>(with.input), with.elements, shared, passed...);
}

/// The scratch of a rung with a lock, and the lock, open.
inline std::size_t scratch_of_lock(const arguments&) { return sizeof(int); }
inline int* open_lock(const arguments& with) {
    int* const lock = static_cast<int*>(with.scratch);
    launch_fill(with, lock, 1, 0);
    return lock;
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
