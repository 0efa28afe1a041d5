// cuda::atomic, cuda::atomic_ref and cuda::atomic_thread_fence, for kernels that include <cuda/atomic> under nvcc.
#pragma once

#include <type_traits>

#include <strider/emulator/dialect/host_atomic.hpp>

namespace cuda {

enum memory_order {
    memory_order_relaxed,
    memory_order_consume,
    memory_order_acquire,
    memory_order_release,
    memory_order_acq_rel,
    memory_order_seq_cst
};

enum thread_scope { thread_scope_system, thread_scope_device, thread_scope_block, thread_scope_thread };

/// The host's standard library, except names that take a scope.
namespace std {
using namespace ::std;
using ::cuda::memory_order;
using ::cuda::memory_order_acq_rel;
using ::cuda::memory_order_acquire;
using ::cuda::memory_order_consume;
using ::cuda::memory_order_relaxed;
using ::cuda::memory_order_release;
using ::cuda::memory_order_seq_cst;
}  // namespace std

namespace detail {
[[gnu::always_inline]] constexpr strider::emulation::order to_order(memory_order order) {
    switch (order) {
        case memory_order_relaxed:
            return strider::emulation::order::relaxed;
        case memory_order_consume:
        case memory_order_acquire:
            return strider::emulation::order::acquire;
        case memory_order_release:
            return strider::emulation::order::release;
        case memory_order_acq_rel:
            return strider::emulation::order::acq_rel;
        case memory_order_seq_cst:
            break;
    }
    return strider::emulation::order::seq_cst;
}
[[gnu::always_inline]] constexpr strider::emulation::scope to_scope(thread_scope scope) {
    // A fence or an atomic of thread scope orders no less than the block's here.
    return scope == thread_scope_system   ? strider::emulation::scope::system
           : scope == thread_scope_device ? strider::emulation::scope::device
                                          : strider::emulation::scope::block;
}
}  // namespace detail

/// Operations that atomic_ref and atomic share, on the object at Of::address(). Objects have 4 or 8 bytes (2 for
/// compare-and-exchange, load and store).
template <class Of, class T, thread_scope Scope>
class atomic_operations {
    static_assert(::std::is_trivially_copyable_v<T> && sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0,
                  "an atomic object is of a trivially copyable type of 1, 2, 4 or 8 bytes");

public:
    using value_type = T;
    static constexpr bool is_always_lock_free = true;
    STRIDER_EMULATOR_ARITHMETIC static bool is_lock_free() { return true; }

    STRIDER_EMULATOR_INTRINSIC T load(memory_order order = memory_order_seq_cst) const volatile {
        access(STRIDER_EMULATOR_CALLER, true, false, order);
        T value;
        __atomic_load(address(), &value, __ATOMIC_SEQ_CST);
        return value;
    }
    STRIDER_EMULATOR_INTRINSIC void store(T value, memory_order order = memory_order_seq_cst) const volatile {
        access(STRIDER_EMULATOR_CALLER, false, true, order);
        __atomic_store(address(), &value, __ATOMIC_SEQ_CST);
    }
    STRIDER_EMULATOR_INTRINSIC T exchange(T value, memory_order order = memory_order_seq_cst) const volatile {
        access(STRIDER_EMULATOR_CALLER, true, true, order);
        T old;
        __atomic_exchange(address(), &value, &old, __ATOMIC_SEQ_CST);
        return old;
    }
    STRIDER_EMULATOR_INTRINSIC bool compare_exchange_strong(T& expected, T value,
                                                            memory_order order = memory_order_seq_cst) const volatile {
        access(STRIDER_EMULATOR_CALLER, true, true, order);
        return __atomic_compare_exchange(address(), &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    STRIDER_EMULATOR_INTRINSIC bool compare_exchange_weak(T& expected, T value,
                                                          memory_order order = memory_order_seq_cst) const volatile {
        access(STRIDER_EMULATOR_CALLER, true, true, order);
        return __atomic_compare_exchange(address(), &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    /// The success order is at least as strong as the failure order, so only the success order is used.
    STRIDER_EMULATOR_INTRINSIC bool compare_exchange_strong(T& expected, T value, memory_order success,
                                                            memory_order) const volatile {
        access(STRIDER_EMULATOR_CALLER, true, true, success);
        return __atomic_compare_exchange(address(), &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    STRIDER_EMULATOR_INTRINSIC bool compare_exchange_weak(T& expected, T value, memory_order success,
                                                          memory_order) const volatile {
        access(STRIDER_EMULATOR_CALLER, true, true, success);
        return __atomic_compare_exchange(address(), &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }

#define STRIDER_EMULATOR_FETCH(name, constraint, expression)                                                    \
    STRIDER_EMULATOR_INTRINSIC T name(T value, memory_order order = memory_order_seq_cst) const volatile        \
        requires constraint                                                                                     \
    {                                                                                                           \
        access(STRIDER_EMULATOR_CALLER, true, true, order);                                                     \
        return strider::emulation::host_atomic::fetch_update(                                                   \
            address(), [&](T old) STRIDER_EMULATOR_UNINSTRUMENTED -> T { return static_cast<T>(expression); }); \
    }
    STRIDER_EMULATOR_FETCH(fetch_add, ::std::is_arithmetic_v<T>,
                           strider::emulation::host_atomic::sum(address(), old, value))
    STRIDER_EMULATOR_FETCH(fetch_sub, ::std::is_arithmetic_v<T>,
                           strider::emulation::host_atomic::sum(address(), old, static_cast<T>(-value)))
    STRIDER_EMULATOR_FETCH(fetch_min, ::std::is_arithmetic_v<T>, value < old ? value : old)
    STRIDER_EMULATOR_FETCH(fetch_max, ::std::is_arithmetic_v<T>, old < value ? value : old)
    STRIDER_EMULATOR_FETCH(fetch_and, ::std::is_integral_v<T>, old& value)
    STRIDER_EMULATOR_FETCH(fetch_or, ::std::is_integral_v<T>, old | value)
    STRIDER_EMULATOR_FETCH(fetch_xor, ::std::is_integral_v<T>, old ^ value)
#undef STRIDER_EMULATOR_FETCH

    STRIDER_EMULATOR_ARITHMETIC operator T() const volatile { return load(); }
    STRIDER_EMULATOR_ARITHMETIC T operator++(int) const volatile { return fetch_add(T{1}); }
    STRIDER_EMULATOR_ARITHMETIC T operator--(int) const volatile { return fetch_sub(T{1}); }
    STRIDER_EMULATOR_ARITHMETIC T operator++() const volatile { return static_cast<T>(fetch_add(T{1}) + T{1}); }
    STRIDER_EMULATOR_ARITHMETIC T operator--() const volatile { return static_cast<T>(fetch_sub(T{1}) - T{1}); }
    STRIDER_EMULATOR_ARITHMETIC T operator+=(T value) const volatile {
        return static_cast<T>(fetch_add(value) + value);
    }
    STRIDER_EMULATOR_ARITHMETIC T operator-=(T value) const volatile {
        return static_cast<T>(fetch_sub(value) - value);
    }
    STRIDER_EMULATOR_ARITHMETIC T operator&=(T value) const volatile {
        return static_cast<T>(fetch_and(value) & value);
    }
    STRIDER_EMULATOR_ARITHMETIC T operator|=(T value) const volatile { return static_cast<T>(fetch_or(value) | value); }
    STRIDER_EMULATOR_ARITHMETIC T operator^=(T value) const volatile {
        return static_cast<T>(fetch_xor(value) ^ value);
    }

    /// Spins until the value differs from `old`, so notify has nothing to do.
    STRIDER_EMULATOR_ARITHMETIC void wait(T old, memory_order order = memory_order_seq_cst) const volatile {
        while (load(order) == old) {
        }
    }
    STRIDER_EMULATOR_ARITHMETIC void notify_one() const volatile {}
    STRIDER_EMULATOR_ARITHMETIC void notify_all() const volatile {}

private:
    STRIDER_EMULATOR_ARITHMETIC T* address() const volatile { return static_cast<const volatile Of*>(this)->address(); }

    /// Calls from host code are not checked.
    STRIDER_EMULATOR_ROUTINE void access(strider::emulation::site caller, bool reads, bool writes,
                                         memory_order order) const volatile {
        if (strider::emulation::on_lane())
            strider::emulation::atomic_access(caller, address(), sizeof(T), reads, writes, detail::to_order(order),
                                              detail::to_scope(Scope));
    }
};

/// Atomic operations on an object that exists elsewhere.
template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref : public atomic_operations<atomic_ref<T, Scope>, T, Scope> {
public:
    STRIDER_EMULATOR_ARITHMETIC explicit atomic_ref(T& object) : address_(&object) {}
    STRIDER_EMULATOR_ARITHMETIC T operator=(T value) const { return this->store(value), value; }

private:
    friend class atomic_operations<atomic_ref<T, Scope>, T, Scope>;
    STRIDER_EMULATOR_ARITHMETIC T* address() const volatile { return address_; }

    T* address_;
};

/// An object that allows only atomic operations.
template <class T, thread_scope Scope = thread_scope_system>
class alignas(sizeof(T)) atomic : public atomic_operations<atomic<T, Scope>, T, Scope> {
public:
    atomic() = default;
    STRIDER_EMULATOR_ARITHMETIC constexpr atomic(T value) : value_(value) {}
    atomic(const atomic&) = delete;
    STRIDER_EMULATOR_ARITHMETIC T operator=(T value) { return this->store(value), value; }

private:
    friend class atomic_operations<atomic<T, Scope>, T, Scope>;
    STRIDER_EMULATOR_ARITHMETIC T* address() const volatile { return const_cast<T*>(&value_); }

    T value_;
};

STRIDER_EMULATOR_INTRINSIC void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
    if (strider::emulation::on_lane())
        strider::emulation::fence(STRIDER_EMULATOR_CALLER, detail::to_scope(scope), detail::to_order(order));
}

namespace std {
template <class T>
using atomic = ::cuda::atomic<T>;
template <class T>
using atomic_ref = ::cuda::atomic_ref<T>;
using ::cuda::atomic_thread_fence;
}  // namespace std

}  // namespace cuda
// SPDX-License-Identifier: Apache-2.0
