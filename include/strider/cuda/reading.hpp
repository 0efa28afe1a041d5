// How a kernel may read its source: one element at a time, or in pieces as wide as a load can be.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/canonical_order.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/read.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

/// What the loads of a kernel may assume.
enum class reading { elements, pieces, streaming_pieces };

template <reading How, unsigned Count, class Source>
__device__ __forceinline__ auto read(const Source& source, std::uint64_t first) {
    if constexpr (How == reading::pieces) {
        return read_piece<Count, caching::normal>(source, first);
    } else if constexpr (How == reading::streaming_pieces) {
        return read_piece<Count, caching::streaming>(source, first);
    } else {
        return read_some<Count>(source, first, Count);
    }
}

/// Calls `go(std::integral_constant<reading, ...>)` with how this source may be read. Data that is larger than any
/// cache is marked as streaming; smaller data is not, so that it may stay for the next reader.
template <class Source, class Go>
void with_reading(const Source& source, std::uint64_t elements, Go go) {
    using T = source_value<Source>;
    constexpr std::uint64_t larger_than_caches = std::uint64_t{64} << 20;
    if constexpr (has_pieces<Source>) {
        if (readable_in_pieces<canonical_order::accumulators_per_lane(sizeof(T))>(source)) {
            if (elements * sizeof(T) >= larger_than_caches) {
                go(std::integral_constant<reading, reading::streaming_pieces>{});
            } else {
                go(std::integral_constant<reading, reading::pieces>{});
            }
            return;
        }
    }
    go(std::integral_constant<reading, reading::elements>{});
}

}  // namespace STRIDER_TARGET
}  // namespace strider
