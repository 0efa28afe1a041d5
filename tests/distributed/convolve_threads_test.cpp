// Convolutions over ranks that are threads of the host.
#include "tests/distributed/convolve_ranks.hpp"
#include "tests/library/host_places.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, ConvolveConformance, ranks_of<cpu_place>);
INSTANTIATE_IN_TEST_ALL(SerialRanks, ConvolveRanks, serial_place);
INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, ConvolveRanks, cpu_place);

}  // namespace strider::test
