// The sorts of the host's two policies.
#include "tests/library/host_backends.hpp"
#include "tests/library/host_threads.hpp"
#include "tests/library/sort_calls.hpp"
#include "tests/library/sort_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, SortConformance, serial_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, SortConformance, cpu_backend);
const listed<sort_calls, serial_backend, cpu_backend> sorts("sort");

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
