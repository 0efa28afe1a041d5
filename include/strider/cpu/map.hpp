// Map on all cores: every core takes a stretch of its own. Honours the caller's tbb::task_arena.
#pragma once

#include <cstdint>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/streaming_store.hpp>
#include <strider/serial/map.hpp>

namespace strider {

namespace cpu_backend {

/// Whether a source reads from `place` on.
template <class T>
bool reads_from(const contiguous<T>& source, const void* place) {
    return source.data == place;
}
template <class Source, class Function>
bool reads_from(const transformed<Source, Function>& source, const void* place) {
    return reads_from(source.source, place);
}
template <class First, class Second, class Function>
bool reads_from(const zipped<First, Second, Function>& source, const void* place) {
    return reads_from(source.first, place) || reads_from(source.second, place);
}

}  // namespace cpu_backend

/// The values of a source's `elements` elements to `output`, which may be where they come from.
template <element_source Source, class U>
void map_source(cpu, const Source& source, std::uint64_t elements, U* output) {
    using namespace cpu_backend;
    if (elements < parallel_from) return map_source(serial{}, source, elements, output);
    constexpr std::uint64_t grain = std::uint64_t{1} << 14;
    // In place, the lines are in the cache when they are written.
    const bool streaming = elements * 2 * sizeof(U) >= larger_than_caches && !reads_from(source, output);
    const auto map_stretch = [&](std::uint64_t first, std::uint64_t end) {
        if (streaming) {
            write_streaming(output, first, end, [&](std::uint64_t from, std::uint64_t count, U* results) {
                for (std::uint64_t i = 0; i < count; ++i) results[i] = static_cast<U>(source(from + i));
            });
        } else {
            for (std::uint64_t i = first; i < end; ++i) output[i] = static_cast<U>(source(i));
        }
    };
    in_parallel(tbb::blocked_range<std::uint64_t>(0, elements, grain),
                [&](const auto& part) { map_stretch(part.begin(), part.end()); });
}

}  // namespace strider
