// cuda::barrier, and asynchronous copies that arrive at a barrier.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include <strider/emulator/dialect/asynchronous.hpp>
#include <strider/emulator/dialect/atomic_ref.hpp>
#include <strider/emulator/dialect/intrinsic.hpp>

namespace cuda {

/// A size that the caller declares to be a multiple of `Alignment`.
template <std::size_t Alignment>
struct aligned_size_t {
    static constexpr std::size_t align = Alignment;
    std::size_t value;

    STRIDER_EMULATOR_ARITHMETIC explicit aligned_size_t(std::size_t value) : value(value) {}
    STRIDER_EMULATOR_ARITHMETIC operator std::size_t() const { return value; }
};

namespace std {
struct __empty_completion {};
}  // namespace std

/// A barrier for threads of one block, in the block's shared memory.
template <thread_scope Scope = thread_scope_system, class Completion = std::__empty_completion>
class barrier {
public:
    using arrival_token = std::uint64_t;

    barrier() = default;
    STRIDER_EMULATOR_INTRINSIC explicit barrier(std::ptrdiff_t expected) { begin(STRIDER_EMULATOR_CALLER, expected); }
    barrier(const barrier&) = delete;
    barrier& operator=(const barrier&) = delete;

    STRIDER_EMULATOR_INTRINSIC arrival_token arrive(std::ptrdiff_t count = 1) {
        return strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, this, static_cast<unsigned>(count));
    }
    STRIDER_EMULATOR_INTRINSIC void wait(arrival_token&& phase) const {
        strider::emulation::barrier_wait(STRIDER_EMULATOR_CALLER, const_cast<barrier*>(this), phase);
    }
    STRIDER_EMULATOR_INTRINSIC void wait_parity(bool parity) const {
        const strider::emulation::site caller = STRIDER_EMULATOR_CALLER;
        const std::uint64_t phase = strider::emulation::barrier_phase(caller, const_cast<barrier*>(this));
        if (phase % 2 == parity) strider::emulation::barrier_wait(caller, const_cast<barrier*>(this), phase);
    }
    STRIDER_EMULATOR_INTRINSIC bool try_wait(arrival_token phase) const {
        return strider::emulation::barrier_test(STRIDER_EMULATOR_CALLER, const_cast<barrier*>(this), phase);
    }
    STRIDER_EMULATOR_INTRINSIC void arrive_and_wait() {
        strider::emulation::barrier_arrive_and_wait(STRIDER_EMULATOR_CALLER, this);
    }
    STRIDER_EMULATOR_INTRINSIC void arrive_and_drop() {
        strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, this, 1, 0, true);
    }
    STRIDER_EMULATOR_ARITHMETIC static constexpr std::ptrdiff_t max() { return (1 << 20) - 1; }

    STRIDER_EMULATOR_ROUTINE void begin(strider::emulation::site caller, std::ptrdiff_t expected) {
        strider::emulation::barrier_init(caller, this, static_cast<unsigned>(expected));
    }

private:
    std::uint64_t state_;  ///< its address names the emulator's barrier
};

template <thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC void init(barrier<Scope>* made, std::ptrdiff_t expected) {
    made->begin(STRIDER_EMULATOR_CALLER, expected);
}

/// Each calling thread copies all bytes.
template <class Size, thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC void memcpy_async(void* to, const void* from, Size bytes, barrier<Scope>& at) {
    strider::emulation::barrier_copy(STRIDER_EMULATOR_CALLER, &at, to, from, bytes, false);
}
/// All threads of the group call this; each thread copies a part.
template <class Group, class Size, thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC void memcpy_async(const Group& group, void* to, const void* from, Size bytes,
                                             barrier<Scope>& target) {
    const auto part = strider::emulation::share_of(group.thread_rank(), group.size(), bytes);
    if (part.bytes != 0)
        strider::emulation::barrier_copy(STRIDER_EMULATOR_CALLER, &target, static_cast<char*>(to) + part.begin,
                                         static_cast<const char*>(from) + part.begin, part.bytes, false);
}

namespace device {
template <class T>
STRIDER_EMULATOR_ARITHMETIC std::uint64_t* barrier_native_handle(T& of) {
    return reinterpret_cast<std::uint64_t*>(&of);
}
template <thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC std::uint64_t barrier_arrive_tx(barrier<Scope>& at, std::ptrdiff_t count,
                                                           std::ptrdiff_t bytes) {
    return strider::emulation::barrier_arrive(STRIDER_EMULATOR_CALLER, &at, static_cast<unsigned>(count),
                                              static_cast<std::size_t>(bytes));
}
template <thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC void barrier_expect_tx(barrier<Scope>& at, std::ptrdiff_t bytes) {
    strider::emulation::barrier_expect(STRIDER_EMULATOR_CALLER, &at, static_cast<std::size_t>(bytes));
}
/// A bulk copy: the barrier counts its bytes.
template <class T, std::size_t Alignment, thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC void memcpy_async_tx(T* to, const T* from, aligned_size_t<Alignment> bytes,
                                                barrier<Scope>& target) {
    static_assert(Alignment >= 16, "bulk copies move multiples of 16 bytes");
    strider::emulation::barrier_copy(STRIDER_EMULATOR_CALLER, &target, to, from, bytes, true);
}

namespace experimental {
using device::barrier_arrive_tx;
template <thread_scope Scope>
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk_global_to_shared(void* to, const void* from, std::uint32_t bytes,
                                                               barrier<Scope>& at) {
    strider::emulation::barrier_copy(STRIDER_EMULATOR_CALLER, &at, to, from, bytes, true);
}
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk_shared_to_global(void* to, const void* from, std::uint32_t bytes) {
    strider::emulation::bulk_copy_async(STRIDER_EMULATOR_CALLER, to, from, bytes);
}
#define STRIDER_EMULATOR_TENSOR_COPIES(rank, parameters, ...)                                   \
    template <thread_scope Scope>                                                               \
    STRIDER_EMULATOR_INTRINSIC void cp_async_bulk_tensor_##rank##d_global_to_shared(            \
        void* to, const void* map, STRIDER_EMULATOR_UNWRAP parameters, barrier<Scope>& at) {    \
        const int first[] = {__VA_ARGS__};                                                      \
        strider::emulation::tensor_load(STRIDER_EMULATOR_CALLER, map, first, rank, to, &at, 0); \
    }                                                                                           \
    STRIDER_EMULATOR_INTRINSIC void cp_async_bulk_tensor_##rank##d_shared_to_global(            \
        const void* map, STRIDER_EMULATOR_UNWRAP parameters, const void* from) {                \
        const int first[] = {__VA_ARGS__};                                                      \
        strider::emulation::tensor_store(STRIDER_EMULATOR_CALLER, map, first, rank, from);      \
    }
#define STRIDER_EMULATOR_UNWRAP(...) __VA_ARGS__
STRIDER_EMULATOR_TENSOR_COPIES(1, (int a), a)
STRIDER_EMULATOR_TENSOR_COPIES(2, (int a, int b), a, b)
STRIDER_EMULATOR_TENSOR_COPIES(3, (int a, int b, int c), a, b, c)
STRIDER_EMULATOR_TENSOR_COPIES(4, (int a, int b, int c, int d), a, b, c, d)
STRIDER_EMULATOR_TENSOR_COPIES(5, (int a, int b, int c, int d, int e), a, b, c, d, e)
#undef STRIDER_EMULATOR_UNWRAP
#undef STRIDER_EMULATOR_TENSOR_COPIES
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk_commit_group() { strider::emulation::commit_bulk_copies(); }
template <int Batches>
STRIDER_EMULATOR_INTRINSIC void cp_async_bulk_wait_group_read() {
    strider::emulation::wait_for_bulk_copies(STRIDER_EMULATOR_CALLER, Batches);
}
STRIDER_EMULATOR_INTRINSIC void fence_proxy_async_shared_cta() {
    strider::emulation::fence_proxy(STRIDER_EMULATOR_CALLER);
}
}  // namespace experimental
}  // namespace device

}  // namespace cuda
// SPDX-License-Identifier: Apache-2.0
