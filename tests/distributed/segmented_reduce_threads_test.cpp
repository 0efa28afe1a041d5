// Reductions of segments, rows and columns over ranks that are threads of the host.
#include "tests/distributed/segmented_reduce_ranks.hpp"
#include "tests/library/host_places.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, SegmentedReduceConformance, ranks_of<cpu_place>);
INSTANTIATE_IN_TEST_ALL(SerialRanks, SegmentsOverRanks, serial_place);
INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, SegmentsOverRanks, cpu_place);

}  // namespace strider::test
