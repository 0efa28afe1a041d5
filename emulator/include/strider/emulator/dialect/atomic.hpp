// atomicAdd and its kin, for CUDA's types and scopes: _block, device (no suffix), _system. They are relaxed: only
// fences order. Each returns the old value.
#pragma once

#include <strider/emulator/dialect/host_atomic.hpp>

// Each line of the table is a definition, which clang-format cannot know.
// clang-format off

#define STRIDER_EMULATOR_ATOMIC_IN_SCOPE(name, T, reach, expression)                              \
    STRIDER_EMULATOR_INTRINSIC T name(T* address, T value) {                                      \
        strider::emulation::atomic_access(STRIDER_EMULATOR_CALLER, address, sizeof(T), true, true, \
            strider::emulation::order::relaxed, strider::emulation::scope::reach);              \
        return strider::emulation::host_atomic::fetch_update(                                  \
            address, [&](T old) STRIDER_EMULATOR_UNINSTRUMENTED -> T { return expression; });     \
    }
#define STRIDER_EMULATOR_ATOMIC(name, T, expression)                     \
    STRIDER_EMULATOR_ATOMIC_IN_SCOPE(name##_block, T, block, expression) \
    STRIDER_EMULATOR_ATOMIC_IN_SCOPE(name, T, device, expression)        \
    STRIDER_EMULATOR_ATOMIC_IN_SCOPE(name##_system, T, system, expression)
#define STRIDER_EMULATOR_ATOMIC_CAS_IN_SCOPE(name, T, reach)                                      \
    STRIDER_EMULATOR_INTRINSIC T name(T* address, T expected, T value) {                          \
        strider::emulation::atomic_compare_access(STRIDER_EMULATOR_CALLER, address, sizeof(T),     \
            strider::emulation::order::relaxed, strider::emulation::scope::reach);              \
        return strider::emulation::host_atomic::compare_and_swap(address, expected, value);    \
    }
#define STRIDER_EMULATOR_ATOMIC_CAS(T)                              \
    STRIDER_EMULATOR_ATOMIC_CAS_IN_SCOPE(atomicCAS_block, T, block) \
    STRIDER_EMULATOR_ATOMIC_CAS_IN_SCOPE(atomicCAS, T, device)      \
    STRIDER_EMULATOR_ATOMIC_CAS_IN_SCOPE(atomicCAS_system, T, system)
// An exchange whose result is not used reads nothing.
#define STRIDER_EMULATOR_EXCHANGE_IN_SCOPE(name, T, reach)                                                             \
    STRIDER_EMULATOR_INTRINSIC T name##_swap(T* address, T value) {                                                    \
        strider::emulation::atomic_swap_access(STRIDER_EMULATOR_CALLER, address, sizeof(T),                             \
            strider::emulation::order::relaxed, strider::emulation::scope::reach);                                   \
        return strider::emulation::host_atomic::fetch_update(address, [value](T) STRIDER_EMULATOR_UNINSTRUMENTED -> T { \
            return value; });                                                                                      \
    }                                                                                                              \
    STRIDER_EMULATOR_ARITHMETIC T name(T* address, T value) {                                                          \
        return strider::emulation::use_of_swapped(name##_swap(address, value)); }
#define STRIDER_EMULATOR_EXCHANGE(T)                              \
    STRIDER_EMULATOR_EXCHANGE_IN_SCOPE(atomicExch_block, T, block) \
    STRIDER_EMULATOR_EXCHANGE_IN_SCOPE(atomicExch, T, device)      \
    STRIDER_EMULATOR_EXCHANGE_IN_SCOPE(atomicExch_system, T, system)

STRIDER_EMULATOR_ATOMIC(atomicAdd, int, static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(value)))
STRIDER_EMULATOR_ATOMIC(atomicAdd, unsigned int, old + value)
STRIDER_EMULATOR_ATOMIC(atomicAdd, unsigned long long, old + value)
STRIDER_EMULATOR_ATOMIC(atomicAdd, float, strider::emulation::host_atomic::sum(address, old, value))
// Templates, so that a program may define its own overload, which compute capabilities before 6.0 needed.
template <class = void>
STRIDER_EMULATOR_ATOMIC_IN_SCOPE(atomicAdd_block, double, block, old + value)
template <class = void>
STRIDER_EMULATOR_ATOMIC_IN_SCOPE(atomicAdd, double, device, old + value)
template <class = void>
STRIDER_EMULATOR_ATOMIC_IN_SCOPE(atomicAdd_system, double, system, old + value)

STRIDER_EMULATOR_ATOMIC(atomicSub, int, static_cast<int>(static_cast<unsigned>(old) - static_cast<unsigned>(value)))
STRIDER_EMULATOR_ATOMIC(atomicSub, unsigned int, old - value)

// Count up to `value` and start again at 0; count down to 0 and start again at `value`.
STRIDER_EMULATOR_ATOMIC(atomicInc, unsigned int, old >= value ? 0u : old + 1u)
STRIDER_EMULATOR_ATOMIC(atomicDec, unsigned int, old == 0u || old > value ? value : old - 1u)

STRIDER_EMULATOR_ATOMIC(atomicMin, int, value < old ? value : old)
STRIDER_EMULATOR_ATOMIC(atomicMin, unsigned int, value < old ? value : old)
STRIDER_EMULATOR_ATOMIC(atomicMin, long long, value < old ? value : old)
STRIDER_EMULATOR_ATOMIC(atomicMin, unsigned long long, value < old ? value : old)
STRIDER_EMULATOR_ATOMIC(atomicMax, int, old < value ? value : old)
STRIDER_EMULATOR_ATOMIC(atomicMax, unsigned int, old < value ? value : old)
STRIDER_EMULATOR_ATOMIC(atomicMax, long long, old < value ? value : old)
STRIDER_EMULATOR_ATOMIC(atomicMax, unsigned long long, old < value ? value : old)

STRIDER_EMULATOR_ATOMIC(atomicAnd, int, old & value)
STRIDER_EMULATOR_ATOMIC(atomicAnd, unsigned int, old & value)
STRIDER_EMULATOR_ATOMIC(atomicAnd, long long, old & value)
STRIDER_EMULATOR_ATOMIC(atomicAnd, unsigned long long, old & value)
STRIDER_EMULATOR_ATOMIC(atomicOr, int, old | value)
STRIDER_EMULATOR_ATOMIC(atomicOr, unsigned int, old | value)
STRIDER_EMULATOR_ATOMIC(atomicOr, long long, old | value)
STRIDER_EMULATOR_ATOMIC(atomicOr, unsigned long long, old | value)
STRIDER_EMULATOR_ATOMIC(atomicXor, int, old ^ value)
STRIDER_EMULATOR_ATOMIC(atomicXor, unsigned int, old ^ value)
STRIDER_EMULATOR_ATOMIC(atomicXor, long long, old ^ value)
STRIDER_EMULATOR_ATOMIC(atomicXor, unsigned long long, old ^ value)

STRIDER_EMULATOR_EXCHANGE(int)
STRIDER_EMULATOR_EXCHANGE(unsigned int)
STRIDER_EMULATOR_EXCHANGE(unsigned long long)
STRIDER_EMULATOR_EXCHANGE(float)

STRIDER_EMULATOR_ATOMIC_CAS(int)
STRIDER_EMULATOR_ATOMIC_CAS(unsigned int)
STRIDER_EMULATOR_ATOMIC_CAS(unsigned long long)
STRIDER_EMULATOR_ATOMIC_CAS(unsigned short)

// clang-format on

#undef STRIDER_EMULATOR_ATOMIC
#undef STRIDER_EMULATOR_ATOMIC_IN_SCOPE
#undef STRIDER_EMULATOR_EXCHANGE
#undef STRIDER_EMULATOR_EXCHANGE_IN_SCOPE
#undef STRIDER_EMULATOR_ATOMIC_CAS
#undef STRIDER_EMULATOR_ATOMIC_CAS_IN_SCOPE  // SPDX-License-Identifier: Apache-2.0
