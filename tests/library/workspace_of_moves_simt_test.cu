#include "tests/library/calls_of_moves.hpp"
#include "tests/library/workspace_simt.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, WorkspaceConformance, executor<moves>);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, WorkspaceSimt, executor<moves>);

}  // namespace strider::test
