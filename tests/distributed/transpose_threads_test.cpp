// Transposes over ranks that are threads of the host.
#include "tests/distributed/transpose_ranks.hpp"
#include "tests/library/host_places.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, TransposeConformance, ranks_of<cpu_place>);
INSTANTIATE_IN_TEST_ALL(SerialRanks, TransposeRanks, serial_place);
INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, TransposeRanks, cpu_place);

}  // namespace strider::test
