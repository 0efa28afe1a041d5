// The summaries of the host's two policies.
#include "tests/library/host_backends.hpp"
#include "tests/library/summary_calls.hpp"
#include "tests/library/summary_into_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, SummaryConformance, serial_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, SummaryConformance, cpu_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Serial, SummaryIntoConformance, serial_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, SummaryIntoConformance, cpu_backend);
const listed<summary_calls, serial_backend, cpu_backend> summaries("summary");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
