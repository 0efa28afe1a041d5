#include "tests/gpu/workspace_cuda.hpp"
#include "tests/library/calls_of_segments.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CudaSegments, WorkspaceConformance, gpu<segments>);
INSTANTIATE_TYPED_TEST_SUITE_P(CudaSegments, WorkspaceCuda, gpu<segments>);

}  // namespace strider::test
