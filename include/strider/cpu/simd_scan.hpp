// The parts of a sum scan that are compiled for several instruction sets (src/cpu/scan_kernels.cpp).
#pragma once

#include <cstdint>

#include <strider/cpu/simd_kernels.hpp>

namespace strider::cpu_backend {

/// Complete rows of a strip in the canonical order of scans, one after the other.
struct simd_strip {
    simd_type type;
    const void* elements;  ///< aligned to their type
    unsigned rows;         ///< at least 1, and at most what a strip may have
};

/// Writes the strip's sum to `total`.
void sum_simd_strip(const simd_strip& strip, void* total);

/// Writes the scan of the strip after `*base` to `output`, which may be where the elements are.
void scan_simd_strip(const simd_strip& strip, bool exclusive, const void* base, void* output);

}  // namespace strider::cpu_backend
