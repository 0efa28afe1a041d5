// cuda::latch and cuda::counting_semaphore, of threads of any scope: a counter and atomic operations.
#pragma once

#include <cstddef>

#include <strider/emulator/dialect/atomic_ref.hpp>

namespace cuda {

template <thread_scope Scope = thread_scope_system>
class latch {
public:
    STRIDER_EMULATOR_ARITHMETIC constexpr explicit latch(std::ptrdiff_t expected) : left_(expected) {}
    latch(const latch&) = delete;
    latch& operator=(const latch&) = delete;

    STRIDER_EMULATOR_ARITHMETIC void count_down(std::ptrdiff_t count = 1) {
        left_.fetch_sub(count, memory_order_acq_rel);
    }
    STRIDER_EMULATOR_ARITHMETIC bool try_wait() const { return left_.load(memory_order_acquire) == 0; }
    STRIDER_EMULATOR_ARITHMETIC void wait() const {
        while (!try_wait()) {
        }
    }
    STRIDER_EMULATOR_ARITHMETIC void arrive_and_wait(std::ptrdiff_t count = 1) {
        count_down(count);
        wait();
    }
    STRIDER_EMULATOR_ARITHMETIC static constexpr std::ptrdiff_t max() { return PTRDIFF_MAX; }

private:
    atomic<std::ptrdiff_t, Scope> left_;
};

template <thread_scope Scope = thread_scope_system, std::ptrdiff_t LeastMax = PTRDIFF_MAX>
class counting_semaphore {
public:
    STRIDER_EMULATOR_ARITHMETIC constexpr explicit counting_semaphore(std::ptrdiff_t count = 0) : count_(count) {}
    counting_semaphore(const counting_semaphore&) = delete;
    counting_semaphore& operator=(const counting_semaphore&) = delete;

    STRIDER_EMULATOR_ARITHMETIC void release(std::ptrdiff_t count = 1) {
        count_.fetch_add(count, memory_order_acq_rel);
    }
    STRIDER_EMULATOR_ARITHMETIC bool try_acquire() {
        std::ptrdiff_t count = count_.load(memory_order_acquire);
        while (count > 0)
            if (count_.compare_exchange_strong(count, count - 1, memory_order_acq_rel)) return true;
        return false;
    }
    STRIDER_EMULATOR_ARITHMETIC void acquire() {
        while (!try_acquire()) {
        }
    }
    STRIDER_EMULATOR_ARITHMETIC static constexpr std::ptrdiff_t max() { return LeastMax; }

private:
    atomic<std::ptrdiff_t, Scope> count_;
};
template <thread_scope Scope = thread_scope_system>
using binary_semaphore = counting_semaphore<Scope, 1>;

namespace std {
using latch = ::cuda::latch<>;
template <::std::ptrdiff_t LeastMax = PTRDIFF_MAX>
using counting_semaphore = ::cuda::counting_semaphore<thread_scope_system, LeastMax>;
using binary_semaphore = ::cuda::binary_semaphore<>;
}  // namespace std

}  // namespace cuda
// SPDX-License-Identifier: Apache-2.0
