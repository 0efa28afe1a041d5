// The first elements of the sorted range, without sorting the others.
//
//     strider::top_k(strider::gpu{stream}, scores, best);                              // the greatest
//     strider::top_k(strider::cpu{}, points, nearest, std::less{}, &point::distance);  // by a number in each
//
// docs/backends.md says where calls run, which memory they take, and what holds of all calls.
// The output gets what `sort` (sort.hpp) would write first: as many elements as it has room for, and of equal keys the
// first in the input. Every backend returns the same. Elements, keys, projections and the order of floating point are
// as in sort.hpp. The default order is std::greater.
//
// Cost: O(n), and O(k) more for each byte of a key. A GPU reads the elements once for each byte of a key, and twice
// more. The CPU reads them once for a small k, and sorts them all otherwise.
// Errors: std::invalid_argument if the input has fewer than k elements, or input and output overlap.
#pragma once

#include <cstdint>
#include <functional>
#include <ranges>
#include <stdexcept>
#include <string>

#include <strider/serial/top_k.hpp>
#include <strider/sort.hpp>
#if defined(STRIDER_DEVICE_CODE)
#include <strider/cuda/top_k.hpp>
#elif defined(STRIDER_HAS_CPU)
#include <strider/cpu/top_k.hpp>
#endif

namespace strider {

/// Writes the first std::ranges::size(output) elements of the sorted `input` to `output`.
template <execution_policy Policy, class Input, class Output, class Order = std::greater<>,
          class Projection = std::identity>
    requires misuse::allows<misuse::sorting, Input, Output&&, Order, Projection>
void top_k(const Policy& policy, const Input& input, Output&& output, Order = {}, Projection projection = {}) {
    const std::uint64_t count = std::ranges::size(input), k = std::ranges::size(output);
    require_possible_size(input);
    if (k > count) {
        throw std::invalid_argument("top_k: the output has room for " + std::to_string(k) +
                                    " elements, and the input has " + std::to_string(count) +
                                    ": ask for no more than there are");
    }
    const auto* const from = data_of(input);
    auto* const to = data_of(output);
    const std::less<const void*> before;
    if (k != 0 && before(to, from + count) && before(from, to + k)) {
        throw std::invalid_argument("top_k: the output overlaps the input: give it a place of its own");
    }
    const detail::bits_of_key<detail::descends<Order, detail::key_of<Projection, Input>>, Projection> bits{projection};
    top_elements(policy, from, count, to, k, bits);
}

STRIDER_REFUSES(top_k, sorting);
misuse::lost_output_3 top_k;

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
