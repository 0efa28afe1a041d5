// The kernels' side of strider/warp.hpp, which has the contract.
#pragma once

#include <strider/core/operators.hpp>
#include <strider/cuda/warp/scan.hpp>
#include <strider/cuda/warp/shuffle.hpp>
#include <strider/cuda/warp/tree.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace warp {

/// The combination of the values of all lanes; every lane gets it.
template <accumulable T, class Operator = plus>
    requires binary_operator<Operator, T> && (!has_reduce<Operator, T>)
__device__ __forceinline__ T reduce(const T& value, Operator op = {}) {
    return shuffle(tree<32>(value, 32, op), 0);
}
template <accumulable T>
    requires has_reduce<plus, T>
__device__ __forceinline__ T reduce(const T& value) {
    return reduce(value, plus{});
}

/// Every lane gets the combination of the values of the lanes up to its own.
template <accumulable T, class Operator = plus>
    requires binary_operator<Operator, T>
__device__ __forceinline__ T inclusive_scan(const T& value, Operator op = {}) {
    return inclusive_scan<32>(value, 32, op);
}

/// Every lane gets the combination of `init` and the values of the lanes before its own.
template <accumulable T, class Operator>
    requires binary_operator<Operator, T>
__device__ __forceinline__ T exclusive_scan(const T& value, Operator op, const T& init) {
    const T before = shuffle_up(inclusive_scan<32>(value, 32, op), 1);
    return threadIdx.x % 32 == 0 ? init : static_cast<T>(op(init, before));
}
/// The same by an operator whose identity is known, which the first lane gets.
template <accumulable T, class Operator = plus>
    requires binary_operator<Operator, T> && has_identity<Operator, T>
__device__ __forceinline__ T exclusive_scan(const T& value, Operator op = {}) {
    const T before = shuffle_up(inclusive_scan<32>(value, 32, op), 1);
    return threadIdx.x % 32 == 0 ? static_cast<T>(identity<Operator, T>::value) : before;
}

}  // namespace warp
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
