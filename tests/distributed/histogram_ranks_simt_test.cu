// Histograms over ranks whose kernels run in the executor.
#include "tests/distributed/histogram_ranks.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HistogramOfParts);  // over threads alone
INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, HistogramOverRanks, simt_place);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
