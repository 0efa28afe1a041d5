// The compaction of the host's two policies.
#include <algorithm>
#include <limits>
#include <type_traits>

#include "tests/library/host_threads.hpp"

namespace strider::test {

TEST(CompactCpu, AnyNumberOfThreadsGivesTheSameResult) {
    const std::vector<std::uint32_t> elements = random_elements<std::uint32_t>(1'000'017, 12);
    std::vector<std::uint32_t> right(elements.size());
    const std::uint64_t kept = compact(serial{}, elements, right, keeps{100});
    on_1_2_and_5_threads([&] {
        for (int repetition = 0; repetition < 5; ++repetition) {
            std::vector<std::uint32_t> found = elements;
            EXPECT_EQ(compact(cpu{}, found, found, keeps{100}), kept);
            EXPECT_TRUE(std::equal(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(kept), found.begin()));
        }
    });
}

/// What a predicate is made of decides how it is compiled.
template <class T>
void expect_any_predicate() {
    std::vector<T> elements;
    for (const std::uint8_t value : random_elements<std::uint8_t>(3001, 7))
        elements.push_back(static_cast<T>(value % 128));
    if constexpr (std::is_floating_point_v<T>) elements[5] = std::numeric_limits<T>::quiet_NaN();
    const auto expect = [&](const char* what, auto predicate) {
        std::vector<T> right(elements.size()), found(elements.size());
        const std::uint64_t kept = compact(serial{}, elements, right, predicate);
        EXPECT_EQ(compact(cpu{}, elements, found, predicate), kept) << what;
        const auto same = [](T a, T b) { return !(a < b) && !(b < a); };  // NaN too
        EXPECT_TRUE(std::equal(found.begin(), found.end(), right.begin(), same)) << what;
    };
    const T low = 30, high = 100;
    expect("a comparison", [=](T x) { return x < high; });
    expect("its opposite", [=](T x) { return !(x < high); });
    expect("both", [=](T x) { return low < x && x < high; });
    expect("either", [=](T x) { return x < low || high < x; });
    expect("a number", [](T x) { return x == x; });
    if constexpr (std::is_integral_v<T>) expect("a bit", [](T x) { return (x & 1) != 0; });
    if constexpr (std::is_floating_point_v<T>) {
        expect("a whole number's bit", [](T x) { return x == x && static_cast<int>(x) % 2 != 0; });
    }
}

TEST(CompactCpu, TakesAnyPredicate) {
    expect_any_predicate<std::int8_t>();
    expect_any_predicate<std::uint32_t>();
    expect_any_predicate<double>();
#if STRIDER_TEST_ALL
    expect_any_predicate<std::int16_t>();
    expect_any_predicate<std::int64_t>();
    expect_any_predicate<float>();
    expect_any_predicate<long double>();
#endif
}

TEST(CompactCpu, ExceptionsOfAPredicateReachTheCaller) {
    std::vector<int> elements(1'000'000, 1);
    elements[700'000] = 2;
    std::vector<int> output(elements.size());
    const auto refuse = [](int a) { return a == 1 ? true : throw std::overflow_error("too large"); };
    EXPECT_THROW(compact(cpu{}, elements, output, refuse), std::overflow_error);
    EXPECT_THROW(partition(cpu{}, elements, output, refuse), std::overflow_error);
    EXPECT_EQ(compact(cpu{}, elements, output, [](int a) { return a == 1; }), 999'999u);
}

TEST(CompactCpu, APredicateMayWaitForTasksOfItsOwn) {
    const std::vector<int> elements(200'000, 1);
    std::vector<int> output(elements.size());
    expect_that_waiting_cores_take_up_nothing([&](auto visit) {
        compact(cpu{}, elements, output, [&](int a) {
            visit();
            return a == 1;
        });
    });
}

/// An element need not have a default value, nor a usual alignment.
struct alignas(32) odd_one {
    explicit odd_one(int v) : value(v) {}
    int value;
};

TEST(CompactCpu, TakesElementsWithoutADefault) {
    std::vector<odd_one> elements;
    for (int i = 0; i < 200'000; ++i) elements.emplace_back(i);
    std::vector<odd_one> output(elements.size(), odd_one(-1));
    EXPECT_EQ(compact(cpu{}, elements, output, [](const odd_one& a) { return a.value % 2 == 0; }), 100'000u);
    EXPECT_EQ(output[99'999].value, 199'998);
    EXPECT_EQ(output[100'000].value, -1);
    EXPECT_EQ(
        unique_copy(serial{}, elements, output, [](const odd_one& a, const odd_one& b) { return a.value == b.value; }),
        200'000u);
}

TEST(CompactCpu, NoCoreWaitsForAnother) {
    for (const bool in_place : {false, true}) {
        std::vector<int> elements(4'000'000);
        for (std::size_t i = 0; i < elements.size(); ++i) elements[i] = static_cast<int>(i);
        std::vector<int> apart(in_place ? 0 : elements.size());
        std::vector<int>& output = in_place ? elements : apart;
        std::uint64_t kept = 0;
        expect_that_no_core_waits_for_another([&](auto visit) {
            kept = compact(cpu{}, elements, output, [&](int a) {
                visit();
                return a % 3 == 0;
            });
        });
        ASSERT_EQ(kept, 1'333'334u);
        for (std::uint64_t i = 0; i < kept; ++i) ASSERT_EQ(output[i], static_cast<int>(3 * i));
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
