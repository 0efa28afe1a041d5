// Locks on the host.
#include <mutex>
#include <stdexcept>

#include "tests/library/lock_conformance.hpp"
#include "tests/library/many_threads.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, LockConformance, one_thread);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, LockConformance, many_threads);

TEST(LockCpu, TheStandardGuardsTakeIt) {
    spin_lock<> spin;
    ticket_lock<> ticket;
    unsigned count = 0;
    many_threads::run(10'000, [&](unsigned i) {
        if (i % 2 == 0) {
            const std::scoped_lock both(spin, ticket);
            ++count;
        } else {
            const std::unique_lock one(ticket);
            const std::lock_guard other(spin);
            ++count;
        }
    });
    EXPECT_EQ(count, 10'000u);
}

TEST(LockCpu, OpensWhenASectionThrows) {
    ticket_lock<> lock;
    EXPECT_THROW(critical_section(lock, [] { throw std::runtime_error("half way"); }), std::runtime_error);
    EXPECT_TRUE(lock.try_lock());
}

TEST(LockCpu, ATicketLockServesThreadsInTheOrderOfTheirCall) {
    ticket_lock<> lock;
    std::vector<int> served;
    std::vector<std::thread> all;
    lock.lock();
    for (int i = 0; i < 5; ++i) {
        all.emplace_back([&, i] {
            const lock_guard alone(lock);
            served.push_back(i);
        });
        // Its first word is the number of tickets drawn: mine, and those of threads 0 to i.
        auto& drawn = reinterpret_cast<unsigned&>(lock);
        while (atomic_ref(drawn).load() != static_cast<unsigned>(i) + 2) std::this_thread::yield();
    }
    lock.unlock();
    for (std::thread& one : all) one.join();
    EXPECT_EQ(served, (std::vector<int>{0, 1, 2, 3, 4}));
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
