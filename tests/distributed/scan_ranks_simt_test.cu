// Scans over ranks whose kernels run in the executor.
#include "tests/distributed/scan_cuts.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, ScanCuts, simt_place);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
