// Calls of the host's two policies on bool.
#include "tests/library/bool_conformance.hpp"
#include "tests/library/host_places.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, BoolConformance, serial_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, BoolConformance, cpu_place);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
