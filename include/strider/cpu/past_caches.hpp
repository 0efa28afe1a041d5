// Writing past the caches: lines that are written whole and not read again soon need not be fetched first.
#pragma once

#include <cstddef>
#include <cstdint>

namespace strider::cpu_backend {

/// What is read and written together beyond so many bytes does not stay in a cache.
inline constexpr std::uint64_t larger_than_caches = std::uint64_t{32} << 20;

/// Bytes that are made in the first-level cache before they are written.
inline constexpr std::size_t staged_bytes = 4096;

/// memcpy, past the caches (src/cpu/streaming_kernels.cpp). Another thread sees the bytes once `finish_streaming` has
/// been called.
void stream_copy(void* to, const void* from, std::size_t bytes);
void finish_streaming();

/// Calls `make(first, count, results)` for pieces of the elements from `first` to `end`, and writes what it made past
/// the caches, to output[first] and on.
template <class U, class Make>
void write_streaming(U* output, std::uint64_t first, std::uint64_t end, Make make) {
    constexpr std::uint64_t most = staged_bytes / sizeof(U);
    alignas(64) alignas(U) unsigned char memory[most * sizeof(U)];
    U* const results = reinterpret_cast<U*>(memory);
    for (std::uint64_t count; first < end; first += count) {
        count = end - first < most ? end - first : most;
        make(first, count, results);
        stream_copy(output + first, results, count * sizeof(U));
    }
    finish_streaming();
}

}  // namespace strider::cpu_backend
