// Transforms over processes, each with a GPU.
#include "tests/distributed/map_ranks.hpp"
#include "tests/gpu/processes/gpu_processes.hpp"

namespace strider::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TransformOverRanks);  // which makes ranks of its own
INSTANTIATE_TYPED_TEST_SUITE_P(GpuProcesses, TransformConformance, gpu_processes);

}  // namespace strider::test
