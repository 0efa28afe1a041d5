// Reduction on all cores: oneTBB spreads the chunks of the canonical order. One core takes a chunk, by vectors.
//
// Which core takes which chunk is left to the scheduler and cannot be seen in the result. Reads each element once;
// scratch is one partial result a chunk. Honours the caller's tbb::task_arena.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/extremes.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider {

/// The partial results of `count` chunks from `first_chunk` on.
template <element_source Source, class Operator, class T = source_value<Source>>
void reduce_chunks(cpu, const Source& source, const canonical_order::chunk_shape& shape, std::uint64_t first_chunk,
                   std::uint64_t count, Operator op, T* partials) {
    const auto reduce_one = [&](std::uint64_t c) {
        const std::uint64_t first = c * shape.chunk, size = std::min(shape.chunk, shape.elements - first);
        partials[c - first_chunk] = cpu_backend::reduce_chunk(source, first, size, shape.chunk, op);
    };
    const bool alone = count == 1 || count * shape.chunk < cpu_backend::parallel_from;
    cpu_backend::in_parallel(first_chunk, first_chunk + count, reduce_one, cpu_backend::tasks_unless(alone));
}

/// The partial results combined: as one more chunk.
template <class T, class Operator>
T reduce_partials(cpu, const T* partials, std::uint64_t count, Operator op) {
    return cpu_backend::reduce_chunk(contiguous<T>{partials}, 0, count, count, op);
}

/// The reduction of a source of at least one element.
template <element_source Source, class Operator, class T = source_value<Source>>
T reduce_source(cpu, const Source& source, std::uint64_t elements, Operator op) {
    canonical_order::chunk_shape shape(elements);
    // Larger chunks: there is less to combine. (Extremes are exact in any order, and calls make every NaN one.)
    if constexpr (cpu_backend::free_of_order<Operator, T> ||
                  (std::floating_point<T> && cpu_backend::is_extreme<Operator>)) {
        while (shape.chunk * sizeof(T) < std::uint64_t{1} << 18) ++shape.bits, shape.chunk *= 2;
        shape.chunks = (elements + shape.chunk - 1) / shape.chunk;
    }
    if (shape.chunks == 1) return cpu_backend::reduce_chunk(source, 0, elements, shape.chunk, op);
    const auto partials = std::make_unique_for_overwrite<T[]>(shape.chunks);
    reduce_chunks(cpu{}, source, shape, 0, shape.chunks, op, partials.get());
    return reduce_partials(cpu{}, partials.get(), shape.chunks, op);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
