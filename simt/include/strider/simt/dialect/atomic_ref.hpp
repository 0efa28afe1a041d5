// cuda::atomic_ref and cuda::atomic_thread_fence, for kernels that include <cuda/atomic> under nvcc.
#pragma once

#include <type_traits>

#include <strider/simt/dialect/host_atomic.hpp>

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

namespace std {
using ::cuda::memory_order;
using ::cuda::memory_order_acq_rel;
using ::cuda::memory_order_acquire;
using ::cuda::memory_order_consume;
using ::cuda::memory_order_relaxed;
using ::cuda::memory_order_release;
using ::cuda::memory_order_seq_cst;
}  // namespace std

namespace detail {
[[gnu::always_inline]] constexpr simt::order to_order(memory_order order) {
    switch (order) {
        case memory_order_relaxed:
            return simt::order::relaxed;
        case memory_order_consume:
        case memory_order_acquire:
            return simt::order::acquire;
        case memory_order_release:
            return simt::order::release;
        case memory_order_acq_rel:
            return simt::order::acq_rel;
        case memory_order_seq_cst:
            break;
    }
    return simt::order::seq_cst;
}
[[gnu::always_inline]] constexpr simt::scope to_scope(thread_scope scope) {
    // A fence or atomic of one thread's scope orders nothing more than the block's does.
    return scope == thread_scope_system   ? simt::scope::system
           : scope == thread_scope_device ? simt::scope::device
                                          : simt::scope::block;
}
}  // namespace detail

/// An object of 4 or 8 bytes (2 for compare-and-exchange, load and store), seen through atomic operations.
template <class T, thread_scope Scope = thread_scope_system>
class atomic_ref {
    static_assert(::std::is_trivially_copyable_v<T> && sizeof(T) <= 8 && (sizeof(T) & (sizeof(T) - 1)) == 0,
                  "atomic_ref needs a trivially copyable type of 1, 2, 4 or 8 bytes");

public:
    using value_type = T;
    static constexpr bool is_always_lock_free = true;

    STRIDER_SIMT_ARITHMETIC explicit atomic_ref(T& object) : address_(&object) {}

    STRIDER_SIMT_INTRINSIC T load(memory_order order = memory_order_seq_cst) const {
        access(STRIDER_SIMT_CALLER, true, false, order);
        T value;
        __atomic_load(address_, &value, __ATOMIC_SEQ_CST);
        return value;
    }
    STRIDER_SIMT_INTRINSIC void store(T value, memory_order order = memory_order_seq_cst) const {
        access(STRIDER_SIMT_CALLER, false, true, order);
        __atomic_store(address_, &value, __ATOMIC_SEQ_CST);
    }
    STRIDER_SIMT_INTRINSIC T exchange(T value, memory_order order = memory_order_seq_cst) const {
        access(STRIDER_SIMT_CALLER, true, true, order);
        T old;
        __atomic_exchange(address_, &value, &old, __ATOMIC_SEQ_CST);
        return old;
    }
    STRIDER_SIMT_INTRINSIC bool compare_exchange_strong(T& expected, T value,
                                                        memory_order order = memory_order_seq_cst) const {
        access(STRIDER_SIMT_CALLER, true, true, order);
        return __atomic_compare_exchange(address_, &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    STRIDER_SIMT_INTRINSIC bool compare_exchange_weak(T& expected, T value,
                                                      memory_order order = memory_order_seq_cst) const {
        access(STRIDER_SIMT_CALLER, true, true, order);
        return __atomic_compare_exchange(address_, &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    /// The failure order is weaker than the success order and is covered by it here.
    STRIDER_SIMT_INTRINSIC bool compare_exchange_strong(T& expected, T value, memory_order success,
                                                        memory_order) const {
        access(STRIDER_SIMT_CALLER, true, true, success);
        return __atomic_compare_exchange(address_, &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }
    STRIDER_SIMT_INTRINSIC bool compare_exchange_weak(T& expected, T value, memory_order success, memory_order) const {
        access(STRIDER_SIMT_CALLER, true, true, success);
        return __atomic_compare_exchange(address_, &expected, &value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    }

#define STRIDER_SIMT_FETCH(name, constraint, expression)                                                       \
    STRIDER_SIMT_INTRINSIC T name(T value, memory_order order = memory_order_seq_cst) const                    \
        requires constraint                                                                                    \
    {                                                                                                          \
        access(STRIDER_SIMT_CALLER, true, true, order);                                                        \
        return simt::host_atomic::fetch_update(                                                                \
            address_, [value](T old) STRIDER_SIMT_UNINSTRUMENTED -> T { return static_cast<T>(expression); }); \
    }
    STRIDER_SIMT_FETCH(fetch_add, ::std::is_arithmetic_v<T>, old + value)
    STRIDER_SIMT_FETCH(fetch_sub, ::std::is_arithmetic_v<T>, old - value)
    STRIDER_SIMT_FETCH(fetch_min, ::std::is_arithmetic_v<T>, value < old ? value : old)
    STRIDER_SIMT_FETCH(fetch_max, ::std::is_arithmetic_v<T>, old < value ? value : old)
    STRIDER_SIMT_FETCH(fetch_and, ::std::is_integral_v<T>, old& value)
    STRIDER_SIMT_FETCH(fetch_or, ::std::is_integral_v<T>, old | value)
    STRIDER_SIMT_FETCH(fetch_xor, ::std::is_integral_v<T>, old ^ value)
#undef STRIDER_SIMT_FETCH

private:
    /// The host uses one from outside of kernels too; there is nothing to check then.
    STRIDER_SIMT_ROUTINE void access(simt::site at, bool reads, bool writes, memory_order order) const {
        if (simt::on_lane())
            simt::atomic_access(at, address_, sizeof(T), reads, writes, detail::to_order(order),
                                detail::to_scope(Scope));
    }

    T* address_;
};

STRIDER_SIMT_INTRINSIC void atomic_thread_fence(memory_order order, thread_scope scope = thread_scope_system) {
    if (simt::on_lane()) simt::fence(STRIDER_SIMT_CALLER, detail::to_scope(scope), detail::to_order(order));
}

}  // namespace cuda
