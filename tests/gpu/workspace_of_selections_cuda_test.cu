#include "tests/gpu/workspace_cuda.hpp"
#include "tests/library/calls_of_selections.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CudaSelections, WorkspaceConformance, gpu<selections>);
INSTANTIATE_TYPED_TEST_SUITE_P(CudaSelections, WorkspaceCuda, gpu<selections>);

}  // namespace strider::test
