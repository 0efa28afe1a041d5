// Gather on a GPU, and in the emulator: four indices a thread are under way at once, then four elements. A warp's
// indices and results are neighbours; where its elements lie is up to the indices.
#pragma once

#include <cstdint>

#include <strider/core/source.hpp>
#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/block/tile.hpp>
#include <strider/cuda/policy.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace gather_kernels {

inline constexpr unsigned threads = 256, in_flight = 4;

/// An element by the widest accesses that its size allows, or as the compiler reads the type.
template <bool Wide, class T>
__device__ __forceinline__ T read_element(const T* data, std::uint64_t i) {
    if constexpr (Wide) return read_piece<1>(contiguous<T>{data}, i).element[0];
    return data[i];
}
template <bool Wide, class T>
__device__ __forceinline__ void write_element(T* data, std::uint64_t i, const T& value) {
    if constexpr (Wide) {
        write_piece(data, i, piece<T, 1>{value});
    } else {
        data[i] = value;
    }
}

template <bool Wide, class T, class Index>
__global__ void __launch_bounds__(threads)
    gather_kernel(const T* input, const Index* indices, std::uint64_t count, T* output) {
    const std::uint64_t first = std::uint64_t{blockIdx.x} * (in_flight * threads) + threadIdx.x;
    Index from[in_flight];
    T element[in_flight];
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        if (first + k * threads < count) from[k] = indices[first + k * threads];
    }
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        if (first + k * threads < count) element[k] = read_element<Wide>(input, static_cast<std::uint64_t>(from[k]));
    }
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        if (first + k * threads < count) write_element<Wide>(output, first + k * threads, element[k]);
    }
}

}  // namespace gather_kernels

/// Stream-ordered.
template <class T, class Index>
void gather_elements(const device_policy& policy, const T* input, std::uint64_t, const Index* indices,
                     std::uint64_t count, T* output) {
    using namespace gather_kernels;
    const bool wide = readable_in_pieces<1>(contiguous<T>{input}) && writable_in_pieces<1>(output);
    launch(wide ? gather_kernel<true, T, Index> : gather_kernel<false, T, Index>,
           detail::launch_of(policy, (count - 1) / (in_flight * threads) + 1, threads), input, indices, count, output);
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
