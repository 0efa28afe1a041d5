// The CUDA scan in the executor: the conformance suite under all checks.
#include "tests/library/scan_calls.hpp"
#include "tests/library/scan_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, ScanConformance, simt_place);
const listed<scan_calls, simt_place> scans("scan");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
