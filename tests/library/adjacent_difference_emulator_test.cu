// The CUDA adjacent differences in the emulator: the conformance suite under all checks.
#include "tests/library/adjacent_difference_calls.hpp"
#include "tests/library/adjacent_difference_conformance.hpp"
#include "tests/library/emulator_backend.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, AdjacentDifferenceConformance, emulator_backend);
const listed<adjacent_difference_calls, emulator_backend> differences("adjacent_difference");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
