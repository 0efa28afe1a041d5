// Transforms over ranks whose kernels run in the emulator.
#include "tests/distributed/map_ranks.hpp"
#include "tests/library/emulator_backend.hpp"

namespace strider::test {

GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(TransformConformance);  // over threads alone
INSTANTIATE_TYPED_TEST_SUITE_P(EmulatorRanks, TransformOverRanks, emulator_backend);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
