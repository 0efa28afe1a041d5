// Gather on all cores: every core takes a stretch of the indices. Honours the caller's tbb::task_arena.
//
// Elements beyond the caches are asked for ahead of their turn where the indices of a stretch name them in no order.
// Elsewhere, results that no cache would hold go past the caches.
#pragma once

#include <cstdint>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

#include <strider/core/policy.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/index_order.hpp>
#include <strider/cpu/past_caches.hpp>

namespace strider {

template <class T, class Index>
void gather_elements(cpu, const T* input, std::uint64_t elements, const Index* indices, std::uint64_t count,
                     T* output) {
    using namespace cpu_backend;
    constexpr std::uint64_t grain = std::uint64_t{1} << 14;
    const auto collect = [=](std::uint64_t first, std::uint64_t some, T* results) {
        for (std::uint64_t k = 0; k < some; ++k) results[k] = input[indices[first + k]];
    };
    const auto collect_ahead = [=](std::uint64_t first, std::uint64_t some) {
        if (count - first < some + asked_ahead) return collect(first, some, output + first);
        for (std::uint64_t k = first; k < first + some; ++k) {
            __builtin_prefetch(input + indices[k + asked_ahead]);
            output[k] = input[indices[k]];
        }
    };
    if (count < parallel_from) return collect(0, count, output);
    const bool streaming = count * (2 * sizeof(T) + sizeof(Index)) >= larger_than_caches;
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count, grain), [=](const auto& part) {
        if (worth_asking(indices + part.begin(), part.size(), elements, sizeof(T))) {
            collect_ahead(part.begin(), part.size());
        } else if (streaming) {
            write_streaming(output, part.begin(), part.end(), collect);
        } else {
            collect(part.begin(), part.size(), output + part.begin());
        }
    });
}

}  // namespace strider
