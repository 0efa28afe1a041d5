// Run-length encoding: the first element and the length of every run of equal neighbours.
//
//     const std::uint64_t runs = strider::run_length_encode(policy, values, run_values, lengths);
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls.
// A run is a longest stretch of elements that equal their left neighbours. By `equal_to` every NaN is a run of its own,
// and -0 and +0 beside each other are one run. An equality gets neighbours, the left one first.
// Elements may be of any trivially copyable type of at most 32 bytes (in a kernel file, with a default). Lengths are
// integers of any type that can hold the input's size. Output behind the last run is not changed.
//
// Cost: O(n) calls. A call reads each element once, and writes each value and length once. strider::cpu keeps a bit an
// element. A GPU's scratch is at most 16 bytes for every 4 KiB of input. It takes one launch for every 2^31 elements.
// Errors: std::invalid_argument if values or lengths have less room than there are elements, if lengths cannot hold the
// input's size, or if two of input, values and lengths overlap. The count must not lie in an output.
//
// Source: D. Merrill and M. Garland, Single-pass Parallel Prefix Scan with Decoupled Look-back (2016), here of pairs:
// how many runs begin, and where the last run begins.
#pragma once

#include <ranges>

#include <strider/compact.hpp>
#include <strider/core/misuse.hpp>
#include <strider/core/overlap.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/pattern/reduction.hpp>
#include <strider/pattern/runs.hpp>
#include <strider/pattern/selection.hpp>
#include <strider/rules/run_length_encode.hpp>
#include <strider/serial/run_length_encode.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/run_length_encode.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/run_length_encode.hpp>
#endif

namespace strider {

namespace detail {

template <class Input, class Values, class Lengths>
void require_runs(const Input& input, Values& values, Lengths& lengths, const char* call) {
    const extent_in_memory from = memory_of(input);
    const std::uint64_t elements = std::ranges::size(input);
    const extent_in_memory to = room_for_runs(values, elements, call, "values"),
                           sizes = room_for_runs(lengths, elements, call, "lengths");
    require_length_of_runs<element_of<Lengths>>(elements, call);
    require_apart(to, from, call, "input");
    require_apart(sizes, from, call, "input");
    require_apart(sizes, to, call, "values");
}

}  // namespace detail

/// Writes the first element of every run to the front of `values`, and the run's length to the front of `lengths`, in
/// the order of the input. Returns the number of runs. The lengths add up to the input's size.
template <execution_policy Policy, class Input, class Values, class Lengths, class Equal = equal_to>
    requires misuse::allows<misuse::encoding_runs, Input, Values&&, Lengths&&, Equal>
std::uint64_t run_length_encode(const Policy& policy, const Input& input, Values&& values, Lengths&& lengths,
                                Equal equal = {}) {
    detail::require_runs(input, values, lengths, "run_length_encode");
    return encode_runs(policy, data_of(input), std::ranges::size(input), data_of(values),
                       write_lengths<element_of<Lengths>>{data_of(lengths)},
                       starting_a_run{detail::giving_a<bool>(equal)});
}

/// The same, but `*count` gets the number of runs.
template <execution_policy Policy, class Input, class Values, class Lengths, class Equal = equal_to>
    requires misuse::allows<misuse::encoding_runs_into, Input, Values&&, Lengths&&, std::uint64_t*, Equal>
void run_length_encode_into(const Policy& policy, const Input& input, Values&& values, Lengths&& lengths,
                            std::uint64_t* count, Equal equal = {}) {
    detail::require_runs(input, values, lengths, "run_length_encode_into");
    detail::require_place(count, "run_length_encode_into");
    const auto* const from = data_of(input);
    const std::uint64_t elements = std::ranges::size(input);
    auto* const to = data_of(values);
    const write_lengths<element_of<Lengths>> tell{data_of(lengths)};
    const starting_a_run starts{detail::giving_a<bool>(equal)};
    if constexpr (requires { encode_runs_into(policy, from, elements, to, tell, starts, count); }) {
        encode_runs_into(policy, from, elements, to, tell, starts, count);
    } else {
        *count = encode_runs(policy, from, elements, to, tell, starts);
    }
}

STRIDER_REFUSES(run_length_encode, encoding_runs);
STRIDER_REFUSES(run_length_encode_into, encoding_runs_into);
misuse::lost_output_3 run_length_encode, run_length_encode_into;
misuse::lost_output_4 run_length_encode, run_length_encode_into;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
