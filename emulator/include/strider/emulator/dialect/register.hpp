// Values that lanes of a warp exchange: 4 or 8 bytes in the 64 bits of a collective's slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <strider/emulator/dialect/intrinsic.hpp>

namespace strider::emulation {

/// int, unsigned, long, long long, float, double, types that promote to these, and the 16-bit types: the overloads that
/// CUDA has.
template <class T>
constexpr bool is_register = std::is_arithmetic_v<T>;
template <class T>
concept register_value = is_register<T> && sizeof(T) <= 8;

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

/// A value of every lane of a warp.
template <class T>
class lane_array {
    static_assert(std::is_trivially_copyable_v<T>, "only values that are trivially copyable pass from lane to lane");

public:
    STRIDER_EMULATOR_ROUTINE lane_array() {}  // no value yet
    STRIDER_EMULATOR_ROUTINE T& operator[](unsigned lane) { return reinterpret_cast<T*>(bytes_)[lane]; }

private:
    alignas(T) std::byte bytes_[warp_lanes * sizeof(T)];
};

/// Gives each lane of `mask` the values of all. Returns the lanes that took part.
template <class T>
STRIDER_EMULATOR_ROUTINE unsigned exchange(site caller, collective_kind kind, unsigned mask, const T& value,
                                           lane_array<T>& values) {
    return warp_exchange(caller, kind, mask, &value, sizeof(T), &values[0]);
}

}  // namespace strider::emulation
// SPDX-License-Identifier: Apache-2.0
