// Scans over ranks that are processes.
#include "tests/distributed/processes.hpp"
#include "tests/distributed/ranks_scan.hpp"
#include "tests/library/host_places.hpp"
#include "tests/library/scan_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CpuProcesses, ScanConformance, processes_of<cpu_place>);

}  // namespace strider::test
