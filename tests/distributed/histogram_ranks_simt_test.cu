// Histograms over ranks whose kernels run in the executor.
#include "tests/distributed/histogram_ranks.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_IN_TEST_ALL(SimtRanks, HistogramConformance, ranks_of<simt_place>);
INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, HistogramOverRanks, simt_place);

}  // namespace strider::test
