// The oracle of summaries: a reduction for each of the three.
#pragma once

#include <cstdint>

#include <strider/core/operators.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/serial/reduce.hpp>

namespace strider {

template <class T>
struct summary;
namespace detail {
template <class T>
struct locate;
template <class Order>
struct first_extreme;
}  // namespace detail

/// The summary of a source of at least one element. (The orders are parameters, since they are defined behind this
/// header.)
template <element_source Source, class T = source_value<Source>, class Least = detail::first_extreme<minimum>,
          class Greatest = detail::first_extreme<maximum>>
summary<T> summarize_source(serial at, const Source& values, std::uint64_t count) {
    const transformed placed{values, with_index{detail::locate<T>{}}};
    return {reduce_source(at, values, count, plus{}), reduce_source(at, placed, count, Least{}),
            reduce_source(at, placed, count, Greatest{})};
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
