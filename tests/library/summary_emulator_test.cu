// The CUDA summary in the emulator.
#include "tests/library/emulator_place.hpp"
#include "tests/library/summary_calls.hpp"
#include "tests/library/summary_into_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, SummaryConformance, emulator_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, SummaryIntoConformance, emulator_place);
const listed<summary_calls, emulator_place> summaries("summary");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
