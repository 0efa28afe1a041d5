// Numbers of elements that the CUDA kernels find in memory, in the executor.
#include "tests/library/counted_histogram_conformance.hpp"
#include "tests/library/counted_segments_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, CountedConformance, simt_place);
#if STRIDER_TEST_ALL
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, CountedHistogramConformance, simt_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, CountedSegmentsConformance, simt_place);
#else
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CountedHistogramConformance);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CountedSegmentsConformance);
#endif

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
