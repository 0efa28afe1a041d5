// Writing past the caches: lines that are written whole and not read again soon need not be fetched first. And reading
// into a cache what is not used in order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace strider::cpu_backend {

/// If more bytes than this are read and written together, they do not stay in a cache.
inline constexpr std::uint64_t larger_than_caches = std::uint64_t{32} << 20;

/// Calls `make(first, count, results)` for pieces of the elements from `first` to `end`, whose results belong to
/// output[first] and on. On x86-64, whole lines of elements of a power of two bytes go past the caches, four at a time:
/// with more, a core would no longer read ahead while it writes; elsewhere all is made in place.
template <class U, class Make>
void write_streaming(U* output, std::uint64_t first, std::uint64_t end, Make make) {
#if defined(__SSE2__)
    constexpr std::size_t line = 64, piece_bytes = 4 * line;
    if constexpr (piece_bytes % sizeof(U) == 0) {
        constexpr std::uint64_t piece = piece_bytes / sizeof(U);
        const auto past_line = [&] { return reinterpret_cast<std::uintptr_t>(output + first) % line; };
        const std::uint64_t before = first;
        while (first < end && past_line() != 0 && first - before < line) ++first;
        make(before, first - before, output + before);
        if (past_line() == 0) {
            alignas(line) unsigned char memory[piece_bytes];
            for (; end - first >= piece; first += piece) {
                make(first, piece, reinterpret_cast<U*>(memory));
                auto* const to = reinterpret_cast<__m128i*>(output + first);
                const auto* const from = reinterpret_cast<const __m128i*>(memory);
                for (std::size_t v = 0; v < piece_bytes / sizeof(__m128i); ++v) {
                    _mm_stream_si128(to + v, _mm_load_si128(from + v));
                }
            }
            _mm_sfence();  // before another thread may be told
        }
    }
#endif
    make(first, end - first, output + first);
}

/// Brings memory into this core's cache, in order: by loads, since so many prefetches would be dropped.
inline void read_lines(const void* memory, std::uint64_t bytes) {
    for (std::uint64_t at = 0; at < bytes; at += 64) {
        unsigned char first;
        std::memcpy(&first, static_cast<const unsigned char*>(memory) + at, 1);
        asm volatile("" : : "r"(first));
    }
}

}  // namespace strider::cpu_backend
// SPDX-License-Identifier: Apache-2.0
