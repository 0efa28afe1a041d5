// The oracle: the canonical order by textbook loops. Never optimised.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider {

namespace serial_backend {

template <class T, class Operator>
void combine(std::optional<T>& left, const std::optional<T>& right, Operator op) {
    if (!right) return;
    left = left ? static_cast<T>(op(*left, *right)) : *right;
}

/// One chunk: elements `first` to `first + count` of the source. `full` is the number of elements of a chunk that is
/// not the last one: it decides which lane an element belongs to where the operator is not known to commute.
template <element_source Source, class Operator, class T = source_value<Source>>
T reduce_chunk(const Source& source, std::uint64_t first, std::uint64_t count, std::uint64_t full, Operator op) {
    detail::require_host_functions<Source, Operator>();
    using namespace canonical_order;
    constexpr bool commutative = is_commutative<Operator, T>;
    const std::uint64_t row = lanes * accumulators_per_lane(sizeof(T));
    const std::uint64_t run = (full + lanes - 1) / lanes;

    std::vector<std::optional<T>> accumulators(commutative ? row : lanes);
    for (std::uint64_t i = 0; i < count; ++i) {
        combine(accumulators[commutative ? i % row : i / run], std::optional<T>(source(first + i)), op);
    }
    for (std::size_t width = 1; width < accumulators.size(); width *= 2) {
        for (std::size_t i = 0; i < accumulators.size(); i += 2 * width) {
            combine(accumulators[i], accumulators[i + width], op);
        }
    }
    return *accumulators.front();
}

}  // namespace serial_backend

/// The partial results of `count` chunks from `first_chunk` on.
template <element_source Source, class Operator, class T = source_value<Source>>
void reduce_chunks(serial, const Source& source, const canonical_order::chunk_shape& shape, std::uint64_t first_chunk,
                   std::uint64_t count, Operator op, T* partials) {
    for (std::uint64_t c = first_chunk; c < first_chunk + count; ++c) {
        const std::uint64_t first = c * shape.chunk;
        const std::uint64_t size = std::min(shape.chunk, shape.elements - first);
        partials[c - first_chunk] = serial_backend::reduce_chunk(source, first, size, shape.chunk, op);
    }
}

/// The partial results combined: as one more chunk.
template <class T, class Operator>
T reduce_partials(serial, const T* partials, std::uint64_t count, Operator op) {
    return serial_backend::reduce_chunk(contiguous<T>{partials}, 0, count, count, op);
}

/// The reduction of a source of at least one element.
template <element_source Source, class Operator, class T = source_value<Source>>
T reduce_source(serial, const Source& source, std::uint64_t elements, Operator op) {
    const canonical_order::chunk_shape shape(elements);
    const auto partials = std::make_unique<T[]>(shape.chunks);
    reduce_chunks(serial{}, source, shape, 0, shape.chunks, op, partials.get());
    return reduce_partials(serial{}, partials.get(), shape.chunks, op);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
