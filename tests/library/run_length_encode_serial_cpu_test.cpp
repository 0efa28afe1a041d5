// The run-length encoding of the host's two policies.
#include "tests/library/host_threads.hpp"

namespace strider::test {

TEST(RunLengthEncodeCpu, AnyNumberOfThreadsGivesTheSameRuns) {
    for (const std::uint64_t mean : {3, 70'000}) {
        const auto elements = elements_in_runs<std::uint32_t>(1'000'017, mean, 12);
        std::vector<std::uint32_t> right(elements.size()), right_lengths(elements.size());
        const std::uint64_t runs = run_length_encode(serial{}, elements, right, right_lengths);
        on_1_2_and_5_threads([&] {
            std::vector<std::uint32_t> values(elements.size()), lengths(elements.size());
            EXPECT_EQ(run_length_encode(cpu{}, elements, values, lengths), runs);
            EXPECT_EQ(values, right);
            EXPECT_EQ(lengths, right_lengths);
        });
    }
}

TEST(RunLengthEncodeCpu, ExceptionsOfAnEqualityReachTheCaller) {
    std::vector<int> elements(1'000'000, 1), values(elements.size()), lengths(elements.size());
    elements[700'000] = 2;
    const auto refuse = [](int a, int b) { return a == b ? true : throw std::overflow_error("a step"); };
    EXPECT_THROW(run_length_encode(cpu{}, elements, values, lengths, refuse), std::overflow_error);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
