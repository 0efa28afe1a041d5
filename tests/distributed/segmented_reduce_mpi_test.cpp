// Reductions of segments, rows and columns over ranks that are processes.
#include "tests/distributed/processes.hpp"
#include "tests/distributed/ranks_segmented_reduce.hpp"
#include "tests/library/host_places.hpp"
#include "tests/library/segmented_reduce_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CpuProcesses, SegmentedReduceConformance, processes_of<cpu_place>);

}  // namespace strider::test
