// atomicAdd and its kin, on the types that CUDA has them for, with the scopes _block, device (no suffix), _system.
// They are relaxed: order comes from fences. Each returns what stood at the address before.
#pragma once

#include <strider/simt/dialect/host_atomic.hpp>

// Each line of the table is a definition, which clang-format cannot know.
// clang-format off

#define STRIDER_SIMT_ATOMIC_IN_SCOPE(name, T, reach, expression)                              \
    STRIDER_SIMT_INTRINSIC T name(T* address, T value) {                                      \
        strider::executor::atomic_access(STRIDER_SIMT_CALLER, address, sizeof(T), true, true, \
            strider::executor::order::relaxed, strider::executor::scope::reach);              \
        return strider::executor::host_atomic::fetch_update(                                  \
            address, [&](T old) STRIDER_SIMT_UNINSTRUMENTED -> T { return expression; });     \
    }
#define STRIDER_SIMT_ATOMIC(name, T, expression)                     \
    STRIDER_SIMT_ATOMIC_IN_SCOPE(name##_block, T, block, expression) \
    STRIDER_SIMT_ATOMIC_IN_SCOPE(name, T, device, expression)        \
    STRIDER_SIMT_ATOMIC_IN_SCOPE(name##_system, T, system, expression)
#define STRIDER_SIMT_ATOMIC_CAS_IN_SCOPE(name, T, reach)                                      \
    STRIDER_SIMT_INTRINSIC T name(T* address, T expected, T value) {                          \
        strider::executor::atomic_compare_access(STRIDER_SIMT_CALLER, address, sizeof(T),     \
            strider::executor::order::relaxed, strider::executor::scope::reach);              \
        return strider::executor::host_atomic::compare_and_swap(address, expected, value);    \
    }
#define STRIDER_SIMT_ATOMIC_CAS(T)                              \
    STRIDER_SIMT_ATOMIC_CAS_IN_SCOPE(atomicCAS_block, T, block) \
    STRIDER_SIMT_ATOMIC_CAS_IN_SCOPE(atomicCAS, T, device)      \
    STRIDER_SIMT_ATOMIC_CAS_IN_SCOPE(atomicCAS_system, T, system)
// An exchange whose result is not used reads nothing.
#define STRIDER_SIMT_EXCHANGE_IN_SCOPE(name, T, reach)                                                             \
    STRIDER_SIMT_INTRINSIC T name##_swap(T* address, T value) {                                                    \
        strider::executor::atomic_swap_access(STRIDER_SIMT_CALLER, address, sizeof(T),                             \
            strider::executor::order::relaxed, strider::executor::scope::reach);                                   \
        return strider::executor::host_atomic::fetch_update(address, [value](T) STRIDER_SIMT_UNINSTRUMENTED -> T { \
            return value; });                                                                                      \
    }                                                                                                              \
    STRIDER_SIMT_ARITHMETIC T name(T* address, T value) {                                                          \
        return strider::executor::use_of_swapped(name##_swap(address, value)); }
#define STRIDER_SIMT_EXCHANGE(T)                              \
    STRIDER_SIMT_EXCHANGE_IN_SCOPE(atomicExch_block, T, block) \
    STRIDER_SIMT_EXCHANGE_IN_SCOPE(atomicExch, T, device)      \
    STRIDER_SIMT_EXCHANGE_IN_SCOPE(atomicExch_system, T, system)

STRIDER_SIMT_ATOMIC(atomicAdd, int, static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(value)))
STRIDER_SIMT_ATOMIC(atomicAdd, unsigned int, old + value)
STRIDER_SIMT_ATOMIC(atomicAdd, unsigned long long, old + value)
STRIDER_SIMT_ATOMIC(atomicAdd, float, strider::executor::host_atomic::sum(address, old, value))
// Templates, so that a program may bring its own one, as was needed before compute capability 6.0.
template <class = void>
STRIDER_SIMT_ATOMIC_IN_SCOPE(atomicAdd_block, double, block, old + value)
template <class = void>
STRIDER_SIMT_ATOMIC_IN_SCOPE(atomicAdd, double, device, old + value)
template <class = void>
STRIDER_SIMT_ATOMIC_IN_SCOPE(atomicAdd_system, double, system, old + value)

STRIDER_SIMT_ATOMIC(atomicSub, int, static_cast<int>(static_cast<unsigned>(old) - static_cast<unsigned>(value)))
STRIDER_SIMT_ATOMIC(atomicSub, unsigned int, old - value)

// Count up to `value` and start again at 0; count down to 0 and start again at `value`.
STRIDER_SIMT_ATOMIC(atomicInc, unsigned int, old >= value ? 0u : old + 1u)
STRIDER_SIMT_ATOMIC(atomicDec, unsigned int, old == 0u || old > value ? value : old - 1u)

STRIDER_SIMT_ATOMIC(atomicMin, int, value < old ? value : old)
STRIDER_SIMT_ATOMIC(atomicMin, unsigned int, value < old ? value : old)
STRIDER_SIMT_ATOMIC(atomicMin, long long, value < old ? value : old)
STRIDER_SIMT_ATOMIC(atomicMin, unsigned long long, value < old ? value : old)
STRIDER_SIMT_ATOMIC(atomicMax, int, old < value ? value : old)
STRIDER_SIMT_ATOMIC(atomicMax, unsigned int, old < value ? value : old)
STRIDER_SIMT_ATOMIC(atomicMax, long long, old < value ? value : old)
STRIDER_SIMT_ATOMIC(atomicMax, unsigned long long, old < value ? value : old)

STRIDER_SIMT_ATOMIC(atomicAnd, int, old & value)
STRIDER_SIMT_ATOMIC(atomicAnd, unsigned int, old & value)
STRIDER_SIMT_ATOMIC(atomicAnd, long long, old & value)
STRIDER_SIMT_ATOMIC(atomicAnd, unsigned long long, old & value)
STRIDER_SIMT_ATOMIC(atomicOr, int, old | value)
STRIDER_SIMT_ATOMIC(atomicOr, unsigned int, old | value)
STRIDER_SIMT_ATOMIC(atomicOr, long long, old | value)
STRIDER_SIMT_ATOMIC(atomicOr, unsigned long long, old | value)
STRIDER_SIMT_ATOMIC(atomicXor, int, old ^ value)
STRIDER_SIMT_ATOMIC(atomicXor, unsigned int, old ^ value)
STRIDER_SIMT_ATOMIC(atomicXor, long long, old ^ value)
STRIDER_SIMT_ATOMIC(atomicXor, unsigned long long, old ^ value)

STRIDER_SIMT_EXCHANGE(int)
STRIDER_SIMT_EXCHANGE(unsigned int)
STRIDER_SIMT_EXCHANGE(unsigned long long)
STRIDER_SIMT_EXCHANGE(float)

STRIDER_SIMT_ATOMIC_CAS(int)
STRIDER_SIMT_ATOMIC_CAS(unsigned int)
STRIDER_SIMT_ATOMIC_CAS(unsigned long long)
STRIDER_SIMT_ATOMIC_CAS(unsigned short)

// clang-format on

#undef STRIDER_SIMT_ATOMIC
#undef STRIDER_SIMT_ATOMIC_IN_SCOPE
#undef STRIDER_SIMT_EXCHANGE
#undef STRIDER_SIMT_EXCHANGE_IN_SCOPE
#undef STRIDER_SIMT_ATOMIC_CAS
#undef STRIDER_SIMT_ATOMIC_CAS_IN_SCOPE  // SPDX-License-Identifier: Apache-2.0
