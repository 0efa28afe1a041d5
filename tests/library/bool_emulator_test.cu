// CUDA calls on bool in the emulator: the conformance suite under all checks.
#include "tests/library/bool_conformance.hpp"
#include "tests/library/emulator_backend.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, BoolConformance, emulator_backend);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
