// Summaries on all cores: what a core has summed of a chunk it looks at again, in cache by now, for the extremes. What
// is not in memory is made up there first.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include <strider/core/accumulated.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/reduce.hpp>
#include <strider/cpu/widest_vectors.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider {

template <class T>
struct summary;

namespace cpu_backend {

/// `count` elements of a source from `first` on: where they are in memory, or in `room`.
template <class Source, class T>
const T* elements_in_memory(const Source& source, std::uint64_t first, std::uint64_t count, T* room) {
    if constexpr (is_contiguous<Source>) {
        return source.data + first;
    } else {
        const auto make = [=] {
            for (std::uint64_t i = 0; i < count; ++i) room[i] = source(first + i);
        };
        if constexpr (detail::converts_memory<Source>) {
            by_widest_vectors(make);
        } else {
            make();
        }
        return room;
    }
}

}  // namespace cpu_backend

/// The summary of a source of at least one element. (The orders are parameters, since they are defined behind this
/// header.)
template <element_source Source, class T = source_value<Source>, class Least = detail::first_extreme<minimum>,
          class Greatest = detail::first_extreme<maximum>>
summary<T> summarize_source(cpu at, const Source& values, std::uint64_t count) {
    constexpr Least least;
    constexpr Greatest greatest;
    const canonical_order::chunk_shape shape(count);
    const auto sums = std::make_unique_for_overwrite<T[]>(shape.chunks);
    const auto minima = std::make_unique_for_overwrite<located<T>[]>(shape.chunks);
    const auto maxima = std::make_unique_for_overwrite<located<T>[]>(shape.chunks);
    const auto take_chunks = [&](std::uint64_t begin, std::uint64_t end) {
        using namespace cpu_backend;
        const auto room = std::make_unique_for_overwrite<T[]>(is_contiguous<Source> ? 0 : std::min(shape.chunk, count));
        for (std::uint64_t c = begin; c < end; ++c) {
            const std::uint64_t first = c * shape.chunk, size = std::min(shape.chunk, count - first);
            const contiguous<T> chunk{elements_in_memory(values, first, size, room.get())};
            const transformed placed{chunk, with_index{detail::locate<T>{first}}};
            sums[c] = reduce_chunk(chunk, 0, size, shape.chunk, plus{});
            minima[c] = reduce_chunk(placed, 0, size, shape.chunk, least);
            maxima[c] = reduce_chunk(placed, 0, size, shape.chunk, greatest);
        }
    };
    if (count < cpu_backend::parallel_from_by<Source>) {
        take_chunks(0, shape.chunks);
    } else {
        cpu_backend::in_parallel(tbb::blocked_range<std::uint64_t>(0, shape.chunks),
                                 [&](const auto& range) { take_chunks(range.begin(), range.end()); });
    }
    return {reduce_partials(at, sums.get(), shape.chunks, plus{}),
            reduce_partials(at, minima.get(), shape.chunks, least),
            reduce_partials(at, maxima.get(), shape.chunks, greatest)};
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
