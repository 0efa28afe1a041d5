// Scans over processes, each with a GPU.
#include "tests/distributed/ranks_scan.hpp"
#include "tests/gpu/processes/gpu_processes.hpp"
#include "tests/library/scan_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(GpuProcesses, ScanConformance, gpu_processes);

}  // namespace strider::test
