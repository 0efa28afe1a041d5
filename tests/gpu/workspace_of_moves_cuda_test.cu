#include "tests/gpu/workspace_cuda.hpp"
#include "tests/library/calls_of_moves.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CudaMoves, WorkspaceConformance, gpu<moves>);
INSTANTIATE_TYPED_TEST_SUITE_P(CudaMoves, WorkspaceCuda, gpu<moves>);

}  // namespace strider::test
