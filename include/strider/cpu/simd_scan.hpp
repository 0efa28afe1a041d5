// The parts of scans that are compiled for several instruction sets (src/cpu/scan_kernels.cpp and, for segments,
// src/cpu/segmented_scan_kernels.cpp).
#pragma once

#include <algorithm>
#include <cstdint>

#include <strider/cpu/simd_kernels.hpp>

namespace strider::cpu_backend {

/// Complete strips in the canonical order of scans, one after the other.
struct simd_strips {
    unsigned rows = 0;  ///< in a strip
    unsigned strips = 0;
    const void* elements = nullptr;  ///< aligned to their type
    std::uint64_t fetched = 0;       ///< elements from there on that will be read soon: these strips and what follows
};

/// Bytes that are asked for before they are read.
inline constexpr std::uint64_t fetched_ahead = 4 * 1024;

/// Asks for as much of strips that will be scanned or totalled next.
inline void fetch_first(const simd_strips& of, std::uint64_t element_bytes) {
    const std::uint64_t bytes = std::min(of.fetched * element_bytes, fetched_ahead);
    for (std::uint64_t i = 0; i < bytes; i += 64) __builtin_prefetch(static_cast<const char*>(of.elements) + i);
}

/// Strips to scan, and strips whose totals are made meanwhile: memory is read while it is written to.
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
