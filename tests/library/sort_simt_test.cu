// The CUDA sorts in the executor: the conformance suite under all checks.
#include "tests/library/simt_place.hpp"
#include "tests/library/sort_calls.hpp"
#include "tests/library/sort_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, SortConformance, simt_place);
const listed<sort_calls, simt_place> sorts("sort");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
