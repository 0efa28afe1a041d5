// Transforms over several ranks (distributed/policy.hpp): the calls of strider/map.hpp. Each rank gives its part of the
// inputs and of the output. with_index gives an element's index among the elements of all ranks.
//
// The calls make two exchanges of a few bytes a rank, one before the work and one after it. No element travels. If a
// rank's arguments are wrong, no rank writes anything.
#pragma once

#include <cstdint>
#include <ranges>

#include <strider/distributed/reduce.hpp>
#include <strider/map.hpp>

namespace strider {

namespace detail {

/// All ranks `check`, which gives how many elements they have; then each does work(index of its first element).
template <class Policy, class Check, class Work>
void transform_part(const Policy& policy, const collective_header& call, Check check, Work work) {
    const cut parts = agree(policy, call, [&] { return told_numbers{check()}; }).parts();
    agree(policy, call, [&] {
        work(parts.begin(policy.rank()));
        return told_numbers{};
    });
}

}  // namespace detail

/// output[i] = function(input[i]); of `with_index{function}`, function(input[i], index of all elements).
template <class C, class L, contiguous_elements Input, class Output, class Function>
    requires misuse::allows<misuse::mapping<3>, Input, Output, Function>
void transform(const distributed<C, L>& policy, const Input& input, Output&& output, Function function) {
    detail::transform_part(
        policy, {"transform", detail::hash_of_types<element_of<Input>, element_of<Output>, Function>()},
        [&]() -> std::uint64_t {
            require_output(input, output, "transform");
            return std::ranges::size(input);
        },
        [&](std::uint64_t index) {
            transform(policy.local, input, output,
                      detail::in_part(detail::giving_a<element_of<Output>>(function), index));
        });
}

/// output[i] = function(first[i], second[i]).
template <class C, class L, contiguous_elements First, contiguous_elements Second, class Output, class Function>
    requires misuse::allows<misuse::mapping<4>, First, Second, Output, Function>
void transform(const distributed<C, L>& policy, const First& first, const Second& second, Output&& output,
               Function function) {
    detail::transform_part(
        policy,
        {"transform", detail::hash_of_types<element_of<First>, element_of<Second>, element_of<Output>, Function>()},
        [&]() -> std::uint64_t {
            detail::require_map_inputs(first, second, output);
            return std::ranges::size(first);
        },
        [&](std::uint64_t) { transform(policy.local, first, second, output, function); });
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
