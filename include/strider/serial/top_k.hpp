// The oracle: the first of the sorted elements. Never optimised.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include <strider/core/policy.hpp>
#include <strider/pattern/sort_key.hpp>
#include <strider/serial/sort.hpp>

namespace strider {

/// The `k` elements of the least bits, sorted, to an output apart from the input.
template <class Element, class BitsOf>
void top_elements(const serial& policy, const Element* from, std::uint64_t count, Element* to, std::uint64_t k,
                  const BitsOf& bits_of) {
    std::vector sorted(from, from + count);
    sort_elements(policy, from, sorted.data(), static_cast<const no_value*>(nullptr), static_cast<no_value*>(nullptr),
                  count, bits_of);
    std::copy_n(sorted.begin(), k, to);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
