// Calls of the host's two policies on bool.
#include "tests/library/bool_conformance.hpp"
#include "tests/library/host_backends.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Serial, BoolConformance, serial_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Cpu, BoolConformance, cpu_backend);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
