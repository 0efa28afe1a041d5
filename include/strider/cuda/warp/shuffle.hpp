// Shuffles of a warp for a type of any size: one for every 4 bytes. All 32 lanes take part.
#pragma once

#include <strider/core/words.hpp>
#include <strider/cuda/arch/launch.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

namespace warp {

/// The value of the lane `distance` further; undefined in the last lanes.
template <class T>
__device__ __forceinline__ T shuffle_down(const T& value, unsigned distance) {
    words_of<T> raw = to_words(value);
#pragma unroll
    for (unsigned w = 0; w < words_of<T>::count; ++w) raw.word[w] = __shfl_down_sync(~0u, raw.word[w], distance);
    return from_words<T>(raw);
}

/// The value of the lane `distance` before; their own in the first lanes.
template <class T>
__device__ __forceinline__ T shuffle_up(const T& value, unsigned distance) {
    words_of<T> raw = to_words(value);
#pragma unroll
    for (unsigned w = 0; w < words_of<T>::count; ++w) raw.word[w] = __shfl_up_sync(~0u, raw.word[w], distance);
    return from_words<T>(raw);
}

/// The value of `lane`, which each lane may choose for itself.
template <class T>
__device__ __forceinline__ T shuffle(const T& value, unsigned lane) {
    words_of<T> raw = to_words(value);
#pragma unroll
    for (unsigned w = 0; w < words_of<T>::count; ++w) raw.word[w] = __shfl_sync(~0u, raw.word[w], lane);
    return from_words<T>(raw);
}

}  // namespace warp
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
