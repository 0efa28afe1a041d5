// Numbers of elements that the CUDA kernels find in memory, in the emulator.
#include "tests/library/counted_histogram_conformance.hpp"
#include "tests/library/counted_segments_conformance.hpp"
#include "tests/library/emulator_backend.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, CountedConformance, emulator_backend);
#if STRIDER_TEST_ALL
INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, CountedHistogramConformance, emulator_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, CountedSegmentsConformance, emulator_backend);
#else
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CountedHistogramConformance);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(CountedSegmentsConformance);
#endif

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
