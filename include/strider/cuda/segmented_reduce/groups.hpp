// Parts of a chunk of the canonical order by a warp: 32 of the chunk's 512 lanes are a group, which a warp combines by
// shuffles; the results of the 16 groups are combined as the tree goes on.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/accumulated.hpp>
#include <strider/core/neutral.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/block/tree.hpp>
#include <strider/cuda/warp/tree.hpp>
#include <strider/pattern/canonical_order.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace segment_kernels {

using canonical_order::lanes;

inline constexpr unsigned groups = lanes / 32;  ///< of a chunk

/// Where missing elements can be filled in, the tree need not know of them.
template <class T, class Operator>
inline constexpr bool fills = has_exact_neutral<T, Operator>;
template <class T, class Operator>
__device__ __forceinline__ T missing() {
    if constexpr (fills<T, Operator>) {
        return neutral<T, Operator>();
    } else {
        return T{};
    }
}

/// How many elements of a source a lane reads at once: 16 bytes, where they are small enough.
template <class Source>
inline constexpr unsigned width_of = canonical_order::accumulators_per_lane(sizeof(source_value<Source>));
template <class E, class T>
inline constexpr unsigned width_of<transformed<contiguous<E>, detail::convert_to<T>>> =
    canonical_order::accumulators_per_lane(sizeof(E));

/// Consecutive elements of a source; of memory, at any address.
template <class Source>
struct elements_at {
    using T = source_value<Source>;
    static constexpr unsigned width = width_of<Source>;
    Source source;

    __device__ T operator()(std::uint64_t i) const { return rounded<Source>(source(i)); }
    /// The first `available` of `width` elements, in one load where the address allows it.
    __device__ __forceinline__ piece<T, width> read(std::uint64_t first, unsigned available, T otherwise) const {
        piece<T, width> elements;
        if constexpr (std::is_same_v<Source, contiguous<T>>) {
            constexpr unsigned alignment = detail::widest_word(width * sizeof(T));
            const T* const from = source.data + first;
            if (available >= width && reinterpret_cast<std::uintptr_t>(from) % alignment == 0) {
                detail::load(from, elements);
                return elements;
            }
        } else if constexpr (detail::converts_memory<Source>) {
            constexpr unsigned alignment = detail::widest_word(width * sizeof(*source.source.data));
            if (available >= width && reinterpret_cast<std::uintptr_t>(source.source.data + first) % alignment == 0)
                return strider::read<width>(source, first, {true, false});
        }
#pragma unroll
        for (unsigned v = 0; v < width; ++v) {
            elements.element[v] = otherwise;
            if (v < available) elements.element[v] = (*this)(first + v);
        }
        return elements;
    }
};
template <class Source>
elements_at(Source) -> elements_at<Source>;
/// How many of the first `count` are left from `first` on.
__device__ __forceinline__ unsigned left_of(unsigned count, unsigned first) {
    return first < count ? count - first : 0;
}

/// The neighbour tree over the first `available` elements, at least one.
template <class T, unsigned Width, class Operator>
__device__ __forceinline__ T tree_of(piece<T, Width>& elements, unsigned available, Operator op) {
    return block::thread_tree(elements.element, fills<T, Operator> ? Width : available, op);
}

/// The tree over the first `filled` lanes of a warp; every lane gets the result.
template <class T, class Operator>
__device__ __forceinline__ T tree_of_group(T value, unsigned filled, Operator op) {
    if constexpr (fills<T, Operator> && warp::has_reduce<Operator, T>) {
        return warp::reduce(value, op);
    } else {
        return warp::shuffle(warp::tree<32>(value, fills<T, Operator> ? 32 : filled, op), 0);
    }
}

template <class Source, class Operator>
__device__ __forceinline__ auto fold(const Source& source, unsigned first, unsigned count, Operator op) {
    auto value = source(first);
    for (unsigned i = 1; i < count; ++i) value = op(value, source(first + i));
    return value;
}

/// The elements that a lane of the canonical order combines, from its first on, in a chunk of at most one row.
template <class T, class Operator>
inline constexpr unsigned unit =
    is_commutative<Operator, T> ? canonical_order::accumulators_per_lane(sizeof(T))
                                : static_cast<unsigned>(canonical_order::chunk_size(1) / lanes);
/// The same of a lane that reads `Width` elements at once, which are several of those units where it can.
template <class T, class Operator, unsigned Width>
inline constexpr unsigned lane_unit = is_commutative<Operator, T> ? Width : unit<T, Operator>;
/// How many groups there are then.
template <class T, class Operator, unsigned Width>
inline constexpr unsigned groups_of_row = lanes * unit<T, Operator> / (32 * lane_unit<T, Operator, Width>);

/// `Groups` neighbouring groups of a chunk of `count` elements, where a full one has `full` (neither can be 2^32: that
/// would be one of 16,384 chunks): every lane gets the results. Those behind the last element get none.
template <unsigned Groups, class Source, class T, class Operator>
__device__ __forceinline__ void reduce_groups(const Source& source, unsigned count, unsigned full, unsigned first_group,
                                              Operator op, T (&results)[Groups]) {
    const unsigned lane = first_group * 32 + threadIdx.x % 32;  // of the chunk's
    if constexpr (is_commutative<Operator, T>) {
        constexpr unsigned width = Source::width, row = lanes * unit<T, Operator>, next_group = 32 * width;
        const unsigned mine = lane * width;
        piece<T, width> sum[Groups], next[Groups];
#pragma unroll
        for (unsigned g = 0; g < Groups; ++g) {
            const unsigned first = mine + g * next_group;
            sum[g] = source.read(first, left_of(count, first), missing<T, Operator>());
        }
        unsigned left = left_of(count, row), r = row;  // from r on
#pragma unroll 2
        for (; left >= row; left -= row, r += row) {
#pragma unroll
            for (unsigned g = 0; g < Groups; ++g) next[g] = source.read(r + mine + g * next_group, width, T{});
#pragma unroll
            for (unsigned g = 0; g < Groups; ++g) {
#pragma unroll
                for (unsigned v = 0; v < width; ++v) sum[g].element[v] = op(sum[g].element[v], next[g].element[v]);
            }
        }
        if (left != 0) {
#pragma unroll
            for (unsigned g = 0; g < Groups; ++g) {
                const unsigned first = mine + g * next_group;
                next[g] = source.read(r + first, left_of(left, first), missing<T, Operator>());
            }
#pragma unroll
            for (unsigned g = 0; g < Groups; ++g) {
#pragma unroll
                for (unsigned v = 0; v < width; ++v) {
                    if (fills<T, Operator> || v < left_of(left, mine + g * next_group))
                        sum[g].element[v] = op(sum[g].element[v], next[g].element[v]);
                }
            }
        }
        const unsigned filled = count < row ? count : row;
#pragma unroll
        for (unsigned g = 0; g < Groups; ++g) {
            const T value = tree_of(sum[g], left_of(filled, mine + g * next_group), op);
            results[g] = tree_of_group(value, left_of((filled + width - 1) / width, (first_group + g) * 32), op);
        }
    } else {
        const unsigned run = (full + lanes - 1) / lanes;
#pragma unroll
        for (unsigned g = 0; g < Groups; ++g) {
            const unsigned first = (lane + g * 32) * run, left = left_of(count, first);
            T value = missing<T, Operator>();
            if (left != 0) value = fold(source, first, left < run ? left : run, op);
            results[g] = tree_of_group(value, left_of((count + run - 1) / run, (first_group + g) * 32), op);
        }
    }
}

/// How many groups of a chunk have elements.
template <class T, class Operator, unsigned Width>
__device__ __forceinline__ unsigned groups_of(unsigned count, unsigned full) {
    constexpr unsigned all = groups_of_row<T, Operator, Width>;
    const unsigned each = is_commutative<Operator, T> ? 32 * Width : 32 * ((full + lanes - 1) / lanes);
    return count >= all * each ? all : (count + each - 1) / each;
}

/// A segment of one chunk by a warp; every lane gets the result.
template <class Source, class Operator, class T = source_value<Source>>
__device__ __forceinline__ T reduce_by_warp(const Source& segment, unsigned count, Operator op) {
    constexpr unsigned width = width_of<Source>, full = 1u << canonical_order::chunk_bits(1);
    constexpr unsigned at_once = width <= 4 ? 4 : 16 / width;  // registers are few
    const unsigned filled = groups_of<T, Operator, width>(count, full), lane = threadIdx.x % 32;
    T mine = missing<T, Operator>();
    for (unsigned first = 0; first < filled; first += at_once) {
        T results[at_once];
        reduce_groups(elements_at{segment}, count, full, first, op, results);
#pragma unroll
        for (unsigned g = 0; g < at_once; ++g) {
            if (lane == first + g) mine = results[g];
        }
    }
    return tree_of_group(mine, filled, op);
}

}  // namespace segment_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
