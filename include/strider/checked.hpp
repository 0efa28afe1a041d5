// The check of all indices that `checked` calls make first: one reduction, which finds the first bad index.
#pragma once

#include <cstdint>
#include <ranges>
#include <stdexcept>
#include <string>

#include <strider/core/indices.hpp>
#include <strider/reduce.hpp>

namespace strider::detail {

/// Throws std::out_of_range unless every index is at least 0 and less than `size`. Waits for the result.
template <class Policy, readable_indices Indices>
void require_indices(const Policy& policy, const Indices& indices, std::uint64_t size, const char* call) {
    using index = element_of<Indices>;
    constexpr std::uint64_t none = position_if_bad::none;
    const std::uint64_t bad = transform_reduce(policy, indices, with_index{position_if_bad{size}}, minimum{}, none);
    if (bad == none) return;
    // Read where the policy can read: a reduction of one element.
    const transformed at_bad{repeated<std::uint64_t>{bad}, value_at{elements_of(indices)}};
    const index value = reduce(policy, source_view{at_bad, 1}, maximum{});
    std::string message = call;
    message += ": index " + std::to_string(bad) + " is " + std::to_string(value) + ", but ";
    message += size == 0 ? "there is no element to name" : "indices go from 0 to " + std::to_string(size - 1);
    throw std::out_of_range(message + "; nothing has been written");
}

}  // namespace strider::detail
// SPDX-License-Identifier: Apache-2.0
