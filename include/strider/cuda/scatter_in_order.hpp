// Combinations of elements by the places that they name, in a fixed order, on a GPU and in the emulator: elements are
// sorted by place, each place's are reduced as a run of one key, and brought to it.
#pragma once

#include <bit>
#include <cstdint>
#include <functional>

#include <strider/core/accumulated.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/source.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/cuda/reduce_by_key.hpp>
#include <strider/cuda/sort.hpp>
#include <strider/pattern/runs.hpp>
#include <strider/pattern/segments.hpp>
#include <strider/pattern/selection.hpp>
#include <strider/pattern/sort_key.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace scatter_kernels {

inline constexpr unsigned bringing_threads = 256;

/// Each of `*count` totals to its place.
template <class T, class A, class Index, class Operator>
__global__ void __launch_bounds__(bringing_threads)
    bring_totals_kernel(const Index* places, const A* totals, const std::uint64_t* count, T* output, Operator op) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * bringing_threads + threadIdx.x;
    if (i >= *count) return;
    T& place = output[places[i]];
    place = static_cast<T>(strider::detail::canonical_nan<A>(op(static_cast<A>(place), totals[i])));
}

}  // namespace scatter_kernels

/// Stream-ordered: the elements of a place are reduced in the canonical order, as they follow one another in the input.
template <class T, class Index, class Operator>
void combine_in_order(const device_policy& policy, const T* input, const Index* indices, std::uint64_t count, T* output,
                      std::uint64_t places_there, Operator op) {
    using namespace scatter_kernels;
    using A = accumulator_of<Operator, T>;
    detail::scratch_parts parts;
    const std::size_t count_at = parts.add(sizeof(std::uint64_t)), places_at = parts.add(count * sizeof(Index)),
                      named_at = parts.add(count * sizeof(Index)), elements_at = parts.add(count * sizeof(T)),
                      totals_at = parts.add(count * sizeof(A));
    auto* const scratch =
        reinterpret_cast<unsigned char*>(detail::scratch_of(policy, parts.bytes, scratch_use::between_calls).slots);
    auto* const runs = reinterpret_cast<std::uint64_t*>(scratch + count_at);
    auto* const places = reinterpret_cast<Index*>(scratch + places_at);
    auto* const named = reinterpret_cast<Index*>(scratch + named_at);
    auto* const elements = reinterpret_cast<T*>(scratch + elements_at);
    auto* const totals = reinterpret_cast<A*>(scratch + totals_at);

    sort_by_low_bits(policy, sort_kernels::arrays<Index, T>{indices, places, input, elements, count},
                     strider::detail::bits_of_key<false, std::identity>{},
                     static_cast<unsigned>(std::bit_width(places_there - 1)));
    const auto values = strider::detail::accumulated<A>(contiguous<T>{elements});
    const keyed_reduction of_places{places, values, count, named, totals, strider::detail::of_values_alone<A>(op)};
    reduce_runs_into(policy, of_places, starting_a_run{equal_to{}}, runs);
    launch(bring_totals_kernel<T, A, Index, Operator>,
           detail::launch_of(policy, (count - 1) / bringing_threads + 1, bringing_threads), named, totals, runs, output,
           op);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
