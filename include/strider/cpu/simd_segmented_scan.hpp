// The part of a segmented scan that is compiled for several instruction sets (src/cpu/segmented_scan_kernels.cpp).
#pragma once

#include <cstdint>

#include <strider/cpu/simd_scan.hpp>

namespace strider::cpu_backend {

/// Complete strips in the canonical order of scans of (value, head) pairs.
struct simd_headed_strips {
    simd_strips strips;
    const std::uint32_t* heads;  ///< a bit an element, from the first one on
    const void* init;            ///< what a segment starts with; the operator's neutral value where nothing is given
};

/// Writes the scan of every strip by itself to `scanned`, apart from the elements, and its total to `totals`: values
/// alone. Exclusive: a strip's first result is the operator's neutral value where it is no head.
void scan_simd_headed_strips(const simd_headed_strips& of, bool exclusive, void* scanned, void* totals);

}  // namespace strider::cpu_backend
