// The oracle: one element after the other. Never optimised.
#pragma once

#include <cstdint>

#include <strider/core/policy.hpp>

namespace strider {

template <class T, class Index>
void scatter_elements(serial, const T* input, const Index* indices, std::uint64_t count, T* output, std::uint64_t) {
    for (std::uint64_t i = 0; i < count; ++i) output[indices[i]] = input[i];
}

template <class T, class Index, class Operator>
void combine_elements(serial, const T* input, const Index* indices, std::uint64_t count, T* output, std::uint64_t,
                      Operator op) {
    for (std::uint64_t i = 0; i < count; ++i) output[indices[i]] = op(output[indices[i]], input[i]);
}

}  // namespace strider
