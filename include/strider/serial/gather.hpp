// The oracle: one index after the other. Never optimised.
#pragma once

#include <cstdint>

#include <strider/core/policy.hpp>

namespace strider {

template <class T, class Index>
void gather_elements(serial, const T* input, std::uint64_t, const Index* indices, std::uint64_t count, T* output) {
    for (std::uint64_t i = 0; i < count; ++i) output[i] = input[indices[i]];
}

}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
