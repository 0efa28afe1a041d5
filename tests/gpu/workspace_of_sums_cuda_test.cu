#include "tests/gpu/workspace_cuda.hpp"
#include "tests/library/calls_of_sums.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CudaSums, WorkspaceConformance, gpu<sums>);
INSTANTIATE_TYPED_TEST_SUITE_P(CudaSums, WorkspaceCuda, gpu<sums>);

}  // namespace strider::test
