// Segments of one row of a chunk at most, by one warp: short ones by 4, 16 or 32 lanes each, so that several loads are
// under way at once, longer ones group by group.
//
// Source: N. Bell and M. Garland, Implementing Sparse Matrix-Vector Multiplication on Throughput-Oriented Processors
// (2009), for lanes, and warps, a segment.
#pragma once

#include <cstdint>

#include <strider/cuda/segmented_reduce/groups.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace segment_kernels {

/// A segment for each lane; those of at most `lanes_each` units are reduced by so many lanes each, and their lane gets
/// the total.
template <class Source, class T, class Operator>
__device__ __forceinline__ void reduce_short(const Source& values, std::uint64_t begin, unsigned size,
                                             unsigned segments, unsigned lanes_each, Operator op, T& total) {
    constexpr unsigned each = lane_unit<T, Operator, width_of<Source>>, at_once = sizeof(T) > 16 ? 1 : 4;
    const unsigned lane = threadIdx.x % 32, within = lane % lanes_each, together = 32 / lanes_each;
    const unsigned before_mine = within * each;
    const bool is_short = size <= lanes_each * each;
    for (unsigned first = 0; first < segments; first += at_once * together) {
        unsigned left[at_once];  // from my first element on
        std::uint64_t from[at_once];
        T value[at_once];
        piece<T, width_of<Source>> elements[at_once];
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            const unsigned segment = first + u * together + lane / lanes_each;
            const unsigned count = __shfl_sync(~0u, is_short ? size : 0, segment);
            from[u] = __shfl_sync(~0u, begin, segment) + before_mine;
            left[u] = count > before_mine ? count - before_mine : 0;
            if constexpr (is_commutative<Operator, T>)
                elements[u] = elements_at{values}.read(from[u], left[u], missing<T, Operator>());
        }
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            value[u] = missing<T, Operator>();
            if constexpr (is_commutative<Operator, T>) {
                value[u] = tree_of(elements[u], left[u], op);
            } else if (left[u] != 0) {
                value[u] =
                    fold(elements_at{detail::elements_from(values, from[u])}, 0, left[u] < each ? left[u] : each, op);
            }
        }
        for (unsigned distance = 1; distance < lanes_each; distance *= 2) {
#pragma unroll
            for (unsigned u = 0; u < at_once; ++u) {
                const T right = warp::shuffle_down(value[u], distance);
                if (fills<T, Operator> || left[u] > distance * each) value[u] = op(value[u], right);
            }
        }
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            const unsigned mine = lane - first - u * together;  // at which of them my segment is
            const T result = warp::shuffle(value[u], mine * lanes_each);
            if (is_short && mine < together) total = result;
        }
    }
}

/// A segment for each lane; those in `which` have at most one row. All lanes reduce them group by group, several groups
/// at once, of one segment or of several. The segment's lane gets the total.
template <class Source, class T, class Operator>
__device__ __forceinline__ void reduce_by_groups(const Source& values, std::uint64_t begin, unsigned size,
                                                 unsigned which, Operator op, T& total) {
    constexpr unsigned each = lane_unit<T, Operator, width_of<Source>>, group = 32 * each;
    constexpr unsigned at_once = sizeof(T) > 16 ? 1 : each > 8 ? 2 : 4;
    const unsigned lane = threadIdx.x % 32;
    T of_group = missing<T, Operator>();  // lane g has the result of group g
    unsigned first = 0;                   // of the segment's elements, where the next group begins
    while (which != 0) {
        unsigned segment[at_once], before[at_once], left[at_once];  // of the segment; the latter from the group on
        std::uint64_t from[at_once];
        piece<T, width_of<Source>> elements[at_once];
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            segment[u] = static_cast<unsigned>(__ffs(static_cast<int>(which)) - 1);
            before[u] = first;
            left[u] = which != 0 ? __shfl_sync(~0u, size, segment[u]) - first : 0;
            from[u] = __shfl_sync(~0u, begin, segment[u]) + first + lane * each;
            if constexpr (is_commutative<Operator, T>) {
                elements[u] = elements_at{values}.read(from[u], left[u] > lane * each ? left[u] - lane * each : 0,
                                                       missing<T, Operator>());
            }
            first += group;
            if (left[u] <= group) {
                first = 0;
                which &= which - 1;
            }
        }
#pragma unroll
        for (unsigned u = 0; u < at_once; ++u) {
            if (left[u] == 0) break;
            const unsigned mine = left[u] > lane * each ? left[u] - lane * each : 0;
            T value = missing<T, Operator>();
            if constexpr (is_commutative<Operator, T>) {
                value = tree_of(elements[u], mine, op);
            } else if (mine != 0) {
                value = fold(elements_at{detail::elements_from(values, from[u])}, 0, mine < each ? mine : each, op);
            }
            value = tree_of_group(value, left[u] < group ? (left[u] + each - 1) / each : 32, op);
            if (before[u] != 0 || left[u] > group) {
                if (lane == before[u] / group) of_group = value;
                if (left[u] > group) continue;
                value = tree_of_group(of_group, before[u] / group + 1, op);
                of_group = missing<T, Operator>();
            }
            if (lane == segment[u]) total = value;
        }
    }
}

}  // namespace segment_kernels
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
