// Numbers of elements that the CUDA kernels find in memory, in the executor.
#include "tests/library/counted_histogram_conformance.hpp"
#include "tests/library/counted_segments_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, CountedConformance, simt_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, CountedHistogramConformance, simt_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, CountedSegmentsConformance, simt_place);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
