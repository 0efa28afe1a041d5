// The parts of a scan that are compiled for several instruction sets (src/cpu/scan_kernels.cpp).
#pragma once

#include <strider/cpu/simd_kernels.hpp>

namespace strider::cpu_backend {

/// Complete rows of a strip in the canonical order of scans, one after the other.
struct simd_strip {
    simd_type type;
    simd_operator op;
    const void* elements;  ///< aligned to their type
    unsigned rows;         ///< at least 1
};

/// Writes the strip's scan by itself to `results`, apart from the elements, and its total to `total`. Exclusive: the
/// first result is not to be used.
void scan_simd_strip(const simd_strip& strip, bool exclusive, void* results, void* total);

}  // namespace strider::cpu_backend
