// The CUDA segmented reduction in the executor: the conformance suite under all checks.
#include "tests/library/segmented_reduce_calls.hpp"
#include "tests/library/segmented_reduce_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, SegmentedReduceConformance, simt_place);
const listed<segmented_reduce_calls, simt_place> reductions_of_segments("segmented_reduce");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
