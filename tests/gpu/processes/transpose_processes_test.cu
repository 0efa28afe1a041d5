// Transposes over processes, each with a GPU.
#include "tests/distributed/ranks_transpose.hpp"
#include "tests/gpu/processes/gpu_processes.hpp"
#include "tests/library/transpose_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(GpuProcesses, TransposeConformance, gpu_processes);

}  // namespace strider::test
