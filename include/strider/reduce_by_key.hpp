// Reduction by key: the first key of every run of equal keys, and the reduction of the run's values.
//
//     const std::uint64_t runs = strider::reduce_by_key(policy, keys, values, run_keys, totals);
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls. The values may be a view.
// The count must not lie in an output. A run is a longest stretch of equal neighbours. Equal keys that stand apart are
// several runs: sort by key first, or see scatter_reduce and histogram. By `equal_to` every NaN is a run, and -0 equals
// +0. Every run has the result of strider::reduce for its values, to the last bit: it is combined in the canonical
// order (pattern/canonical_order.hpp) of its own length. Operators must be associative. They need no identity, and need
// not be commutative. A NaN result is the one quiet NaN of its type. An equality gets neighbours, the left one first.
// Keys and values may be of any trivially copyable type of at most 32 bytes; values need a default, in kernel files
// keys too. Output behind the last result is not changed.
//
// Cost: O(n) calls. A call reads each key and value once, and writes each unique key and result once. strider::cpu
// keeps a bit a key. A GPU's scratch is less than a hundredth of the keys' size, and what segmented_reduce takes. It
// takes one launch below 2^21 keys; from there on one for every 2^31 keys, and one more.
// Errors: std::invalid_argument if there is not a value for each key, if an output has less room than there are keys,
// or if an output overlaps the other output or what is read.
// Sources: D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (2016), for where runs
// begin; the order within a run is strider's own.
#pragma once

#include <ranges>

#include <strider/compact.hpp>
#include <strider/core/accumulated.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/operators.hpp>
#include <strider/core/overlap.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/pattern/reduction.hpp>
#include <strider/pattern/runs.hpp>
#include <strider/pattern/segments.hpp>
#include <strider/pattern/selection.hpp>
#include <strider/reduce.hpp>
#include <strider/rules/reduce_by_key.hpp>
#include <strider/serial/reduce_by_key.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/reduce_by_key.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/reduce_by_key.hpp>
#endif

namespace strider {

namespace detail {

template <class Keys, class Values, class Unique, class Results>
void require_keys(const Keys& keys, const Values& values, Unique& unique, Results& results, const char* call) {
    const extent_in_memory read_keys = memory_of(keys);
    const std::uint64_t elements = std::ranges::size(keys);
    require_one_size(call, elements, std::ranges::size(values));
    const extent_in_memory to_unique = room_for_runs(unique, elements, call, "unique keys"),
                           to_results = room_for_runs(results, elements, call, "results");
    for (const extent_in_memory& output : {to_unique, to_results}) {
        require_apart(output, read_keys, call, "keys");
        require_apart_from(output, values, call, "values");
    }
    require_apart(to_results, to_unique, call, "unique keys");
}

template <class Keys, class Values, class Unique, class Results, class Operator>
auto reduction_by_keys(const Keys& keys, const Values& values, Unique& unique, Results& results, Operator op) {
    using A = accumulator_of<Operator, element_of<Values>>;
    return keyed_reduction{data_of(keys),
                           values_as<A>(values),
                           std::ranges::size(keys),
                           data_of(unique),
                           results_at<Operator>(data_of(results)),
                           of_values_alone<A>(op)};
}

}  // namespace detail

/// Writes the first key of every run to the front of `unique_keys`, and the reduction of the run's values to the front
/// of `results`. Runs keep the order of the input. Returns the number of runs.
template <execution_policy Policy, class Keys, class Values, class Unique, class Results, class Operator = plus,
          class Equal = equal_to>
    requires misuse::allows<misuse::reducing_by_key, Keys, Values, Unique&&, Results&&, Operator, Equal>
std::uint64_t reduce_by_key(const Policy& policy, const Keys& keys, const Values& values, Unique&& unique_keys,
                            Results&& results, Operator op = {}, Equal equal = {}) {
    detail::require_keys(keys, values, unique_keys, results, "reduce_by_key");
    const auto of = detail::reduction_by_keys(keys, values, unique_keys, results, op);
    return reduce_runs(policy, of, starting_a_run{detail::giving_a<bool>(equal)});
}

/// The same, but `*count` gets the number of runs.
template <execution_policy Policy, class Keys, class Values, class Unique, class Results, class Operator = plus,
          class Equal = equal_to>
    requires misuse::allows<misuse::reducing_by_key_into, Keys, Values, Unique&&, Results&&, std::uint64_t*, Operator,
                            Equal>
void reduce_by_key_into(const Policy& policy, const Keys& keys, const Values& values, Unique&& unique_keys,
                        Results&& results, std::uint64_t* count, Operator op = {}, Equal equal = {}) {
    detail::require_keys(keys, values, unique_keys, results, "reduce_by_key_into");
    detail::require_place(count, "reduce_by_key_into");
    const auto of = detail::reduction_by_keys(keys, values, unique_keys, results, op);
    const starting_a_run starts{detail::giving_a<bool>(equal)};
    if constexpr (requires { reduce_runs_into(policy, of, starts, count); }) {
        reduce_runs_into(policy, of, starts, count);
    } else {
        *count = reduce_runs(policy, of, starts);
    }
}

STRIDER_REFUSES(reduce_by_key, reducing_by_key);
STRIDER_REFUSES(reduce_by_key_into, reducing_by_key_into);
misuse::lost_output_4 reduce_by_key, reduce_by_key_into;
misuse::lost_output_5 reduce_by_key, reduce_by_key_into;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
