// The CUDA scan in the emulator: the conformance suite under all checks.
#include "tests/library/emulator_backend.hpp"
#include "tests/library/scan_calls.hpp"
#include "tests/library/scan_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, ScanConformance, emulator_backend);
const listed<scan_calls, emulator_backend> scans("scan");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
