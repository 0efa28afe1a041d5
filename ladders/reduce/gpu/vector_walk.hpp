// A thread's part of a walk in 16-byte loads.
#pragma once

#include <cstdint>

#include <ladders/harness/vector_walk.hpp>
#include <strider/core/operators.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

/// This thread's sum of `elements` elements, where all threads of the grid take turns, `in_flight` loads at a time.
template <unsigned in_flight, class T, class Operator>
__device__ __forceinline__ T walk_in_vectors(const T* input, std::uint64_t elements, Operator op) {
    T mine = identity<Operator, T>::value;
    visit_in_vectors<in_flight>(input, elements,
                                [&](const T& element) __attribute__((always_inline)) { mine = op(mine, element); });
    return mine;
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
