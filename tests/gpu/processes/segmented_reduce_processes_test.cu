// Reductions of segments, rows and columns over processes, each with a GPU.
#include "tests/distributed/ranks_segmented_reduce.hpp"
#include "tests/gpu/processes/gpu_processes.hpp"
#include "tests/library/segmented_reduce_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(GpuProcesses, SegmentedReduceConformance, gpu_processes);

}  // namespace strider::test
