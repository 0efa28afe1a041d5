// The CUDA transpose in the emulator: the conformance suite under all checks.
#include "tests/library/emulator_place.hpp"
#include "tests/library/transpose_calls.hpp"
#include "tests/library/transpose_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, TransposeConformance, emulator_place);
const listed<transpose_calls, emulator_place> transpositions("transpose");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
