// The parts of a scan that are compiled for several instruction sets (src/cpu/scan_kernels.cpp).
#pragma once

#include <cstdint>

#include <strider/cpu/simd_kernels.hpp>

namespace strider::cpu_backend {

/// Complete strips in the canonical order of scans, one after the other.
struct simd_strips {
    simd_type type;
    simd_operator op;
    unsigned rows;  ///< in a strip
    unsigned strips;
    const void* elements;  ///< aligned to their type
};

/// Writes the scan of every strip by itself to `scanned`, apart from the elements, and its total to `totals`.
/// Exclusive: a strip's first result is the operator's neutral value.
void scan_simd_strips(const simd_strips& of, bool exclusive, void* scanned, void* totals);

/// Strips that were scanned by themselves; the last one may be shorter.
struct simd_scanned {
    simd_type type;
    simd_operator op;
    std::uint64_t strip, count;  ///< elements in a strip, and of all
    const void* values;
    const void* before;  ///< what stands before each strip
    const void* ahead;   ///< as many elements, that are read soon after
};

/// Writes before o value for every value to `output`, apart from them: past the caches where asked to.
void write_simd_results(const simd_scanned& of, bool past_caches, void* output);

}  // namespace strider::cpu_backend
