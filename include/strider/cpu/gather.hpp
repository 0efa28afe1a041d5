// Gather on all cores: every core takes a stretch of the indices. Honours the caller's tbb::task_arena.
#pragma once

#include <algorithm>
#include <cstdint>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <strider/core/policy.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/past_caches.hpp>

namespace strider {

namespace cpu_backend {

/// Elements that are asked for before their turn: a load that waits keeps its place in the core, a prefetch does not.
inline constexpr std::uint64_t asked_ahead = 32;

}  // namespace cpu_backend

template <class T, class Index>
void gather_elements(cpu, const T* input, std::uint64_t elements, const Index* indices, std::uint64_t count,
                     T* output) {
    using namespace cpu_backend;
    constexpr std::uint64_t grain = std::uint64_t{1} << 14;
    const auto collect = [=](std::uint64_t first, std::uint64_t some, T* results) {
        for (std::uint64_t k = 0; k < some; ++k) results[k] = input[indices[first + k]];
    };
    if (count < parallel_from) return collect(0, count, output);
    const bool streaming = count * (2 * sizeof(T) + sizeof(Index)) >= larger_than_caches;
    const bool far = elements * sizeof(T) >= larger_than_caches;
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count, grain), [=](const auto& part) {
        const auto collect_ahead = [=](std::uint64_t first, std::uint64_t some, T* results) {
            const std::uint64_t alone = some - std::min(far ? asked_ahead : some, some);
            for (std::uint64_t k = 0; k < alone; ++k) {
                __builtin_prefetch(input + indices[first + k + asked_ahead]);
                results[k] = input[indices[first + k]];
            }
            collect(first + alone, some - alone, results + alone);
        };
        if (streaming) {
            write_streaming(output, part.begin(), part.end(), collect_ahead);
        } else {
            collect_ahead(part.begin(), part.size(), output + part.begin());
        }
    });
}

}  // namespace strider
