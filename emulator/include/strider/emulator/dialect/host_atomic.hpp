// Atomic read-modify-write on the host's memory, because several host threads run blocks of one grid.
#pragma once

#include <type_traits>

#include <strider/emulator/dialect/intrinsic.hpp>

namespace strider::emulation::host_atomic {

/// Replaces *address by update(*address) atomically and returns the old value. Compares bits, so that NaN ends the
/// loop.
template <class T, class Update>
STRIDER_EMULATOR_ROUTINE T fetch_update(T* address, Update update) {
    T old, next;
    __atomic_load(address, &old, __ATOMIC_RELAXED);
    do next = update(old);
    while (!__atomic_compare_exchange(address, &old, &next, true, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return old;
}

/// Stores `value` if *address is `expected`. Returns the old value.
template <class T>
STRIDER_EMULATOR_ROUTINE T compare_and_swap(T* address, T expected, T value) {
    __atomic_compare_exchange(address, &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}

/// old + value as a GPU's atomic unit adds: in global memory, float sums flush subnormal numbers to 0.
template <class T>
STRIDER_EMULATOR_ROUTINE T sum(const T* address, T old, T value) {
    if constexpr (std::is_same_v<T, float>) {
        if (!on_lane()) return old + value;
        const auto flushed = [](float x) STRIDER_EMULATOR_UNINSTRUMENTED {
            return __builtin_fabsf(x) < 0x1p-126f ? __builtin_copysignf(0.0f, x) : x;
        };
        const float result = flushed(flushed(old) + flushed(value));
        return result == old + value || space_of(address) == address_space::shared ? old + value : result;
    }
    return static_cast<T>(old + value);
}

}  // namespace strider::emulation::host_atomic
// SPDX-License-Identifier: Apache-2.0
