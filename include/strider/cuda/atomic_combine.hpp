// place = place o value in one step, in shared or global memory, for the operators that have atomics.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/core/launch.hpp>
#include <strider/core/operators.hpp>
#if defined(__CUDACC__)
#include <cuda/atomic>
#endif

namespace strider {
inline namespace STRIDER_TARGET {

/// Relaxed. Integers, and floating-point sums, take one hardware atomic; `minimum` and `maximum` of floating point,
/// which CUDA has no atomic for, a loop that ends at once where the value changes nothing.
template <class T, class Operator>
__device__ __forceinline__ void atomic_combine(T* place, T value, Operator op) {
    using bits = std::conditional_t<sizeof(T) == 4, unsigned, unsigned long long>;
    if constexpr (std::is_floating_point_v<T> && std::is_same_v<Operator, plus>) {
        atomicAdd(place, value);
    } else if constexpr (std::is_floating_point_v<T>) {
        bits* const word = reinterpret_cast<bits*>(place);
        bits seen = ::cuda::atomic_ref<bits, ::cuda::thread_scope_device>(*word).load(::cuda::memory_order_relaxed);
        while (true) {
            const bits wanted = __builtin_bit_cast(bits, op(__builtin_bit_cast(T, seen), value));
            if (wanted == seen) return;
            const bits found = atomicCAS(word, seen, wanted);
            if (found == seen) return;
            seen = found;
        }
    } else {
        using ordered = std::conditional_t<std::is_signed_v<T>, std::make_signed_t<bits>, bits>;
        bits* const word = reinterpret_cast<bits*>(place);
        if constexpr (std::is_same_v<Operator, plus>) atomicAdd(word, static_cast<bits>(value));
        if constexpr (std::is_same_v<Operator, bit_and>) atomicAnd(word, static_cast<bits>(value));
        if constexpr (std::is_same_v<Operator, bit_or>) atomicOr(word, static_cast<bits>(value));
        if constexpr (std::is_same_v<Operator, bit_xor>) atomicXor(word, static_cast<bits>(value));
        if constexpr (std::is_same_v<Operator, minimum>) {
            atomicMin(reinterpret_cast<ordered*>(place), static_cast<ordered>(value));
        }
        if constexpr (std::is_same_v<Operator, maximum>) {
            atomicMax(reinterpret_cast<ordered*>(place), static_cast<ordered>(value));
        }
    }
}

}  // namespace STRIDER_TARGET
}  // namespace strider
