// Histograms over ranks whose kernels run in the emulator.
#include "tests/distributed/histogram_ranks.hpp"
#include "tests/library/emulator_place.hpp"

namespace strider::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HistogramOfParts);  // over threads alone
INSTANTIATE_TYPED_TEST_SUITE_P(EmulatorRanks, HistogramOverRanks, emulator_place);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
