// Transforms over ranks that are processes.
#include "tests/distributed/map_ranks.hpp"
#include "tests/distributed/processes.hpp"
#include "tests/library/host_places.hpp"

namespace strider::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TransformOverRanks);  // which makes ranks of its own
INSTANTIATE_TYPED_TEST_SUITE_P(CpuProcesses, TransformConformance, processes_of<cpu_place>);

}  // namespace strider::test
