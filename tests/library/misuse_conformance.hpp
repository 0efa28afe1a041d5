// Misuse of the host's calls: what they refuse, and that a call which gets no memory throws, keeps nothing, and lets
// the next one work: of every call the first allocations fail, one in each run, and some of the later ones.
//
// Replaces operator new: for one file of a program.
#pragma once

#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/library/host_places.hpp"

namespace strider::test {

/// All of this program's allocations by operator new.
inline std::atomic<long> alive{0};
inline std::atomic<long> before_failing{-1};  ///< allocations that succeed before one fails; negative: all do

inline void* allocate(std::size_t bytes, std::size_t alignment = alignof(std::max_align_t)) {
    if (before_failing.load(std::memory_order_relaxed) >= 0 && before_failing.fetch_sub(1) == 0) throw std::bad_alloc();
    void* const memory = std::aligned_alloc(alignment, (bytes / alignment + 1) * alignment);
    if (memory == nullptr) throw std::bad_alloc();
    alive.fetch_add(1);
    return memory;
}

inline void deallocate(void* memory) noexcept {
    if (memory != nullptr) alive.fetch_sub(1);
    std::free(memory);
}

}  // namespace strider::test

void* operator new(std::size_t bytes) { return strider::test::allocate(bytes); }
void* operator new[](std::size_t bytes) { return strider::test::allocate(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return strider::test::allocate(bytes, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t bytes, std::align_val_t alignment) {
    return strider::test::allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { strider::test::deallocate(memory); }
void operator delete[](void* memory) noexcept { strider::test::deallocate(memory); }
void operator delete(void* memory, std::size_t) noexcept { strider::test::deallocate(memory); }
void operator delete[](void* memory, std::size_t) noexcept { strider::test::deallocate(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { strider::test::deallocate(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { strider::test::deallocate(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { strider::test::deallocate(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { strider::test::deallocate(memory); }

namespace strider::test {

/// `Case` has a `place` and a `family` of calls.
template <class Case>
class MisuseConformance : public testing::Test {};
TYPED_TEST_SUITE_P(MisuseConformance);

TYPED_TEST_P(MisuseConformance, WrongCallsSayWhatToDo) {
    using place = typename TypeParam::place;
    TypeParam::family::template wrong_calls<place>().expect_refused(place::policy());
}

TYPED_TEST_P(MisuseConformance, AnyAllocationMayFail) {
    using place = typename TypeParam::place;
    const auto at = place::policy();
    // With many threads, what oneTBB allocates for them, and when, is not to be foretold.
    const tbb::global_control two_threads(tbb::global_control::max_allowed_parallelism, 2);
    bool failed = false;
    for (const auto& call : TypeParam::family::template calls<place>(200'003)) {
        call.run(at);  // what is made once for all calls is there now
        bool done = false;
        for (long succeeding = 0; !done; succeeding += 1 + succeeding / 8) {
            const long alive_before = alive.load();
            before_failing = succeeding;
            try {
                call.run(at);
                done = before_failing.load() >= 0;  // nothing was left to fail
            } catch (const std::bad_alloc&) {
                failed = true;
            }
            before_failing = -1;
            EXPECT_EQ(alive.load(), alive_before) << call.name << ", allocation " << succeeding;
            call.run(at);
            EXPECT_TRUE(call.is_right()) << call.name << " after allocation " << succeeding << " failed";
        }
    }
    EXPECT_TRUE(failed) << "no call allocates anything";
}

REGISTER_TYPED_TEST_SUITE_P(MisuseConformance, WrongCallsSayWhatToDo, AnyAllocationMayFail);

template <class Place, class Family>
struct misused {
    using place = Place;
    using family = Family;
};
/// On both of the host's backends.
template <class Family>
using misused_on_host = testing::Types<misused<serial_place, Family>, misused<cpu_place, Family>>;

}  // namespace strider::test
