// The summaries of the host's two policies.
#include "tests/library/host_places.hpp"
#include "tests/library/summary_calls.hpp"
#include "tests/library/summary_into_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, SummaryConformance, serial_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, SummaryConformance, cpu_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Serial, SummaryIntoConformance, serial_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, SummaryIntoConformance, cpu_place);
const listed<summary_calls, serial_place, cpu_place> summaries("summary");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
