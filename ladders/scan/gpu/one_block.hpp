// How the rungs of a single block are started.
#pragma once

#include <algorithm>
#include <bit>

#include <ladders/scan/gpu/shifted_input.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

inline constexpr unsigned largest_block = 1024;

/// A rung of one block takes at most so many elements: the other multiprocessors only look on.
inline constexpr std::uint64_t most_elements_of_one_block = std::uint64_t{1} << 20;

template <class T, class Operator>
using section_kernel = void (*)(shifted_input<T, Operator> input, T* output, std::uint64_t elements, Operator op);

/// One block of `largest_block` threads; of fewer, a power of two, where that many take all elements, `per_thread`
/// each. For each of its threads it gets `shared_per_thread` elements of shared memory.
template <class T, class Operator>
void launch_one_block(section_kernel<T, Operator> kernel, const arguments& with, unsigned per_thread,
                      unsigned shared_per_thread, Operator op) {
    const std::uint64_t needed = std::bit_ceil(blocks_for(with.elements, per_thread));
    const unsigned threads = static_cast<unsigned>(std::clamp<std::uint64_t>(needed, 32, largest_block));
    launch_on(with, 1, threads, shared_per_thread * threads * sizeof(T), kernel, input_of<T>(with, op),
              static_cast<T*>(with.output), with.elements, op);
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
