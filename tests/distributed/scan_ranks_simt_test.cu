// Scans over ranks whose kernels run in the executor.
#include "tests/distributed/ranks_scan.hpp"
#include "tests/distributed/scan_cuts.hpp"
#include "tests/library/scan_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, ScanConformance, ranks_of<simt_place>);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, ScanCuts, simt_place);

}  // namespace strider::test
