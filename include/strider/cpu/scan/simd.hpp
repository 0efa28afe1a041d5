// The parts of scans that are compiled for several instruction sets (src/cpu/scan_kernels.cpp and, for segments,
// src/cpu/segmented_scan_kernels.cpp).
#pragma once

#include <cstdint>

#include <strider/cpu/reduce/simd.hpp>

namespace strider::cpu_backend {

/// Complete strips in the canonical order of scans, one after the other.
struct simd_strips {
    unsigned rows = 0;  ///< in a strip
    unsigned strips = 0;
    const void* elements = nullptr;  ///< aligned to their type
};

struct simd_scan {
    simd_type type;
    simd_operator op;
    simd_strips strips;
    bool exclusive = false;
    const void* before = nullptr;  ///< what stands before each strip
    bool streaming = false;        ///< by streaming stores: where results are apart from the elements
};

/// Writes the results to `output`, which may be where the elements come from.
void scan_simd_strips(const simd_scan& of, void* output);

/// Writes the total of each strip.
void total_simd_strips(const simd_scan& of, void* totals);

/// The same of floating-point (value, head) pairs; `before` and totals are values alone.
struct simd_headed_scan {
    simd_scan scan;
    const std::uint32_t* heads;  ///< a bit an element, from the first one on
    const void* init;            ///< what a segment starts with: the operator's neutral value where nothing is given
};

/// As scan_simd_strips: what stands before a strip reaches up to its first head.
void scan_simd_headed_strips(const simd_headed_scan& of, void* output);

/// The total of a strip is that from its last head on.
void total_simd_headed_strips(const simd_headed_scan& of, void* totals);

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
