// The CUDA sorts in the emulator: the conformance suite under all checks.
#include "tests/library/emulator_backend.hpp"
#include "tests/library/sort_calls.hpp"
#include "tests/library/sort_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, SortConformance, emulator_backend);
const listed<sort_calls, emulator_backend> sorts("sort");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
