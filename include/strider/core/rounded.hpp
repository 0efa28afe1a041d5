// Products that are rounded before a sum sees them: compilers contract the two to one rounding, some on some
// processors alone, and so would give other bits.
#pragma once

#include <type_traits>

#include <strider/core/target.hpp>
#include <strider/core/words.hpp>

// The emulator, and x86-64 as programs are usually compiled for it, have nothing to contract to.
#if !defined(STRIDER_DEVICE_CODE) && (!defined(__x86_64__) || defined(__FMA__) || defined(__FMA4__))
#define STRIDER_MAY_CONTRACT 1
#endif

namespace strider {

/// Whether what a function gives may be a product, which a compiler would contract with a sum that it goes to.
template <class Function>
inline constexpr bool may_multiply = true;

/// Whether a source's values may be products: a source that computes says so.
template <class Source>
inline constexpr bool gives_products = false;

inline namespace STRIDER_TARGET {

/// A value of `Source`. Where it may be a product, it is kept apart from the sum that it goes to. On a GPU, where
/// neither nvcc nor ptxas may contract them: by adding -0, which leaves every number as it is, and of other types by
/// permuting the bytes of words to themselves. (An empty asm statement does not do there: ptxas does not see it.)
template <class Source, class T>
STRIDER_HOST_DEVICE constexpr T rounded(T value) {
    if constexpr (!gives_products<Source> || std::is_integral_v<T>) {
        return value;
    } else {
#if defined(__CUDA_ARCH__)
        if constexpr (std::is_same_v<T, float>) {
            return __fadd_rn(value, -0.0f);
        } else if constexpr (std::is_same_v<T, double>) {
            return __dadd_rn(value, -0.0);
        } else {
            words_of<T> raw = to_words(value);
#pragma unroll
            for (unsigned w = 0; w < words_of<T>::count; ++w) asm("prmt.b32 %0, %0, %0, 0x7654;" : "+r"(raw.word[w]));
            return from_words<T>(raw);
        }
#else
#if defined(STRIDER_MAY_CONTRACT)
        asm("" : "+m"(value));
#endif
        return value;
#endif
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
