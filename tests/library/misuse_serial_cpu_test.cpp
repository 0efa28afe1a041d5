// Misuse of the host's calls: what they refuse, and that a call which gets no memory throws, keeps nothing, and lets
// the next one work: of every call the first allocations fail, one in each run, and some of the later ones. For each
// pattern that is listed (every_call.hpp).
//
// Replaces operator new, for the whole program.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <set>
#include <string>

#include <strider/gather.hpp>
#include <strider/scatter.hpp>

#include "tests/library/every_call.hpp"
#include "tests/library/host_backends.hpp"

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
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
    try {
        return strider::test::allocate(bytes);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
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

template <class Backend>
class Misuse : public testing::TestWithParam<pattern_calls<Backend>> {};
using MisuseSerial = Misuse<serial_backend>;
using MisuseCpu = Misuse<cpu_backend>;

TEST_P(MisuseSerial, WrongCallsSayWhatToDo) { GetParam().wrong_calls().expect_refused(serial{}); }
TEST_P(MisuseCpu, WrongCallsSayWhatToDo) { GetParam().wrong_calls().expect_refused(cpu{}); }

template <class Backend>
void expect_that_any_allocation_may_fail(const pattern_calls<Backend>& pattern) {
    const auto at = Backend::policy();
    // With many threads, what oneTBB allocates for them, and when, is not to be foretold.
    const tbb::global_control two_threads(tbb::global_control::max_allowed_parallelism, 2);
    bool failed = false;
    // The CPU shares many elements between threads.
    for (const auto& call :
         pattern.calls(std::is_same_v<Backend, cpu_backend> || STRIDER_TEST_ALL ? 200'003 : 20'003)) {
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
    // Transpositions take no memory, and serially neither do those that keep nothing but where they are.
    static const std::set<std::string> without = {"transpose", "compact", "adjacent_difference", "run_length_encode"};
    EXPECT_TRUE(failed || without.contains(pattern.pattern)) << "no call allocates anything";
}
TEST_P(MisuseSerial, AnyAllocationMayFail) { expect_that_any_allocation_may_fail(GetParam()); }
TEST_P(MisuseCpu, AnyAllocationMayFail) { expect_that_any_allocation_may_fail(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Host, MisuseSerial, testing::ValuesIn(listed_patterns<serial_backend>()),
                         name_of_pattern<serial_backend>);
INSTANTIATE_TEST_SUITE_P(Host, MisuseCpu, testing::ValuesIn(listed_patterns<cpu_backend>()),
                         name_of_pattern<cpu_backend>);

/// A scatter and a scatter_reduce that get no scratch to go by regions go without.
TEST(ScratchOfRegions, MayBeMissing) {
    const std::uint32_t places = std::uint32_t{1} << 24, count = places;
    std::vector<std::uint32_t> elements(count), at(count), found(count, 1), right(count, 1);
    for (std::uint32_t i = 0; i < count; ++i) {
        elements[i] = i;
        const std::uint32_t mixed = i * 2654435761u & (count - 1);  // distinct, as each step keeps them
        at[i] = (mixed ^ mixed >> 12) * 2246822519u & (count - 1);
    }
    const strider::cpu_backend::region_shape shape(places, sizeof(std::uint32_t), count);
    ASSERT_TRUE(strider::cpu_backend::worth_partitioning(shape, at.data(), count,
                                                         std::uint64_t{places} * sizeof(std::uint32_t)));
    scatter(cpu{}, elements, at, found);  // what is made once for all calls is there now
    const auto expect_as_serial = [&](const char* what, auto call) {
        call(serial{}, right);
        before_failing = 0;
        call(cpu{}, found);
        EXPECT_LT(before_failing.exchange(-1), 0) << what << " has asked for no scratch";
        EXPECT_TRUE(found == right) << what;
    };
    expect_as_serial("scatter", [&](auto policy, auto& output) { scatter(policy, elements, at, output); });
    expect_as_serial("scatter_reduce",
                     [&](auto policy, auto& output) { scatter_reduce(policy, elements, at, output); });
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
