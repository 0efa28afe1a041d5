// Reductions over ranks that are threads of the host.
#include "tests/distributed/ranks.hpp"
#include "tests/library/host_places.hpp"
#include "tests/library/reduce_conformance.hpp"
#include "tests/library/reduce_order_conformance.hpp"
#include "tests/library/summary_conformance.hpp"

namespace strider::test {

INSTANTIATE_IN_TEST_ALL(SerialRanks, ReduceConformance, ranks_of<serial_place>);
INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, ReduceConformance, ranks_of<cpu_place>);
INSTANTIATE_IN_TEST_ALL(SerialRanks, ReduceOrderConformance, ranks_of<serial_place>);
INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, ReduceOrderConformance, ranks_of<cpu_place>);
INSTANTIATE_IN_TEST_ALL(SerialRanks, SummaryConformance, ranks_of<serial_place>);
INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, SummaryConformance, ranks_of<cpu_place>);

}  // namespace strider::test
