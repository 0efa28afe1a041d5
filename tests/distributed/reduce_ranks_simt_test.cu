// Reductions over ranks whose kernels run in the executor.
#include "tests/distributed/ranks.hpp"
#include "tests/library/reduce_conformance.hpp"
#include "tests/library/simt_place.hpp"
#include "tests/library/summary_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, ReduceConformance, ranks_of<simt_place>);
INSTANTIATE_TYPED_TEST_SUITE_P(SimtRanks, SummaryConformance, ranks_of<simt_place>);

}  // namespace strider::test
