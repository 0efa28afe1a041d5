// The same bits from serial and cpu, with one thread and with two. The emulator and the GPU have the same test beside
// theirs.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <numeric>

#include <strider/reduce.hpp>

#include "tests/library/decades.hpp"

namespace strider::test {

TEST(Decades, EveryBackendGivesTheSameBits) {
    const std::vector<float> elements = decades_elements();
    EXPECT_EQ(std::bit_cast<std::uint32_t>(reduce(serial{}, elements)), decades_sum_bits);
    for (const std::size_t threads : {1, 2}) {
        const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
        EXPECT_EQ(std::bit_cast<std::uint32_t>(reduce(cpu{}, elements)), decades_sum_bits) << threads << " threads";
    }
    // The test could not fail if every order gave these bits.
    EXPECT_NE(std::bit_cast<std::uint32_t>(std::accumulate(elements.begin(), elements.end(), 0.0f)), decades_sum_bits);
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
