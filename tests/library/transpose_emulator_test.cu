// The CUDA transpose in the emulator: the conformance suite under all checks.
#include "tests/library/emulator_backend.hpp"
#include "tests/library/transpose_calls.hpp"
#include "tests/library/transpose_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, TransposeConformance, emulator_backend);
const listed<transpose_calls, emulator_backend> transpositions("transpose");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
