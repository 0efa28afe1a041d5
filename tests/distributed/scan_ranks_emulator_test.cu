// Scans over ranks whose kernels run in the emulator.
#include "tests/distributed/scan_cuts.hpp"
#include "tests/library/emulator_backend.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, ScanCuts, emulator_backend);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
