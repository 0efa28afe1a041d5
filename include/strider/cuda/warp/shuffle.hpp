// Shuffles of a warp for a type of any size: one for every 4 bytes. All 32 lanes take part.
#pragma once

#include <strider/core/launch.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

/// A value of any trivially copyable type as 4-byte words, the unit of shuffles and of tile states.
template <class T>
struct words_of {
    static constexpr unsigned count = (sizeof(T) + 3) / 4;
    unsigned word[count];
};

namespace detail {
/// A value whose size is no multiple of 4, filled up.
template <class T>
struct filled_up {
    T value;
    unsigned char rest[sizeof(words_of<T>) - sizeof(T)];
};
}  // namespace detail

template <class T>
__device__ __forceinline__ words_of<T> to_words(const T& value) {
    if constexpr (sizeof(T) % 4 == 0) {
        return __builtin_bit_cast(words_of<T>, value);
    } else {
        const detail::filled_up<T> whole{value, {}};
        return __builtin_bit_cast(words_of<T>, whole);
    }
}

template <class T>
__device__ __forceinline__ T from_words(const words_of<T>& words) {
    if constexpr (sizeof(T) % 4 == 0) {
        return __builtin_bit_cast(T, words);
    } else {
        return __builtin_bit_cast(detail::filled_up<T>, words).value;
    }
}

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
