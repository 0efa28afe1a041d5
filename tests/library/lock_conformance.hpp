// Locks on every backend, written once, for the backends of many_threads.hpp.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <strider/lock.hpp>

namespace strider::test {

/// Memory that a lock guards, which is plain. Whoever is not alone loses a count or leaves the list wrong.
struct guarded {
    unsigned count = 0;
    unsigned order[512] = {};
};
STRIDER_HOST_DEVICE inline void enter(guarded& all, unsigned who) { all.order[all.count++] = who; }

/// Memory of zeros: an open lock of either kind.
template <class Lock>
STRIDER_HOST_DEVICE Lock& lock_in(std::uint64_t* memory) {
    static_assert(sizeof(Lock) <= sizeof *memory && alignof(Lock) <= alignof(std::uint64_t));
    return *reinterpret_cast<Lock*>(memory);
}

template <class Lock>
struct enter_by_guard {
    std::uint64_t* memory;
    guarded* all;
    STRIDER_HOST_DEVICE void operator()(unsigned i) const {
        const lock_guard<Lock> alone(lock_in<Lock>(memory));
        enter(*all, i);
    }
};
template <class Lock>
struct enter_by_trying {
    std::uint64_t* memory;
    guarded* all;
    STRIDER_HOST_DEVICE void operator()(unsigned i) const {
        for (bool done = false; !done;) {
            if (lock_in<Lock>(memory).try_lock()) {
                enter(*all, i);
                lock_in<Lock>(memory).unlock();
                done = true;
            }
        }
    }
};
/// Every third thread does not ask; the section uses its thread's variables, and leaves it something.
template <class Lock>
struct enter_in_a_section {
    std::uint64_t* memory;
    guarded* all;
    unsigned* places;
    STRIDER_HOST_DEVICE void operator()(unsigned i) const {
        if (i % 3 == 0) return;
        unsigned place = 0;
        critical_section(lock_in<Lock>(memory), [&] {
            place = all->count;
            enter(*all, i);
        });
        places[i] = place;
    }
};

/// Answers of try_lock for an open lock, a taken lock, and a lock that was opened again.
template <class Lock>
struct try_twice {
    std::uint64_t* memory;
    unsigned* said;
    STRIDER_HOST_DEVICE void operator()(unsigned) const {
        Lock& lock = lock_in<Lock>(memory);
        said[0] = lock.try_lock();
        said[1] = lock.try_lock();
        lock.unlock();
        said[2] = lock.try_lock();
        lock.unlock();
        lock.lock();
        said[3] = lock.try_lock();
        lock.unlock();
    }
};

template <class Backend>
class LockConformance : public testing::Test {
public:
    template <class T>
    using buffer = typename Backend::template buffer<T>;

    template <class Work>
    static void expect_everybody_once() {
        const buffer<std::uint64_t> lock(std::vector<std::uint64_t>(1, 0));
        const buffer<guarded> all(std::vector<guarded>(1));
        Backend::run(Backend::threads, Work{lock.address(), all.address()});
        const guarded found = all.value();
        ASSERT_EQ(found.count, Backend::threads);
        std::vector<unsigned> came(found.order, found.order + found.count), right(Backend::threads);
        std::sort(came.begin(), came.end());
        std::iota(right.begin(), right.end(), 0u);
        EXPECT_EQ(came, right);
    }

    /// The order in which threads came, where none of them was lost.
    template <class Lock>
    static std::vector<unsigned> order_of_sections() {
        const buffer<std::uint64_t> lock(std::vector<std::uint64_t>(1, 0));
        const buffer<guarded> all(std::vector<guarded>(1));
        const buffer<unsigned> places(std::vector<unsigned>(Backend::threads, ~0u));
        Backend::run(Backend::threads, enter_in_a_section<Lock>{lock.address(), all.address(), places.address()});
        const guarded found = all.value();
        const std::vector<unsigned> place_of = places.values();
        EXPECT_EQ(found.count, Backend::threads - (Backend::threads + 2) / 3);
        for (unsigned k = 0; k < found.count; ++k) EXPECT_EQ(place_of[found.order[k]], k);
        for (unsigned i = 0; i < Backend::threads; i += 3) EXPECT_EQ(place_of[i], ~0u);
        return {found.order, found.order + found.count};
    }

    template <class Lock>
    static void expect_tries() {
        const buffer<std::uint64_t> lock(std::vector<std::uint64_t>(1, 0));
        const buffer<unsigned> said(std::vector<unsigned>(4, 7));
        Backend::run(1, try_twice<Lock>{lock.address(), said.address()});
        EXPECT_EQ(said.values(), (std::vector<unsigned>{1, 0, 1, 0}));
    }
};
TYPED_TEST_SUITE_P(LockConformance);

TYPED_TEST_P(LockConformance, LetsOneThreadInAtATime) {
    this->template expect_everybody_once<enter_by_guard<spin_lock<thread_scope::device>>>();
    this->template expect_everybody_once<enter_by_guard<ticket_lock<thread_scope::device>>>();
    this->template expect_everybody_once<enter_by_guard<ticket_lock<>>>();
    this->template expect_everybody_once<enter_by_trying<spin_lock<>>>();
    this->template expect_everybody_once<enter_by_trying<ticket_lock<>>>();
}

TYPED_TEST_P(LockConformance, RunsSectionsOneAtATime) {
    this->template order_of_sections<spin_lock<thread_scope::device>>();
    this->template order_of_sections<ticket_lock<thread_scope::device>>();
}

TYPED_TEST_P(LockConformance, SaysWhetherItIsOpen) {
    this->template expect_tries<spin_lock<thread_scope::device>>();
    this->template expect_tries<ticket_lock<thread_scope::device>>();
}

REGISTER_TYPED_TEST_SUITE_P(LockConformance, LetsOneThreadInAtATime, RunsSectionsOneAtATime, SaysWhetherItIsOpen);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
