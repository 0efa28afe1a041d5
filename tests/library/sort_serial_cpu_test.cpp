// The sorts of the host's two policies.
#include "tests/library/host_threads.hpp"

namespace strider::test {

TEST(SortCpu, AnyNumberOfThreadsGivesTheSameResult) {
    const std::vector<particle> elements = random_elements<particle>(200'017, 12);
    std::vector<particle> right = elements;
    sort(serial{}, right, std::less{}, &particle::cell);
    on_1_2_and_5_threads([&] {
        std::vector<particle> found = elements;
        sort(cpu{}, found, std::less{}, &particle::cell);
        EXPECT_EQ(found, right);
    });
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
