// The scan of the host's two policies.
#include "tests/library/host_threads.hpp"

namespace strider::test {

/// The order is the documented one: written out, for a run, a row and a strip.
TEST(ScanSerial, HasTheDocumentedOrder) {
    static_assert(scan_order::version == 2);
    const tell_tree op;
    const auto x = random_words<1>(400);
    std::vector<words<1>> found(400);
    inclusive_scan(serial{}, x, found, op);
    const auto fold = [&](std::size_t first, std::size_t last) {  // of a run
        words<1> sum = x[first];
        for (std::size_t i = first + 1; i <= last; ++i) sum = op(sum, x[i]);
        return sum;
    };
    EXPECT_EQ(found[2], fold(0, 2));
    EXPECT_EQ(found[5], op(fold(0, 3), fold(4, 5)));
    EXPECT_EQ(found[9], op(op(fold(0, 3), fold(4, 7)), fold(8, 9)));
    const auto two = [&](std::size_t run) { return op(fold(4 * run, 4 * run + 3), fold(4 * run + 4, 4 * run + 7)); };
    EXPECT_EQ(found[12], op(op(fold(0, 3), two(1)), x[12])) << "Kogge and Stone: run 2 holds runs 1 and 2, then run 0";
    // A row is 32 runs, and here a strip; its total is the balanced tree.
    std::vector<words<1>> runs;
    for (std::size_t run = 0; run < 32; ++run) runs.push_back(fold(4 * run, 4 * run + 3));
    for (std::size_t count = 32; count > 1; count /= 2) {
        for (std::size_t i = 0; i < count / 2; ++i) runs[i] = op(runs[2 * i], runs[2 * i + 1]);
    }
    EXPECT_EQ(found[128], op(runs[0], x[128]));
    EXPECT_EQ(found[132], op(runs[0], op(fold(128, 131), x[132])));
}

TEST(ScanCpu, AnyNumberOfThreadsGivesTheSameBits) {
    const std::vector<float> elements = random_elements<float>(3'000'017, 12);
    std::vector<float> right(elements.size()), found(elements.size());
    inclusive_scan(serial{}, elements, right);
    on_1_2_and_5_threads([&] {
        for (int repetition = 0; repetition < 5; ++repetition) {
            std::fill(found.begin(), found.end(), 0.0f);
            inclusive_scan(cpu{}, elements, found);
            EXPECT_EQ(std::memcmp(found.data(), right.data(), right.size() * sizeof(float)), 0);
        }
    });
}

TEST(ScanCpu, ExceptionsOfAnOperatorReachTheCaller) {
    const std::vector<int> elements(3'000'000, 1);
    std::vector<int> output(elements.size());
    const auto refuse = [](int a, int b) { return a + b < 2'000'000 ? a + b : throw std::overflow_error("too many"); };
    EXPECT_THROW(inclusive_scan(cpu{}, elements, output, refuse), std::overflow_error);
    EXPECT_NO_THROW(inclusive_scan(cpu{}, elements, output));
    EXPECT_EQ(output.back(), 3'000'000);
}

TEST(ScanCpu, AnOperatorMayWaitForTasksOfItsOwn) {
    const std::vector<int> elements(2'000'000, 1);
    std::vector<int> output(elements.size());
    expect_that_waiting_cores_take_up_nothing([&](auto visit) {
        inclusive_scan(cpu{}, elements, output, [&](int a, int b) {
            visit();
            return a + b;
        });
    });
}

TEST(ScanCpu, NoCoreWaitsForAnother) {
    const std::vector<int> elements(4'000'000, 1);
    std::vector<int> output(elements.size());
    expect_that_no_core_waits_for_another([&](auto visit) {
        inclusive_scan(cpu{}, elements, output, [&](int a, int b) {
            visit();
            return a + b;
        });
    });
    EXPECT_EQ(output.back(), 4'000'000);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
