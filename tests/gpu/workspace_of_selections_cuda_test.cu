#include "tests/gpu/workspace_cuda.hpp"
#include "tests/library/calls_of_selections.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, WorkspaceConformance, gpu<selections>);
INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, WorkspaceCuda, gpu<selections>);

}  // namespace strider::test
