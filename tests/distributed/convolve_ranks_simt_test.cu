// Convolutions over ranks whose kernels run in the executor.
#include "tests/distributed/convolve_ranks.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, ConvolveConformance, ranks_of<simt_place>);
INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, ConvolveRanks, simt_place);

}  // namespace strider::test
