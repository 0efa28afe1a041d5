// Convolutions over processes, each with a GPU.
#include "tests/distributed/ranks_convolve.hpp"
#include "tests/gpu/processes/gpu_processes.hpp"
#include "tests/library/convolve_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(GpuProcesses, ConvolveConformance, gpu_processes);

}  // namespace strider::test
