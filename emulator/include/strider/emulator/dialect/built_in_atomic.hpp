// Atomic functions that nvcc has built in since CUDA 12.8. The scopes are constants, so that the compiler keeps only
// one branch of in_scope().
#pragma once

#include <type_traits>

#include <strider/emulator/dialect/atomic_ref.hpp>

enum {
    __NV_ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};

namespace strider::emulation::built_in {

template <class Operation>
STRIDER_EMULATOR_ARITHMETIC auto in_scope(int scope, const Operation& operation) {
    if (scope == __NV_THREAD_SCOPE_SYSTEM)
        return operation(std::integral_constant<cuda::thread_scope, cuda::thread_scope_system>());
    if (scope == __NV_THREAD_SCOPE_DEVICE || scope == __NV_THREAD_SCOPE_CLUSTER)
        return operation(std::integral_constant<cuda::thread_scope, cuda::thread_scope_device>());
    return operation(std::integral_constant<cuda::thread_scope, cuda::thread_scope_block>());
}

}  // namespace strider::emulation::built_in

// `object` is the atomic object, `by` the order.
#define STRIDER_EMULATOR_IN_SCOPE(expression)                                                          \
    return strider::emulation::built_in::in_scope(scope, [&](auto in) __attribute__((always_inline)) { \
        const cuda::atomic_ref<T, decltype(in)::value> object(*const_cast<T*>(address));               \
        [[maybe_unused]] const auto by = static_cast<cuda::memory_order>(order);                       \
        return expression;                                                                             \
    });
#define STRIDER_EMULATOR_AND_WITHOUT_RESULT(name, operation)                                                     \
    template <class T>                                                                                           \
    STRIDER_EMULATOR_ARITHMETIC T __nv_atomic_fetch_##name(T* address, std::type_identity_t<T> value, int order, \
                                                           int scope = __NV_THREAD_SCOPE_SYSTEM) {               \
        STRIDER_EMULATOR_IN_SCOPE(object.operation(value, by))                                                   \
    }                                                                                                            \
    template <class T>                                                                                           \
    STRIDER_EMULATOR_ARITHMETIC void __nv_atomic_##name(T* address, std::type_identity_t<T> value, int order,    \
                                                        int scope = __NV_THREAD_SCOPE_SYSTEM) {                  \
        __nv_atomic_fetch_##name(address, value, order, scope);                                                  \
    }
STRIDER_EMULATOR_AND_WITHOUT_RESULT(add, fetch_add)
STRIDER_EMULATOR_AND_WITHOUT_RESULT(sub, fetch_sub)
STRIDER_EMULATOR_AND_WITHOUT_RESULT(and, fetch_and)
STRIDER_EMULATOR_AND_WITHOUT_RESULT(or, fetch_or)
STRIDER_EMULATOR_AND_WITHOUT_RESULT(xor, fetch_xor)
STRIDER_EMULATOR_AND_WITHOUT_RESULT(min, fetch_min)
STRIDER_EMULATOR_AND_WITHOUT_RESULT(max, fetch_max)
#undef STRIDER_EMULATOR_AND_WITHOUT_RESULT

template <class T>
STRIDER_EMULATOR_ARITHMETIC T __nv_atomic_load_n(const T* address, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    STRIDER_EMULATOR_IN_SCOPE(object.load(by))
}
template <class T>
STRIDER_EMULATOR_ARITHMETIC void __nv_atomic_load(const T* address, T* result, int order,
                                                  int scope = __NV_THREAD_SCOPE_SYSTEM) {
    *result = __nv_atomic_load_n(address, order, scope);
}
template <class T>
STRIDER_EMULATOR_ARITHMETIC void __nv_atomic_store_n(T* address, std::type_identity_t<T> value, int order,
                                                     int scope = __NV_THREAD_SCOPE_SYSTEM) {
    STRIDER_EMULATOR_IN_SCOPE(object.store(value, by))
}
template <class T>
STRIDER_EMULATOR_ARITHMETIC void __nv_atomic_store(T* address, const T* value, int order,
                                                   int scope = __NV_THREAD_SCOPE_SYSTEM) {
    __nv_atomic_store_n(address, *value, order, scope);
}
template <class T>
STRIDER_EMULATOR_ARITHMETIC T __nv_atomic_exchange_n(T* address, std::type_identity_t<T> value, int order,
                                                     int scope = __NV_THREAD_SCOPE_SYSTEM) {
    STRIDER_EMULATOR_IN_SCOPE(object.exchange(value, by))
}
template <class T>
STRIDER_EMULATOR_ARITHMETIC void __nv_atomic_exchange(T* address, const T* value, T* result, int order,
                                                      int scope = __NV_THREAD_SCOPE_SYSTEM) {
    *result = __nv_atomic_exchange_n(address, *value, order, scope);
}
template <class T>
STRIDER_EMULATOR_ARITHMETIC bool __nv_atomic_compare_exchange_n(T* address, T* expected, std::type_identity_t<T> value,
                                                                bool, int order, int,
                                                                int scope = __NV_THREAD_SCOPE_SYSTEM) {
    STRIDER_EMULATOR_IN_SCOPE(object.compare_exchange_strong(*expected, value, by))
}
template <class T>
STRIDER_EMULATOR_ARITHMETIC bool __nv_atomic_compare_exchange(T* address, T* expected, const T* value, bool weak,
                                                              int success, int failure,
                                                              int scope = __NV_THREAD_SCOPE_SYSTEM) {
    return __nv_atomic_compare_exchange_n(address, expected, *value, weak, success, failure, scope);
}
#undef STRIDER_EMULATOR_IN_SCOPE

STRIDER_EMULATOR_ARITHMETIC void __nv_atomic_thread_fence(int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {
    strider::emulation::built_in::in_scope(scope, [&](auto in) __attribute__((always_inline)) {
        cuda::atomic_thread_fence(static_cast<cuda::memory_order>(order), decltype(in)::value);
    });
}
// SPDX-License-Identifier: Apache-2.0
