// The oracle: sorting by the standard library. Never optimised.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <strider/core/policy.hpp>

namespace strider {

/// The elements in ascending order of their bits, and with each its value; outputs may be the inputs.
template <class Element, class Value, class BitsOf>
void sort_elements(serial, const Element* from, Element* to, const Value* values_from, Value* values_to,
                   std::uint64_t count, const BitsOf& bits_of) {
    std::vector<std::uint64_t> order(count);
    std::iota(order.begin(), order.end(), std::uint64_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint64_t a, std::uint64_t b) { return bits_of(from[a]) < bits_of(from[b]); });
    const auto permute = [&](const auto* source, auto* target) {
        const std::vector copy(source, source + count);
        for (std::uint64_t i = 0; i < count; ++i) target[i] = copy[order[i]];
    };
    permute(from, to);
    if (values_from != nullptr) permute(values_from, values_to);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
