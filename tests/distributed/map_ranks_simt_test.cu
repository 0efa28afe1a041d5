// Transforms over ranks whose kernels run in the executor.
#include "tests/distributed/map_ranks.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TransformConformance);  // over threads alone
INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, TransformOverRanks, simt_place);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
