#include "tests/library/calls_of_sums.hpp"
#include "tests/library/workspace_simt.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, WorkspaceConformance, executor<sums>);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, WorkspaceSimt, executor<sums>);

}  // namespace strider::test
