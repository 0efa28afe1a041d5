// The summaries of the host's two policies.
#include "tests/library/host_places.hpp"
#include "tests/library/summary_calls.hpp"
#include "tests/library/summary_into_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, SummaryConformance, serial_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, SummaryConformance, cpu_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Serial, SummaryIntoConformance, serial_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, SummaryIntoConformance, cpu_place);
const listed<serial_place, summary_calls> serial_summaries("summary");
const listed<cpu_place, summary_calls> cpu_summaries("summary");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
