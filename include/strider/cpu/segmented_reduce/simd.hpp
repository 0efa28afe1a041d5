// The reduction of many short segments, compiled for several instruction sets (src/cpu/segment_kernels.cpp).
#pragma once

#include <cstdint>

#include <strider/cpu/reduce/simd.hpp>

namespace strider::cpu_backend {

/// The most elements of a segment here, which is less than a row: the order of so many is one tree over neighbours.
template <class T>
inline constexpr std::uint64_t most_in_segment = 512 / sizeof(T);

/// Segments of at most `most_in_segment` elements each.
struct simd_segments {
    simd_type type;
    simd_operator op;
    unsigned count;
    const void* elements;         ///< aligned to their type
    const std::uint64_t* begins;  ///< where each segment begins
    const std::uint32_t* sizes;
};

/// Writes the reduction of every segment in the canonical order to `totals`: of an empty one the neutral value. NaN is
/// the one quiet NaN.
void reduce_simd_segments(const simd_segments& of, void* totals);

/// Segments of one length that follow each other.
struct simd_run {
    simd_type type;
    simd_operator op;
    const void* elements;  ///< aligned to their type
    std::uint64_t length;  ///< from 1 to `longest_in_run`
    std::uint64_t count;
    std::uint64_t readable;  ///< elements that may be read: at least those of the segments
};
inline constexpr std::uint64_t longest_in_run = 16;

/// Writes the reduction of every segment in the canonical order to `totals`.
void reduce_simd_run(const simd_run& of, void* totals);

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
