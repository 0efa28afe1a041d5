// Values that the lanes of a warp can hand to each other: 4 or 8 bytes, carried in the 64 bits of a collective's slot.
#pragma once

#include <cstdint>
#include <type_traits>

#include <strider/simt/dialect/intrinsic.hpp>

namespace simt {

/// int, unsigned, long, long long, float, double and what is promoted to them, as CUDA's overloads take.
template <class T>
concept register_value = std::is_arithmetic_v<T> && sizeof(T) <= 8;

template <register_value T>
using promoted = decltype(+T{});

template <register_value T>
[[gnu::always_inline]] constexpr std::uint64_t to_slot(T value) {
    if constexpr (sizeof(T) == 8) {
        return __builtin_bit_cast(std::uint64_t, value);
    } else {
        return __builtin_bit_cast(std::uint32_t, value);
    }
}

template <register_value T>
[[gnu::always_inline]] constexpr T from_slot(std::uint64_t slot) {
    if constexpr (sizeof(T) == 8) {
        return __builtin_bit_cast(T, slot);
    } else {
        return __builtin_bit_cast(T, static_cast<std::uint32_t>(slot));
    }
}

}  // namespace simt
