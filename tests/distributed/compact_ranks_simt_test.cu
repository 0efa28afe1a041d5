// Compaction over ranks whose kernels run in the executor.
#include "tests/distributed/compact_ranks.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, CompactOnlyConformance, ranks_of<simt_place>);
INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, CompactOverRanks, simt_place);

}  // namespace strider::test
