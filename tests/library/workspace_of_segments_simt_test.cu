#include "tests/library/calls_of_segments.hpp"
#include "tests/library/workspace_simt.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, WorkspaceConformance, executor<segments>);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, WorkspaceSimt, executor<segments>);

}  // namespace strider::test
