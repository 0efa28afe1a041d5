// The CUDA convolution in the emulator: the conformance suite under all checks.
#include "tests/library/convolve_calls.hpp"
#include "tests/library/convolve_conformance.hpp"
#include "tests/library/convolve_values_conformance.hpp"
#include "tests/library/emulator_backend.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, ConvolveConformance, emulator_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, ConvolveValuesConformance, emulator_backend);
const listed<convolve_calls, emulator_backend> convolutions("convolve");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
