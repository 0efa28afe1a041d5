// The CUDA summary in the emulator.
#include "tests/library/emulator_backend.hpp"
#include "tests/library/summary_calls.hpp"
#include "tests/library/summary_into_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, SummaryConformance, emulator_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, SummaryIntoConformance, emulator_backend);
const listed<summary_calls, emulator_backend> summaries("summary");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
