// Calls of warps and blocks for kernels of others, in the emulator: the conformance suite under all checks.
#include "tests/library/block_calls_conformance.hpp"
#include "tests/library/emulator_backend.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, BlockCallsConformance, emulator_backend);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
