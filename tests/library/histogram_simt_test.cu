// The CUDA histogram in the executor: the conformance suite under all checks.
#include "tests/library/histogram_calls.hpp"
#include "tests/library/histogram_conformance.hpp"
#include "tests/library/histogram_edges_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, HistogramConformance, simt_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, HistogramEdgesConformance, simt_place);
const listed<histogram_calls, simt_place> histograms("histogram");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
