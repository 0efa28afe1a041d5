// Locks, and sections of code that one thread at a time runs: on the host, on a GPU and in the emulator.
//
//     __global__ void kernel(strider::spin_lock<strider::thread_scope::device>* lock, ...) {
//         strider::critical_section(*lock, [&] { ... });
//     }
//
// A lock is an object in memory that its threads can reach; memory of zeros is an open one. It has lock(), try_lock()
// and unlock(), so that std::lock_guard takes it on the host, and lock_guard everywhere. A thread that gets a lock sees
// all writes of its former holders. A thread that holds it must not ask for it again.
//
// - spin_lock: 4 bytes. The first thread to ask when it opens gets it, so a thread may wait for ever.
// - ticket_lock: 8 bytes. First come, first served. On a host with more threads than cores it is slower, since it waits
//   for the very next thread also while that one does not run.
// A waiting thread reads the lock, and leaves the memory to others between two reads. On a GPU it pauses for 32 ns,
// doubled up to 1 us (a ticket_lock: for each thread that is served before). On the host it makes some pauses, then
// yields its core.
//
// Progress. A lock passes from thread to thread as long as its holder runs. On a GPU the threads of resident blocks
// run, since Volta each by itself. Before Volta, and in the emulator's lock-step mode, a warp's lanes run in step: if
// several lanes of one warp call lock(), the lanes that spin may hold up the holder for ever. Let one thread ask for
// many, as critical_section does: it ends in either mode. It is also faster: one hand-over for 32 sections.
//
// Sources: the lecture on atomics and patterns (Lock and warps; one thread negotiates for those that need it); M.
// Herlihy and N. Shavit, The Art of Multiprocessor Programming (test-and-test-and-set, exponential back-off); J.
// Mellor-Crummey and M. Scott, Algorithms for Scalable Synchronization on Shared-Memory Multiprocessors (1991; the
// ticket lock with proportional back-off).
#pragma once

#include <strider/atomic.hpp>
#if !defined(__CUDA_ARCH__)
#include <thread>
#endif

namespace strider {
inline namespace STRIDER_TARGET {

/// The wait of a thread between two looks at a word that another thread will change.
class back_off {
public:
    /// Waits; each time for longer, up to a limit.
    STRIDER_HOST_DEVICE void wait() {
        pause(units_);
        if (units_ < most) units_ *= 2;
    }

    /// Waits for as long as a few others may take. On the host the same as wait(): they may not even run.
    STRIDER_HOST_DEVICE void wait_for([[maybe_unused]] unsigned others) {
#if defined(__CUDA_ARCH__)
        pause(others < most ? others : most);
#else
        wait();
#endif
    }

private:
    static constexpr unsigned most = 32;

    STRIDER_HOST_DEVICE static void pause(unsigned units) {
#if defined(__CUDA_ARCH__)
        __nanosleep(32 * units);
#else
#if defined(STRIDER_EMULATOR)
        if (emulation::on_lane()) return;  // lanes take turns
#endif
        if (units == most) return std::this_thread::yield();
        for (unsigned i = 0; i < units; ++i) {
#if defined(__x86_64__)
            __builtin_ia32_pause();
#elif defined(__aarch64__)
            asm volatile("yield");
#endif
        }
#endif
    }

    unsigned units_ = 1;
};

/// A lock for short sections and few that wait. 4 bytes.
template <thread_scope Scope = thread_scope::system>
class spin_lock {
public:
    spin_lock() = default;
    spin_lock(const spin_lock&) = delete;
    spin_lock& operator=(const spin_lock&) = delete;

    STRIDER_HOST_DEVICE void lock() {
        for (back_off between; !try_lock();) between.wait();
    }
    /// Whether the caller has the lock now. Reads before it writes: threads that wait do not take the line from each
    /// other.
    STRIDER_HOST_DEVICE bool try_lock() {
        return word().load(std::memory_order::relaxed) == 0 && word().exchange(1, std::memory_order::acquire) == 0;
    }
    STRIDER_HOST_DEVICE void unlock() { word().store(0, std::memory_order::release); }

private:
    STRIDER_HOST_DEVICE atomic_ref<unsigned, Scope> word() { return atomic_ref<unsigned, Scope>(taken_); }

    unsigned taken_ = 0;
};

/// A lock that serves threads in the order in which they came. 8 bytes.
template <thread_scope Scope = thread_scope::system>
class ticket_lock {
public:
    ticket_lock() = default;
    ticket_lock(const ticket_lock&) = delete;
    ticket_lock& operator=(const ticket_lock&) = delete;

    STRIDER_HOST_DEVICE void lock() {
        const unsigned mine = next().fetch_add(1, std::memory_order::relaxed);
        for (back_off between;;) {
            const unsigned ahead = mine - serving().load(std::memory_order::acquire);
            if (ahead == 0) return;
            between.wait_for(ahead);
        }
    }
    /// Whether the caller has the lock now. Draws no ticket where it would have to wait.
    STRIDER_HOST_DEVICE bool try_lock() {
        unsigned open = serving().load(std::memory_order::acquire);
        return next().compare_exchange_strong(open, open + 1, std::memory_order::relaxed);
    }
    STRIDER_HOST_DEVICE void unlock() {
        // Nobody else writes it now.
        serving().store(serving().load(std::memory_order::relaxed) + 1, std::memory_order::release);
    }

private:
    STRIDER_HOST_DEVICE atomic_ref<unsigned, Scope> next() { return atomic_ref<unsigned, Scope>(next_); }
    STRIDER_HOST_DEVICE atomic_ref<unsigned, Scope> serving() { return atomic_ref<unsigned, Scope>(serving_); }

    unsigned next_ = 0;
    unsigned serving_ = 0;
};

/// Anything that lets one thread in at a time.
template <class Lock>
concept basic_lockable = requires(Lock& lock) {
    lock.lock();
    lock.unlock();
};

/// Holds a lock to the end of its scope; std::lock_guard for both sides. In a kernel: for one lane of a warp at a time.
template <basic_lockable Lock>
class lock_guard {
public:
    STRIDER_HOST_DEVICE explicit lock_guard(Lock& held) : held_(held) { held_.lock(); }
    STRIDER_HOST_DEVICE ~lock_guard() { held_.unlock(); }
    lock_guard(const lock_guard&) = delete;
    lock_guard& operator=(const lock_guard&) = delete;

private:
    Lock& held_;
};

/// Runs section() while nobody else who asks by the same lock runs theirs.
///
/// In a kernel the lanes of a warp that ask at the same time ask once: the first of them takes the lock and opens it,
/// and in between each lane runs its own section, in lane order. So a section may use its thread's variables. Lanes
/// that come apart from the others ask for themselves; which lanes come together is the compiler's and the scheduler's
/// choice, but in lock step all that run the call do. The section must not ask for the lock again, nor wait for, or
/// meet, other lanes of its warp.
template <basic_lockable Lock, class Section>
STRIDER_HOST_DEVICE void critical_section(Lock& lock, Section&& section) {
#if defined(STRIDER_EMULATOR)
    if (!emulation::on_lane()) {
        const lock_guard<Lock> alone(lock);
        section();
        return;
    }
#endif
#if defined(__CUDA_ARCH__) || defined(STRIDER_EMULATOR)
    const unsigned lane = (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
    const unsigned asking = __activemask();
    const auto first_of = [](unsigned lanes) { return static_cast<unsigned>(__ffs(static_cast<int>(lanes))) - 1; };
    const bool leader = lane == first_of(asking);
    if (leader) lock.lock();
    for (unsigned rest = asking; rest != 0; rest &= rest - 1) {
        __syncwarp(asking);  // what the lane before wrote, and at first whoever had the lock
        if (lane == first_of(rest)) section();
    }
    __syncwarp(asking);
    if (leader) lock.unlock();
    __syncwarp(asking);  // so that they ask together next time
#else
    const lock_guard<Lock> alone(lock);
    section();
#endif
}

}  // namespace STRIDER_TARGET
}  // namespace strider
// SPDX-License-Identifier: Apache-2.0
