// Transforms over ranks that are threads of the host.
#include "tests/distributed/map_ranks.hpp"
#include "tests/library/host_backends.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, TransformConformance, ranks_of<cpu_backend>);
INSTANTIATE_TYPED_TEST_SUITE_P(CpuRanks, TransformOverRanks, cpu_backend);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
