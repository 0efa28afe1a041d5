// The oracle: from the last element to the first, so that none is overwritten before it is looked at. Never optimised.
#pragma once

#include <cstdint>

#include <strider/core/device_lambda.hpp>
#include <strider/core/policy.hpp>

namespace strider {

/// op(element, left neighbour) of every element but the first, which is copied, to `output`, which may be the input.
template <class T, class U, class Operator>
void difference_neighbours(serial, const T* input, std::uint64_t elements, U* output, Operator op) {
    detail::require_host_functions<Operator>();
    for (std::uint64_t i = elements - 1; i > 0; --i) output[i] = static_cast<U>(op(input[i], input[i - 1]));
    output[0] = static_cast<U>(input[0]);
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
