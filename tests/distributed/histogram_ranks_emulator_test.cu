// Histograms over ranks whose kernels run in the emulator.
#include "tests/distributed/histogram_ranks.hpp"
#include "tests/library/emulator_backend.hpp"

namespace strider::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HistogramOfParts);  // over threads alone
INSTANTIATE_TYPED_TEST_SUITE_P(EmulatorRanks, HistogramOverRanks, emulator_backend);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
