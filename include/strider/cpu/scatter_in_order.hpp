// Combinations of elements by the places that they name, in a fixed order, on all cores: elements are sorted by place,
// each place's are reduced as a run of one key, and brought to it. Honours the caller's tbb::task_arena.
#pragma once

#include <cstdint>
#include <functional>
#include <new>

#include <strider/core/accumulated.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/source.hpp>
#include <strider/cpu/chunk.hpp>
#include <strider/cpu/parallel.hpp>
#include <strider/cpu/partition_by_region.hpp>
#include <strider/cpu/reduce_by_key.hpp>
#include <strider/cpu/scatter.hpp>
#include <strider/cpu/sort.hpp>
#include <strider/pattern/runs.hpp>
#include <strider/pattern/segments.hpp>
#include <strider/pattern/selection.hpp>
#include <strider/pattern/sort_key.hpp>

namespace strider {

/// The elements of a place are reduced in the canonical order, as they follow one another in the input. Throws
/// std::bad_alloc where there is no memory to sort them.
template <class T, class Index, class Operator>
void combine_in_order(const cpu& policy, const T* input, const Index* indices, std::uint64_t count, T* output,
                      std::uint64_t all_places, Operator op) {
    using namespace cpu_backend;
    if constexpr (cpu_backend::free_of_order<Operator, T>) {
        return combine_elements(policy, input, indices, count, output, all_places, op);
    }
    using A = accumulator_of<Operator, T>;
    const auto line = [](std::uint64_t bytes) { return (bytes + 63) / 64 * 64; };
    const std::uint64_t of_indices = line(count * sizeof(Index)), of_elements = line(count * sizeof(T));
    const auto scratch = allocate_scratch(2 * of_indices + of_elements + count * sizeof(A));
    if (scratch == nullptr) throw std::bad_alloc();
    auto* const places = reinterpret_cast<Index*>(scratch.get());
    auto* const named = reinterpret_cast<Index*>(scratch.get() + of_indices);
    auto* const elements = reinterpret_cast<T*>(scratch.get() + 2 * of_indices);
    auto* const totals = reinterpret_cast<A*>(scratch.get() + 2 * of_indices + of_elements);

    sort_elements(policy, indices, places, input, elements, count, detail::bits_of_key<false, std::identity>{});
    const auto values = detail::accumulated<A>(contiguous<T>{elements});
    const keyed_reduction of_places{places, values, count, named, totals, detail::of_values_alone<A>(op)};
    const std::uint64_t runs = reduce_runs(policy, of_places, starting_a_run{equal_to{}});
    in_parallel(tbb::blocked_range<std::uint64_t>(0, runs, parallel_from), [=](const auto& part) {
        for (std::uint64_t i = part.begin(); i < part.end(); ++i) {
            T& place = output[named[i]];
            place = static_cast<T>(detail::canonical_nan<A>(op(static_cast<A>(place), totals[i])));
        }
    });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
