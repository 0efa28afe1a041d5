// The oracle: every run's values by the serial reduction. Never optimised.
#pragma once

#include <cstdint>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/runs.hpp>
#include <strider/pattern/segments.hpp>
#include <strider/serial/reduce.hpp>
#include <strider/serial/run_length_encode.hpp>

namespace strider {

/// The first key of every run to the front of `unique`, and the reduction of its values to `results`; how many.
template <class K, element_source Source, class U, class Result, class Selector>
std::uint64_t reduce_runs(serial, const keyed_reduction<K, Source, U, Result>& of, const Selector& starts) {
    const auto reduce_one = [&](std::uint64_t run, std::uint64_t begin, std::uint64_t end) {
        const auto values = detail::elements_from(of.values, begin);
        of.results[run] = of.result.of(reduce_source(serial{}, values, end - begin, of.result.op));
    };
    return encode_runs(serial{}, of.keys, of.elements, of.unique, reduce_one, starts);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
