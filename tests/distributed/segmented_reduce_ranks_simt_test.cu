// Reductions of segments, rows and columns over ranks whose kernels run in the executor.
#include "tests/distributed/segmented_reduce_ranks.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, SegmentedReduceConformance, ranks_of<simt_place>);
INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, SegmentsOverRanks, simt_place);

}  // namespace strider::test
