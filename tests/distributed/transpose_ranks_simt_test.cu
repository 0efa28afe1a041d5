// Transposes over ranks whose kernels run in the executor.
#include "tests/distributed/transpose_ranks.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, TransposeConformance, ranks_of<simt_place>);
INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, TransposeRanks, simt_place);

}  // namespace strider::test
