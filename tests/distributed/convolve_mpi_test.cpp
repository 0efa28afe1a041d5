// Convolutions over ranks that are processes.
#include "tests/distributed/processes.hpp"
#include "tests/distributed/ranks_convolve.hpp"
#include "tests/library/convolve_conformance.hpp"
#include "tests/library/host_places.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CpuProcesses, ConvolveConformance, processes_of<cpu_place>);

}  // namespace strider::test
