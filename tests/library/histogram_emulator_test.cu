// The CUDA histogram in the emulator: the conformance suite under all checks.
#include "tests/library/emulator_backend.hpp"
#include "tests/library/histogram_calls.hpp"
#include "tests/library/histogram_conformance.hpp"
#include "tests/library/histogram_edges_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, HistogramConformance, emulator_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, HistogramEdgesConformance, emulator_backend);
const listed<histogram_calls, emulator_backend> histograms("histogram");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
