// Map: a function of every element.
//
//     strider::transform(policy, values, output, square{});
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls. Inputs may be views.
// Elements and results may be of any trivially copyable types of at most 32 bytes, and may differ. The result of the
// function is converted as by static_cast. NaN and other special values are passed to the function unchanged.
// Every backend returns what the function returns there. Compilers may contract a product and a sum in the function to
// one rounding: nvcc by default, g++ if its target has the instruction. Then backends may differ in the last bit.
// The output may be an input itself, of the same type.
//
// Cost: one call of the function an element. A call reads and writes each element once. It takes no scratch, and never
// allocates. A GPU is faster where all ranges have the same place relative to a 16-byte boundary.
// Errors: std::invalid_argument if the output is too small, overlaps an input otherwise, or the inputs differ in
// length.
//
// Source: V. Volkov, Better Performance at Lower Occupancy (2010): several 16-byte accesses in flight.
#pragma once

#include <cstdint>
#include <ranges>
#include <stdexcept>

#include <strider/core/misuse.hpp>
#include <strider/core/overlap.hpp>
#include <strider/core/policy.hpp>
#include <strider/core/range.hpp>
#include <strider/core/source.hpp>
#include <strider/rules/map.hpp>
#include <strider/serial/map.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/map.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/map.hpp>
#endif

namespace strider {

namespace detail {

template <readable_elements First, readable_elements Second, contiguous_elements Output>
void require_map_inputs(const First& first, const Second& second, Output& output) {
    require_output(first, output, "transform");
    require_output(second, output, "transform");
    require_one_size("transform", std::ranges::size(first), std::ranges::size(second));
}

}  // namespace detail

/// output[i] = function(input[i]). With `with_index{function}`: output[i] = function(input[i], i).
template <execution_policy Policy, class Input, class Output, class Function>
    requires misuse::allows<misuse::mapping<3>, Input, Output&&, Function>
void transform(const Policy& policy, const Input& input, Output&& output, Function function) {
    require_output(input, output, "transform");
    const std::uint64_t count = std::ranges::size(input);
    if (count == 0) return;
    map_source(policy, transformed{elements_of(input), detail::giving_a<element_of<Output>>(function)}, count,
               static_cast<element_of<Output>*>(data_of(output)));
}

/// output[i] = function(first[i], second[i]).
template <execution_policy Policy, class First, class Second, class Output, class Function>
    requires misuse::allows<misuse::mapping<4>, First, Second, Output&&, Function>
void transform(const Policy& policy, const First& first, const Second& second, Output&& output, Function function) {
    detail::require_map_inputs(first, second, output);
    const std::uint64_t count = std::ranges::size(first);
    if (count == 0) return;
    map_source(policy, zipped{elements_of(first), elements_of(second), detail::giving_a<element_of<Output>>(function)},
               count, static_cast<element_of<Output>*>(data_of(output)));
}

STRIDER_REFUSES(transform, mapping<sizeof...(Given)>);
misuse::lost_output_3 transform;
misuse::lost_output_4 transform;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
