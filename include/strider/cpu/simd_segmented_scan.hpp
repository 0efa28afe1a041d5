// The part of a segmented scan that is compiled for several instruction sets (src/cpu/segmented_scan_kernels.cpp).
#pragma once

#include <cstdint>

#include <strider/cpu/simd_scan.hpp>

namespace strider::cpu_backend {

/// Complete strips in the canonical order of scans of (value, head) pairs; `before` and totals are values alone.
struct simd_headed_scan {
    simd_scan scan;
    const std::uint32_t* heads;       ///< of `scan.strips`, a bit an element, from the first one on
    const std::uint32_t* next_heads;  ///< of `scan.next`
    const void* init;  ///< what a segment starts with; the operator's neutral value where nothing is given
    bool with_init;    ///< whether anything is
};

/// As scan_simd_strips: what stands before a strip reaches up to its first head.
void scan_simd_headed_strips(const simd_headed_scan& of, void* output);

}  // namespace strider::cpu_backend
