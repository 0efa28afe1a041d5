// The input of this ladder's rungs: the given one, or, for an exclusive scan, the input moved up by one element.
#pragma once

#include <cstdint>

#include <ladders/harness/counted_operator.hpp>
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/scan/problem.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

/// The exclusive scan of a, b, c is the inclusive scan of identity, a, b: so one kernel does both. What lies outside of
/// the input is the identity as well.
template <class T, class Operator>
struct shifted_input {
    const T* data;
    std::uint64_t elements;
    std::uint64_t shift;  ///< 1 for an exclusive scan

    __device__ __forceinline__ T operator()(std::uint64_t i) const {
        const std::uint64_t from = i - shift;  // before the first: wraps, and is beyond the last
        return from < elements ? data[from] : identity<Operator, T>::value;
    }
};

template <class T, class Operator>
shifted_input<T, Operator> input_of(const arguments& with, Operator) {
    return {static_cast<const T*>(with.input), with.elements, is_exclusive(with) ? std::uint64_t{1} : 0};
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
