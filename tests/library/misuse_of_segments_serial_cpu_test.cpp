#include "tests/library/calls_of_segments.hpp"
#include "tests/library/misuse_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Host, MisuseConformance, misused_on_host<segments>);

}  // namespace strider::test
