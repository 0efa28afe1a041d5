// Reductions, scans and shuffles by the 32 lanes of a warp, for kernels of your own: compiled by nvcc, or for the
// executor.
//
//     const float sum = strider::warp::reduce(value);                                      // every lane gets it
//     const int before = strider::warp::exclusive_scan(count);                             // of the lanes before
//     const state all = strider::warp::inclusive_scan(mine, compose{});                    // need not commute
//     const matrix next = strider::warp::shuffle(mine, (lane + 1) % 32);                   // of any size
//
// All 32 lanes call, in a block whose first dimension is a multiple of 32 and whose others are 1. Values may be of any
// trivially copyable type of at most 32 bytes with a default; operators must be associative and pure, and need not
// commute. A reduction takes neighbours first, then pairs of them, and so on; a scan takes distances 1, 2, 4, ...: the
// same bits on every GPU and in the executor. Five shuffles for every 4 bytes of a value; one instruction for sums,
// extremes and bits of 32-bit integers where the GPU has it (sm_80 and newer).
//
// Source of the scan: P. Kogge and H. Stone, A Parallel Algorithm for the Efficient Solution of a General Class of
// Recurrence Equations (1973).
#pragma once

#include <strider/core/target.hpp>

#if defined(STRIDER_DEVICE_CODE)

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

#endif
