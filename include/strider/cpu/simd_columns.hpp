// The reduction of f32 columns side by side, compiled for several instruction sets (src/cpu/column_kernels.cpp).
#pragma once

#include <cstdint>

#include <strider/core/canonical_order.hpp>
#include <strider/cpu/simd_kernels.hpp>

namespace strider::cpu_backend {

/// The most columns that are taken side by side.
template <class T>
inline constexpr std::uint64_t strip_of_columns = 4096 / sizeof(T);

/// The rows of one chunk of some columns.
struct simd_column_chunk {
    simd_operator op;
    const float* elements;
    std::uint64_t stride;   ///< elements between rows
    std::uint64_t columns;  ///< from 1 to `strip_of_columns`
    std::uint64_t rows;     ///< at least 1
    float* scratch;         ///< of `levels_of_columns * strip_of_columns` elements
};
inline constexpr std::uint64_t levels_of_columns = 12;
static_assert(std::uint64_t{1} << (levels_of_columns - 1) >= canonical_order::row_elements(sizeof(float)));

/// Writes the reduction of every column in the canonical order of one chunk to `results`.
void reduce_simd_columns(const simd_column_chunk& of, float* results);

}  // namespace strider::cpu_backend
