// The CUDA segmented scan in the emulator: the conformance suite under all checks.
#include "tests/library/emulator_backend.hpp"
#include "tests/library/segmented_scan_calls.hpp"
#include "tests/library/segmented_scan_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, SegmentedScanConformance, emulator_backend);
const listed<segmented_scan_calls, emulator_backend> scans_of_segments("segmented_scan");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
