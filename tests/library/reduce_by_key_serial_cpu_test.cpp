// The reduction by key of the host's two policies.
#include "tests/library/host_threads.hpp"

namespace strider::test {

TEST(ReduceByKeyCpu, AnyNumberOfThreadsGivesTheSameBits) {
    const std::vector<float> values = random_elements<float>(2'000'017, 11);
    for (const std::uint64_t mean : {3, 500'000}) {
        const auto keys = elements_in_runs<std::uint32_t>(values.size(), mean, 12);
        std::vector<std::uint32_t> right_keys(keys.size());
        std::vector<float> right(keys.size());
        const std::uint64_t runs = reduce_by_key(serial{}, keys, values, right_keys, right);
        on_1_2_and_5_threads([&] {
            std::vector<std::uint32_t> found_keys(keys.size());
            std::vector<float> found(keys.size());
            EXPECT_EQ(reduce_by_key(cpu{}, keys, values, found_keys, found), runs);
            EXPECT_EQ(found_keys, right_keys);
            expect_same(found, right, "results");
        });
    }
}

TEST(ReduceByKeyCpu, FunctionsAreCalledOnValuesOfOneRunAlone) {
    const std::vector<std::uint32_t> keys = elements_in_runs<std::uint32_t>(300'000, 6, 13);
    std::vector<int> values(keys.size());  // rise in a run, and each run begins below the one before it
    for (std::size_t i = 1, run = 0; i < keys.size(); ++i) {
        run += keys[i] != keys[i - 1];
        values[i] = keys[i] == keys[i - 1] ? values[i - 1] + 1 : -1000 * static_cast<int>(run);
    }
    const auto later = [](int a, int b) { return a < b ? b : throw std::invalid_argument("of two runs"); };
    std::vector<std::uint32_t> unique(keys.size()), right_unique(keys.size());
    std::vector<int> results(keys.size()), right(keys.size());
    const std::uint64_t runs = reduce_by_key(serial{}, keys, values, right_unique, right, later);
    EXPECT_EQ(reduce_by_key(cpu{}, keys, values, unique, results, later), runs);
    EXPECT_EQ(results, right);
}

TEST(ReduceByKeyCpu, ExceptionsOfAnOperatorReachTheCaller) {
    const std::vector<int> keys(1'000'000, 1);
    std::vector<int> unique(keys.size()), results(keys.size());
    const auto refuse = [](int a, int b) { return a + b < 900 ? a + b : throw std::overflow_error("too many"); };
    EXPECT_THROW(reduce_by_key(cpu{}, keys, keys, unique, results, refuse), std::overflow_error);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
