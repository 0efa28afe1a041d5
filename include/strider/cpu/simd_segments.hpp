// The reduction of many short segments, and of columns, compiled for several instruction sets
// (src/cpu/segment_kernels.cpp).
#pragma once

#include <cstdint>

#include <strider/core/canonical_order.hpp>
#include <strider/cpu/simd_kernels.hpp>

namespace strider::cpu_backend {

/// Elements in a row of the canonical order: the order of no more than these is one tree over neighbours.
template <class T>
inline constexpr std::uint64_t row_elements = std::uint64_t{canonical_order::lanes} *
                                              canonical_order::accumulators_per_lane(sizeof(T));

/// Segments of at most `row_elements` elements each.
struct simd_segments {
    simd_type type;
    simd_operator op;
    unsigned count;
    const void* elements;         ///< aligned to their type
    const std::uint64_t* begins;  ///< where each segment begins
    const std::uint32_t* sizes;
};

/// Writes the reduction of every segment in the canonical order to `totals`: of an empty one the neutral value.
void reduce_simd_segments(const simd_segments& of, void* totals);

/// Rows of columns that are reduced side by side: the first of them is the first row of `leaves_together` leaves, which
/// are neighbours; each takes every `row_elements`-th row from its first one on.
struct simd_leaves {
    simd_type type;  ///< of 4 bytes
    simd_operator op;
    const void* elements;  ///< aligned to their type
    std::uint64_t stride;  ///< elements between rows
    std::uint64_t columns;
    std::uint64_t rows;  ///< at least `leaves_together`
};
inline constexpr unsigned leaves_together = 8;

/// Writes the tree over the leaves, for every column, to `totals`.
void reduce_simd_leaves(const simd_leaves& of, void* totals);

}  // namespace strider::cpu_backend
