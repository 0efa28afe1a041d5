// The sorts of the host's two policies.
#include <tbb/task_arena.h>

#include "tests/library/host_places.hpp"
#include "tests/library/sort_calls.hpp"
#include "tests/library/sort_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, SortConformance, serial_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, SortConformance, cpu_place);
const listed<serial_place, sort_calls> serial_sorts("sort");
const listed<cpu_place, sort_calls> cpu_sorts("sort");

TEST(SortCpu, AnyNumberOfThreadsGivesTheSameResult) {
    const std::vector<particle> elements = random_elements<particle>(200'017, 12);
    std::vector<particle> right = elements;
    sort(serial{}, right, std::less{}, &particle::cell);
    for (const int threads : {1, 2, 5}) {
        tbb::task_arena arena(threads);
        std::vector<particle> found = elements;
        arena.execute([&] { sort(cpu{}, found, std::less{}, &particle::cell); });
        EXPECT_EQ(found, right) << threads << " threads";
    }
}

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
