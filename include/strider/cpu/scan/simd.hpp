// The parts of scans that are compiled for several instruction sets (src/cpu/scan_kernels.cpp).
#pragma once

#include <cstdint>

#include <strider/cpu/reduce/simd.hpp>

namespace strider::cpu_backend {

/// Complete strips of one tile in the canonical order of scans, one after the other: of f32 or f64, or of these with
/// the heads of their segments.
struct simd_scan {
    simd_type type;
    simd_operator op;
    const void* elements = nullptr;        ///< aligned to their type
    const std::uint32_t* heads = nullptr;  ///< of segments: a bit an element, from the first one on
    const void* init = nullptr;            ///< of segments: what they start with, or else the neutral value
    bool exclusive = false;
    bool streaming = false;  ///< by streaming stores: where results are apart from the elements
    unsigned rows = 0;       ///< in a strip
    unsigned strips = 0;
    const void* base = nullptr;  ///< what stands before the strips, or else the neutral value
};

/// Writes the results to `output`, which may be where the elements come from; without an output, none. Writes the total
/// of the strips to `total`: of segments a (value, head) pair.
void scan_simd_strips(const simd_scan& of, void* output, void* total);

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
