// The oracle: every run's values by the serial reduction. Never optimised.
#pragma once

#include <cstdint>

#include <strider/core/policy.hpp>
#include <strider/core/source.hpp>
#include <strider/pattern/segments.hpp>
#include <strider/serial/reduce.hpp>
#include <strider/serial/run_length_encode.hpp>

namespace strider {

/// The first key of every run to the front of `unique`, and the reduction of its values to `results`; how many.
template <class K, element_source Source, class T, class Operator, class Selector, class U>
std::uint64_t reduce_runs(serial, const K* keys, const Source& values, std::uint64_t elements, K* unique, U* results,
                          const segment_result<T, Operator>& result, const Selector& starts) {
    const auto reduce_one = [&](std::uint64_t run, std::uint64_t begin, std::uint64_t end) {
        results[run] = result.of(reduce_source(serial{}, detail::elements_from(values, begin), end - begin, result.op));
    };
    return encode_runs(serial{}, keys, elements, unique, reduce_one, starts);
}

}  // namespace strider
