// The warp-wide integer reductions that the hardware does in one instruction (redux.sync, sm_80 and newer).
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/launch.hpp>
#include <strider/core/operators.hpp>

namespace strider {
inline namespace STRIDER_TARGET {

/// Whether there is one for this operator and type. Integers of 32 bits only, for which every order gives one result.
template <class Operator, class T>
inline constexpr bool has_warp_reduce =
    std::is_integral_v<T> && sizeof(T) == 4 &&
    (std::is_same_v<Operator, plus> || std::is_same_v<Operator, minimum> || std::is_same_v<Operator, maximum> ||
     std::is_same_v<Operator, bit_and> || std::is_same_v<Operator, bit_or> || std::is_same_v<Operator, bit_xor>);

/// The combination of the values of all 32 lanes; every lane gets it. Where the instruction is missing, by shuffles.
template <class Operator, class T>
    requires has_warp_reduce<Operator, T>
__device__ __forceinline__ T warp_reduce(T value, Operator op) {
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

}  // namespace STRIDER_TARGET
}  // namespace strider
