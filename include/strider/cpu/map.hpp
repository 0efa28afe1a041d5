// Map on all cores: every core takes a stretch of its own. Honours the caller's tbb::task_arena.
#pragma once

#include <cstdint>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/streaming_store.hpp>
#include <strider/cpu/widest_vectors.hpp>

namespace strider {

/// The values of a source's `elements` elements to `output`, which may be where they come from.
template <element_source Source, class U>
void map_source(cpu, const Source& source, std::uint64_t elements, U* output) {
    using namespace cpu_backend;
    detail::require_host_functions<Source>();
    const auto make = [=](std::uint64_t from, std::uint64_t count, U* results) {
#pragma GCC unroll 8
        for (std::uint64_t i = 0; i < count; ++i) results[i] = static_cast<U>(source(from + i));
    };
    if (elements < parallel_from) return by_widest_vectors([=] { make(0, elements, output); });
    constexpr std::uint64_t grain = std::uint64_t{1} << 14;
    bool streaming = elements * 2 * sizeof(U) > larger_than_caches;
    detail::for_each_memory(source, elements, [&](const auto& from, std::uint64_t, bool) {
        // In place, the lines are in the cache when they are written.
        if (static_cast<const void*>(from.data) == output) streaming = false;
    });
    in_parallel(tbb::blocked_range<std::uint64_t>(0, elements, grain), [=](const auto& part) {
        by_widest_vectors([=, first = part.begin(), end = part.end()] {
            if (streaming) return write_streaming(output, first, end, make);
            make(first, end - first, output + first);
        });
    });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
