// Values of kernels as words.
#pragma once

#include <strider/core/target.hpp>

#if defined(STRIDER_DEVICE_CODE)
#if defined(__CUDACC__)
#include <cuda_runtime.h>
#endif

namespace strider {
inline namespace STRIDER_TARGET {

/// A value of any trivially copyable type as 4-byte words, the unit of shuffles and of tile states.
template <class T>
struct words_of {
    static constexpr unsigned count = (sizeof(T) + 3) / 4;
    unsigned word[count];
};

namespace detail {
/// A value whose size is not a multiple of 4, filled up.
template <class T>
struct filled_up {
    T value;
    unsigned char rest[sizeof(words_of<T>) - sizeof(T)];
};
}  // namespace detail

template <class T>
STRIDER_DEVICE_INLINE words_of<T> to_words(const T& value) {
    if constexpr (sizeof(T) % 4 == 0) {
        return __builtin_bit_cast(words_of<T>, value);
    } else {
        const detail::filled_up<T> whole{value, {}};
        return __builtin_bit_cast(words_of<T>, whole);
    }
}

template <class T>
STRIDER_DEVICE_INLINE T from_words(const words_of<T>& words) {
    if constexpr (sizeof(T) % 4 == 0) {
        return __builtin_bit_cast(T, words);
    } else {
        return __builtin_bit_cast(detail::filled_up<T>, words).value;
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider

#endif
// SPDX-License-Identifier: Apache-2.0
