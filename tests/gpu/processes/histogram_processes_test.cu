// Histograms over processes, each with a GPU.
#include "tests/distributed/ranks_histogram.hpp"
#include "tests/gpu/processes/gpu_processes.hpp"
#include "tests/library/histogram_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(GpuProcesses, HistogramConformance, gpu_processes);

}  // namespace strider::test
