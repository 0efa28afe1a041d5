#include "tests/gpu/workspace_cuda.hpp"
#include "tests/library/calls_of_sums.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, WorkspaceConformance, gpu<sums>);
INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, WorkspaceCuda, gpu<sums>);

}  // namespace strider::test
