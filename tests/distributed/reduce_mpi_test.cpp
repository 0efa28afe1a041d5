// Reductions over ranks that are processes.
#include "tests/distributed/processes.hpp"
#include "tests/library/host_places.hpp"
#include "tests/library/reduce_conformance.hpp"
#include "tests/library/reduce_order_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CpuProcesses, ReduceConformance, processes_of<cpu_place>);
INSTANTIATE_IN_TEST_ALL(CpuProcesses, ReduceOrderConformance, processes_of<cpu_place>);

}  // namespace strider::test
