// The kernels' side of strider/block.hpp, which has the contract.
#pragma once

#include <strider/core/operators.hpp>
#include <strider/cuda/block/tree.hpp>
#include <strider/cuda/warp/calls.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace block {

/// Shared memory of the calls below.
template <accumulable T, unsigned Threads>
    requires(Threads % 32 == 0 && Threads >= 32 && Threads <= 1024)
struct scratch {
    T of_warps[Threads / 32];
};

/// A value of each thread, scanned, and the combination of all.
template <class T>
struct scanned {
    T value, total;
};

/// The combination of the values of all threads, neighbours first; every thread gets it.
template <class T, unsigned Threads, class Operator = plus>
    requires binary_operator<Operator, T>
__device__ __forceinline__ T reduce(const T& value, scratch<T, Threads>& shared, Operator op = {}) {
    constexpr unsigned warps = Threads / 32;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const T of_warp = warp::tree<32>(value, 32, op);
    if (lane == 0) shared.of_warps[warp] = of_warp;
    __syncthreads();
    return warp::shuffle(warp::tree<32>(lane < warps ? shared.of_warps[lane] : of_warp, warps, op), 0);
}

/// The same of several items a thread.
template <class T, unsigned Items, unsigned Threads, class Operator = plus>
    requires binary_operator<Operator, T>
__device__ __forceinline__ T reduce(const T (&items)[Items], scratch<T, Threads>& shared, Operator op = {}) {
    T tree[Items];
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) tree[i] = items[i];
    return reduce(thread_tree(tree, Items, op), shared, op);
}

/// The combination of all values before each thread, and of all. The first thread's `before` is no value.
template <class T, unsigned Threads, class Operator>
__device__ __forceinline__ warp::prefix<T> before_threads(const T& value, scratch<T, Threads>& shared, Operator op) {
    constexpr unsigned warps = Threads / 32;
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const auto [in_warp, of_warp] = warp::exclusive_scan(value, 32u, op);
    if (lane == 0) shared.of_warps[warp] = of_warp;
    __syncthreads();
    const T of_warps = warp::inclusive_scan(lane < warps ? shared.of_warps[lane] : of_warp, warps, op);
    const T before = warp::shuffle(of_warps, warp > 0 ? warp - 1 : 0);
    const T in_block = warp == 0 ? in_warp : lane == 0 ? before : static_cast<T>(op(before, in_warp));
    return {in_block, warp::shuffle(of_warps, warps - 1)};
}

/// Every thread gets the combination of the values up to its own, and the combination of all.
template <class T, unsigned Threads, class Operator = plus>
    requires binary_operator<Operator, T>
__device__ __forceinline__ scanned<T> inclusive_scan(const T& value, scratch<T, Threads>& shared, Operator op = {}) {
    const warp::prefix<T> found = before_threads(value, shared, op);
    return {threadIdx.x == 0 ? value : static_cast<T>(op(found.before, value)), found.total};
}

/// Every thread gets the combination of `init` and the values of the threads before its own, and the combination of all
/// values, without `init`.
template <class T, unsigned Threads, class Operator>
    requires binary_operator<Operator, T>
__device__ __forceinline__ scanned<T> exclusive_scan(const T& value, scratch<T, Threads>& shared, Operator op,
                                                     const T& init) {
    const warp::prefix<T> found = before_threads(value, shared, op);
    return {threadIdx.x == 0 ? init : static_cast<T>(op(init, found.before)), found.total};
}
/// The same by an operator whose identity is known, which the first thread gets.
template <class T, unsigned Threads, class Operator = plus>
    requires binary_operator<Operator, T> && has_identity<Operator, T>
__device__ __forceinline__ scanned<T> exclusive_scan(const T& value, scratch<T, Threads>& shared, Operator op = {}) {
    const warp::prefix<T> found = before_threads(value, shared, op);
    return {threadIdx.x == 0 ? static_cast<T>(identity<Operator, T>::value) : found.before, found.total};
}

/// Scans several items a thread, which are neighbours, in place; the combination of all.
template <class T, unsigned Items, unsigned Threads, class Operator = plus>
    requires binary_operator<Operator, T>
__device__ __forceinline__ T inclusive_scan(T (&items)[Items], scratch<T, Threads>& shared, Operator op = {}) {
#pragma unroll
    for (unsigned i = 1; i < Items; ++i) items[i] = op(items[i - 1], items[i]);
    const warp::prefix<T> found = before_threads(items[Items - 1], shared, op);
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
        if (threadIdx.x > 0) items[i] = op(found.before, items[i]);
    }
    return found.total;
}

/// The same; each item becomes what stands before it, behind `init`, which the total is without.
template <class T, unsigned Items, unsigned Threads, class Operator>
    requires binary_operator<Operator, T>
__device__ __forceinline__ T exclusive_scan(T (&items)[Items], scratch<T, Threads>& shared, Operator op,
                                            const T& init) {
    T inclusive[Items];
#pragma unroll
    for (unsigned i = 0; i < Items; ++i)
        inclusive[i] = i == 0 ? items[0] : static_cast<T>(op(inclusive[i - (i > 0)], items[i]));
    const warp::prefix<T> found = before_threads(inclusive[Items - 1], shared, op);
    const T before = threadIdx.x == 0 ? init : static_cast<T>(op(init, found.before));
#pragma unroll
    for (unsigned i = 0; i < Items; ++i)
        items[i] = i == 0 ? before : static_cast<T>(op(before, inclusive[i - (i > 0)]));
    return found.total;
}
template <class T, unsigned Items, unsigned Threads, class Operator = plus>
    requires binary_operator<Operator, T> && has_identity<Operator, T>
__device__ __forceinline__ T exclusive_scan(T (&items)[Items], scratch<T, Threads>& shared, Operator op = {}) {
    return exclusive_scan(items, shared, op, static_cast<T>(identity<Operator, T>::value));
}

/// Shared memory of an exchange: a word in 32 stays free, so that no two lanes meet in a bank where items have 4 bytes.
template <class T, unsigned Threads, unsigned Items>
struct exchange_scratch {
    T items[Threads * Items + Threads * Items / 32];
    __device__ __forceinline__ T& operator[](unsigned i) { return items[i + i / 32]; }
};

/// Reads the first `count` of Threads * Items elements, neighbouring threads neighbouring ones: a thread's items are
/// Threads apart. Those that are not there keep their values.
template <unsigned Threads, class T, unsigned Items>
__device__ __forceinline__ void load_striped(const T* from, unsigned count, T (&items)[Items]) {
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
        if (i * Threads + threadIdx.x < count) items[i] = from[i * Threads + threadIdx.x];
    }
}
/// Writes them.
template <unsigned Threads, class T, unsigned Items>
__device__ __forceinline__ void store_striped(T* to, unsigned count, const T (&items)[Items]) {
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) {
        if (i * Threads + threadIdx.x < count) to[i * Threads + threadIdx.x] = items[i];
    }
}

/// From items that are Threads apart, as load_striped reads them, to neighbours, as the scans take them.
template <class T, unsigned Threads, unsigned Items>
__device__ __forceinline__ void striped_to_blocked(T (&items)[Items], exchange_scratch<T, Threads, Items>& shared) {
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) shared[i * Threads + threadIdx.x] = items[i];
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) items[i] = shared[threadIdx.x * Items + i];
}
/// And back.
template <class T, unsigned Threads, unsigned Items>
__device__ __forceinline__ void blocked_to_striped(T (&items)[Items], exchange_scratch<T, Threads, Items>& shared) {
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) shared[threadIdx.x * Items + i] = items[i];
    __syncthreads();
#pragma unroll
    for (unsigned i = 0; i < Items; ++i) items[i] = shared[i * Threads + threadIdx.x];
}

}  // namespace block
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
