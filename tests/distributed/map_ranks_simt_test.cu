// Transforms over ranks whose kernels run in the executor.
#include "tests/distributed/map_ranks.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_IN_TEST_ALL(SimtRanks, TransformConformance, ranks_of<simt_place>);
INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, TransformOverRanks, simt_place);

}  // namespace strider::test
