// The CUDA segmented reduction in the executor: the conformance suite under all checks.
#include "tests/library/segmented_reduce_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, SegmentedReduceConformance, simt_place);

}  // namespace strider::test
