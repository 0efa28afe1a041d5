// Shared by the rungs in CUDA, whatever their pattern.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <ladders/harness/rung.hpp>
#include <strider/cuda/policy.hpp>
#include <strider/launch.hpp>

namespace strider::ladders {

/// Threads a block, where a rung has no reason for another number.
inline constexpr unsigned block_size = 256;

inline namespace STRIDER_TARGET {

#if defined(__CUDACC__)
using detail::check;
#endif

inline stream_handle stream_of(const arguments& with) {
#if defined(__CUDACC__)
    return static_cast<cudaStream_t>(with.stream);
#else
    static_cast<void>(with);
    return {};
#endif
}

/// Where a library call of the rung runs.
inline device_policy policy_of(const arguments& with) {
#if defined(__CUDACC__)
    return {stream_of(with)};
#else
    static_cast<void>(with);
    return {};
#endif
}

/// How many blocks take `elements`, `per_block` each; one where there are none.
constexpr std::uint64_t blocks_for(std::uint64_t elements, std::uint64_t per_block) {
    return std::max<std::uint64_t>(1, (elements + per_block - 1) / per_block);
}

/// The same for a grid that fills the device and no more: so many blocks a multiprocessor, each with more to do.
constexpr std::uint64_t filling_blocks(const arguments& with, std::uint64_t per_block, unsigned per_multiprocessor) {
    return std::min<std::uint64_t>(blocks_for(with.elements, per_block),
                                   std::uint64_t{per_multiprocessor} * with.multiprocessors);
}

/// Launches `kernel` on `blocks` blocks of `threads` threads, on the rung's stream.
template <class... Parameters, class... Arguments>
void launch_on(const arguments& with, std::uint64_t blocks, unsigned threads, std::size_t shared_bytes,
               void (*kernel)(Parameters...), Arguments&&... passed) {
    launch(kernel, {dim3(static_cast<unsigned>(blocks)), dim3(threads), shared_bytes, stream_of(with)},
           std::forward<Arguments>(passed)...);
}

template <class T>
__global__ void fill(T* to, std::uint64_t count, T value) {
    const std::uint64_t stride = std::uint64_t{gridDim.x} * blockDim.x;
    for (std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count; i += stride) to[i] = value;
}

/// Sets `count` elements on the rung's stream: a launch, where there is anything to set.
template <class T>
void launch_fill(const arguments& with, T* to, std::uint64_t count, T value) {
    if (count == 0) return;
    const std::uint64_t blocks = std::min<std::uint64_t>(blocks_for(count, block_size), 8 * with.multiprocessors);
    launch_on(with, blocks, block_size, 0, fill<T>, to, count, value);
}

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders
// SPDX-License-Identifier: Apache-2.0
