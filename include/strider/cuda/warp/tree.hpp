// Reductions by the 32 lanes of a warp. All of them take part.
#pragma once

#include <type_traits>

#include <strider/core/operators.hpp>
#include <strider/cuda/arch/launch.hpp>
#include <strider/cuda/warp/shuffle.hpp>

namespace strider {
inline namespace STRIDER_TARGET {
namespace warp {

/// Whether the hardware combines a warp's values in one instruction (redux.sync, sm_80 and newer). Integers of up to 32
/// bits only, for which every order gives one result.
template <class Operator, class T>
inline constexpr bool has_reduce =
    std::is_integral_v<T> && !std::is_same_v<T, bool> && sizeof(T) <= 4 &&
    (std::is_same_v<Operator, plus> || std::is_same_v<Operator, minimum> || std::is_same_v<Operator, maximum> ||
     std::is_same_v<Operator, bit_and> || std::is_same_v<Operator, bit_or> || std::is_same_v<Operator, bit_xor>);

/// The combination of the values of all lanes by that instruction; every lane gets it. Older GPUs take five shuffles.
template <class Operator, class T>
    requires has_reduce<Operator, T>
__device__ __forceinline__ T reduce(T value, Operator op) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    using word = std::conditional_t<std::is_signed_v<T>, int, unsigned>;
    const word bits = static_cast<word>(value);
    if constexpr (std::is_same_v<Operator, plus>) return static_cast<T>(__reduce_add_sync(~0u, bits));
    if constexpr (std::is_same_v<Operator, minimum>) return static_cast<T>(__reduce_min_sync(~0u, bits));
    if constexpr (std::is_same_v<Operator, maximum>) return static_cast<T>(__reduce_max_sync(~0u, bits));
    if constexpr (std::is_same_v<Operator, bit_and>)
        return static_cast<T>(__reduce_and_sync(~0u, static_cast<unsigned>(bits)));
    if constexpr (std::is_same_v<Operator, bit_or>)
        return static_cast<T>(__reduce_or_sync(~0u, static_cast<unsigned>(bits)));
    if constexpr (std::is_same_v<Operator, bit_xor>)
        return static_cast<T>(__reduce_xor_sync(~0u, static_cast<unsigned>(bits)));
    static_cast<void>(op);
#else
#pragma unroll
    for (unsigned distance = 16; distance > 0; distance /= 2) {
        value = op(value, static_cast<T>(__shfl_xor_sync(~0u, value, distance)));
    }
    return value;
#endif
}

/// Words by which values are ranked; the first words decide first.
template <unsigned Count>
struct rank_words {
    unsigned word[Count];
};

/// The value of the least rank in the first `filled` lanes; every lane gets it. Values of equal ranks must be the same.
/// A few instructions for 32 lanes, where a tree takes five times an operator of many.
template <class T, unsigned Count>
__device__ __forceinline__ T least(const T& value, const rank_words<Count>& rank, unsigned filled) {
    bool candidate = threadIdx.x % 32 < filled;
#pragma unroll
    for (unsigned w = 0; w < Count; ++w) {
        const unsigned word = candidate ? rank.word[w] : ~0u;
        candidate &= word == reduce(word, minimum{});
    }
    return shuffle(value, static_cast<unsigned>(__ffs(static_cast<int>(__ballot_sync(~0u, candidate))) - 1) % 32);
}

/// Specialised for operators whose tree is found in fewer instructions: `of(value, filled)` is what the tree over the
/// first `filled` lanes gives.
template <class Operator, class T>
struct short_cut;
template <class Operator, class T>
concept has_short_cut = requires(const T& value) { short_cut<Operator, T>::of(value, 32u); };
template <class Operator, class T>
    requires has_reduce<Operator, T>
struct short_cut<Operator, T> {
    __device__ __forceinline__ static T of(T value, unsigned filled) {
        return reduce(threadIdx.x % 32 < filled ? value : identity<Operator, T>::value, Operator{});
    }
};

/// Combines the values of the first `filled` lanes (at most `Lanes`, a power of two) as the canonical order does: a
/// tree over neighbours, distances 1, 2, 4, ... Lane 0 gets the result.
template <unsigned Lanes, class T, class Operator>
__device__ __forceinline__ T tree(T value, unsigned filled, Operator op) {
    if constexpr (has_short_cut<Operator, T>) {
        return short_cut<Operator, T>::of(value, filled < Lanes ? filled : Lanes);
    }
    const unsigned lane = threadIdx.x % 32;
    if (filled >= Lanes) {
#pragma unroll
        for (unsigned distance = 1; distance < Lanes; distance *= 2) value = op(value, shuffle_down(value, distance));
    } else {
#pragma unroll
        for (unsigned distance = 1; distance < Lanes; distance *= 2) {
            const T right = shuffle_down(value, distance);
            if (lane + distance < filled) value = op(value, right);
        }
    }
    return value;
}

}  // namespace warp
}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
