#include "tests/library/calls_of_selections.hpp"
#include "tests/library/workspace_simt.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, WorkspaceConformance, executor<selections>);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, WorkspaceSimt, executor<selections>);

}  // namespace strider::test
