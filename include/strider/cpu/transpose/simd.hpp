// The tiles of a transposition that are compiled for several instruction sets (src/cpu/transpose_kernels.cpp).
#pragma once

#include <cstddef>
#include <cstdint>

namespace strider::cpu_backend {

struct sixteen_bytes {
    std::uint64_t halves[2];
};

/// Items of 1, 2, 4, 8 or 16 bytes, at addresses that are multiples of their size (16: of 8). Strides are in items.
struct simd_matrices {
    std::size_t item_bytes;
    const void* input;
    std::uint64_t input_stride;
    void* output;
    std::uint64_t output_stride;
    bool streaming;  ///< past the caches
};

/// A part of the input.
struct part_of_matrix {
    std::uint64_t top, bottom, left, right;
};

void transpose_simd(const simd_matrices& of, const part_of_matrix& part);

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
