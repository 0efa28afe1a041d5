// The CUDA segmented scan in the executor: the conformance suite under all checks.
#include "tests/library/segmented_scan_calls.hpp"
#include "tests/library/segmented_scan_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, SegmentedScanConformance, simt_place);
const listed<segmented_scan_calls, simt_place> scans_of_segments("segmented_scan");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
