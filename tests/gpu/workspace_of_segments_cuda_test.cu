#include "tests/gpu/workspace_cuda.hpp"
#include "tests/library/calls_of_segments.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, WorkspaceConformance, gpu<segments>);
INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, WorkspaceCuda, gpu<segments>);

}  // namespace strider::test
