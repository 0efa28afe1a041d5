// The oracle: one element after the other. Never optimised.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <strider/core/accumulated.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/quiet_nan.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/runs.hpp>
#include <strider/pattern/segments.hpp>
#include <strider/pattern/selection.hpp>
#include <strider/pattern/sort_key.hpp>
#include <strider/serial/reduce_by_key.hpp>
#include <strider/serial/sort.hpp>

namespace strider {

template <class T, class Index>
void scatter_elements(serial, const T* input, const Index* indices, std::uint64_t count, T* output, std::uint64_t) {
    for (std::uint64_t i = 0; i < count; ++i) output[indices[i]] = input[i];
}

template <class T, class Index, class Operator>
void combine_elements(serial, const T* input, const Index* indices, std::uint64_t count, T* output, std::uint64_t,
                      Operator op) {
    for (std::uint64_t i = 0; i < count; ++i) output[indices[i]] = op(output[indices[i]], input[i]);
}

/// The elements of a place are reduced in the canonical order, as they follow one another in the input.
template <class T, class Index, class Operator>
void combine_in_order(serial, const T* input, const Index* indices, std::uint64_t count, T* output, std::uint64_t,
                      Operator op) {
    using A = accumulator_of<Operator, T>;
    std::vector<Index> places(count), named(count);
    const auto elements = std::make_unique<T[]>(count);
    const auto totals = std::make_unique<A[]>(count);
    sort_elements(serial{}, indices, places.data(), input, elements.get(), count,
                  detail::bits_of_key<false, std::identity>{});
    const auto values = detail::accumulated<A>(contiguous<T>{elements.get()});
    const keyed_reduction of_places{places.data(), values,       count,
                                    named.data(),  totals.get(), detail::of_values_alone<A>(op)};
    const std::uint64_t runs = reduce_runs(serial{}, of_places, starting_a_run{equal_to{}});
    for (std::uint64_t i = 0; i < runs; ++i) {
        T& place = output[named[i]];
        place = static_cast<T>(detail::canonical_nan<A>(op(static_cast<A>(place), totals[i])));
    }
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
