// Gather on all cores: every core takes a stretch of the indices. Results that no cache would hold go past the caches.
// Honours the caller's tbb::task_arena.
#pragma once

#include <cstdint>

#include <strider/core/policy.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/streaming_store.hpp>

namespace strider {

template <class T, class Index>
void gather_elements(cpu, const T* input, std::uint64_t, const Index* indices, std::uint64_t count, T* output) {
    using namespace cpu_backend;
    constexpr std::uint64_t grain = std::uint64_t{1} << 14;
    const auto collect = [=](std::uint64_t first, std::uint64_t some, T* results) {
#pragma GCC unroll 4
        for (std::uint64_t k = 0; k < some; ++k) results[k] = input[indices[first + k]];
    };
    if (count < parallel_moves_from) return collect(0, count, output);
    const bool streaming = count * (2 * sizeof(T) + sizeof(Index)) >= larger_than_caches;
    in_parallel(tbb::blocked_range<std::uint64_t>(0, count, grain), [=](const auto& part) {
        if (streaming) return write_streaming(output, part.begin(), part.end(), collect);
        collect(part.begin(), part.size(), output + part.begin());
    });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
