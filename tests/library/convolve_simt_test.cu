// The CUDA convolution in the executor: the conformance suite under all checks.
#include "tests/library/convolve_calls.hpp"
#include "tests/library/convolve_conformance.hpp"
#include "tests/library/convolve_values_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, ConvolveConformance, simt_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, ConvolveValuesConformance, simt_place);
const listed<convolve_calls, simt_place> convolutions("convolve");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
