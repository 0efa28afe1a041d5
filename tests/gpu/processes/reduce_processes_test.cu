// Reductions over processes, each with a GPU.
#include "tests/gpu/processes/gpu_processes.hpp"
#include "tests/library/reduce_conformance.hpp"

namespace strider::test {

[[maybe_unused]] testing::Environment* const one_gpu_each = testing::AddGlobalTestEnvironment(new gpu_of_this_process);
INSTANTIATE_TYPED_TEST_SUITE_P(GpuProcesses, ReduceConformance, gpu_processes);

}  // namespace strider::test
