// The parts of scans that are compiled for several instruction sets (src/cpu/scan_kernels.cpp and, for segments,
// src/cpu/segmented_scan_kernels.cpp).
#pragma once

#include <cstdint>

#include <strider/cpu/simd_kernels.hpp>

namespace strider::cpu_backend {

/// Complete strips in the canonical order of scans, one after the other.
struct simd_strips {
    unsigned rows = 0;  ///< in a strip
    unsigned strips = 0;
    const void* elements = nullptr;  ///< aligned to their type
};

/// Strips to scan, or strips whose totals are made.
struct simd_scan {
    simd_type type;
    simd_operator op;
    bool exclusive;
    simd_strips strips;  ///< as many rows in a strip as `next` has
    const void* before;  ///< what stands before each strip
    simd_strips next;
    void* next_totals;
    bool streaming;  ///< by streaming stores: where results are apart from the elements
};

/// Writes the results of `strips` to `output`, which may be where they come from, and the totals of `next`.
void scan_simd_strips(const simd_scan& of, void* output);

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
