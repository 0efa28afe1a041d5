// The CUDA summary in the executor.
#include "tests/library/simt_place.hpp"
#include "tests/library/summary_calls.hpp"
#include "tests/library/summary_into_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, SummaryConformance, simt_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, SummaryIntoConformance, simt_place);
const listed<summary_calls, simt_place> summaries("summary");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
