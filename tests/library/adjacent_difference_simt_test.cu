// The CUDA adjacent differences in the executor: the conformance suite under all checks.
#include "tests/library/adjacent_difference_calls.hpp"
#include "tests/library/adjacent_difference_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, AdjacentDifferenceConformance, simt_place);
const listed<adjacent_difference_calls, simt_place> differences("adjacent_difference");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
