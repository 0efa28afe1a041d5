// Where a call runs: the first argument of every call of the library.
#pragma once

#include <strider/core/target.hpp>

#if defined(__FAST_MATH__)
#warning "With -ffast-math compilers reorder sums and flush small numbers: results have other bits on each backend."
#endif

namespace strider {

/// One thread of the host and textbook loops: the oracle that every other backend is compared with.
struct serial {};

/// All cores of the host (oneTBB), or as many as the caller's `tbb::task_arena` allows. Not in kernel files, and only
/// where STRIDER_CPU is defined, as what links strider::cpu (CMake) or strider-cpu (pkg-config) has it. All of a call
/// is done, or it throws, whatever group of tasks it is made in. Every core computes by the rounding mode of the
/// caller, and keeps or flushes denormals as it does; only scans, and segments of one element, flush some that `serial`
/// copies. (GPUs, and the emulator, round to nearest and keep denormals, whatever the host's modes are.)
struct cpu {};

/// Whether T says where a call runs. A backend specialises it for its policy.
template <class T>
inline constexpr bool is_policy = false;
template <>
inline constexpr bool is_policy<serial> = true;
#if defined(STRIDER_HAS_CPU)
template <>
inline constexpr bool is_policy<cpu> = true;
#endif

template <class T>
concept execution_policy = is_policy<T>;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
