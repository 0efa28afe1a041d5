// The compaction of the host's two policies.
#include <tbb/task_arena.h>

#include "tests/library/compact_conformance.hpp"
#include "tests/library/host_places.hpp"
#include "tests/library/nested_tasks.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, CompactConformance, serial_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, CompactConformance, cpu_place);

TEST(CompactCpu, AnyNumberOfThreadsGivesTheSameResult) {
    const std::vector<std::uint32_t> elements = random_elements<std::uint32_t>(1'000'017, 12);
    std::vector<std::uint32_t> right(elements.size());
    const std::uint64_t kept = compact(serial{}, elements, right, keeps{100});
    for (const int threads : {1, 2, 5}) {
        tbb::task_arena arena(threads);
        for (int repetition = 0; repetition < 5; ++repetition) {
            std::vector<std::uint32_t> found = elements;
            std::uint64_t count = 0;
            arena.execute([&] { count = compact(cpu{}, found, found, keeps{100}); });
            EXPECT_EQ(count, kept);
            EXPECT_TRUE(std::equal(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(kept), found.begin()))
                << threads << " threads";
        }
    }
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
    EXPECT_EQ(unique(serial{}, elements, output, [](const odd_one& a, const odd_one& b) { return a.value == b.value; }),
              200'000u);
}

}  // namespace strider::test
