// Chunks of min_max, argmin and argmax on elements in memory: the same results by cheaper means.
//
// Comparisons are exact, so the order of combination cannot be seen in the result (but for the bits of a NaN, which the
// public calls make one). A chunk's extreme is found by vectors, and then, in cache by now, the first place of it.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <type_traits>

#include <strider/cpu/chunk.hpp>

namespace strider {

template <class T>
struct located;
template <class T>
struct extremes;

namespace detail {
template <class T>
struct locate;
template <class Order>
struct first_extreme;
template <class T>
struct both_extremes;
}  // namespace detail

namespace cpu_backend {

/// The first index i at which `matches(elements[i])`, which there is. Blocks are tested without an early exit, by
/// vectors.
template <class T, class Predicate>
std::uint64_t find_first(const T* elements, std::uint64_t count, Predicate matches) {
    constexpr std::uint64_t block = 256;
    std::uint64_t i = 0;
    for (; i + block <= count; i += block) {
        unsigned any = 0;
        for (std::uint64_t j = 0; j < block; ++j) any |= static_cast<unsigned>(matches(elements[i + j]));
        if (any != 0) break;
    }
    while (!matches(elements[i])) ++i;
    return i;
}

template <class T, class Order>
located<T> reduce_chunk(const transformed<contiguous<T>, with_index<detail::locate<T>>>& source, std::uint64_t first,
                        std::uint64_t count, std::uint64_t full, detail::first_extreme<Order>) {
    const T* const elements = source.source.data + first;
    const T extreme = reduce_chunk(source.source, first, count, full, Order{});
    const std::uint64_t found = extreme != extreme
                                    ? find_first(elements, count, [](T x) { return x != x; })
                                    : find_first(elements, count, [extreme](T x) { return x == extreme; });
    return source(first + found);
}

template <class T>
inline constexpr bool hides_order<detail::both_extremes<T>, extremes<T>> = true;

template <class T>
extremes<T> reduce_chunk(const transformed<contiguous<T>, detail::both_extremes<T>>& source, std::uint64_t first,
                         std::uint64_t count, std::uint64_t, detail::both_extremes<T> both) {
    if constexpr (std::floating_point<T> && fits_squares<T>) {
        extremes<T> found;
        by_widest_vectors([=, &found] {
            const auto [least, greatest] = float_extremes<true, true>(source.source.data + first, count);
            found = {least, greatest};
        });
        return found;
    } else {
        constexpr std::uint64_t block = (std::uint64_t{1} << 14) / sizeof(T);  // stays in the first-level cache
        const auto of_block = [&](std::uint64_t done) {
            const std::uint64_t size = std::min(block, count - done);
            return extremes<T>{reduce_chunk(source.source, first + done, size, size, minimum{}),
                               reduce_chunk(source.source, first + done, size, size, maximum{})};
        };
        extremes<T> found = of_block(0);
        for (std::uint64_t done = block; done < count; done += block) found = both(found, of_block(done));
        return found;
    }
}

}  // namespace cpu_backend
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
