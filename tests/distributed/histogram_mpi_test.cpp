// Histograms over ranks that are processes.
#include "tests/distributed/processes.hpp"
#include "tests/distributed/ranks_histogram.hpp"
#include "tests/library/histogram_conformance.hpp"
#include "tests/library/host_places.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CpuProcesses, HistogramConformance, processes_of<cpu_place>);

}  // namespace strider::test
