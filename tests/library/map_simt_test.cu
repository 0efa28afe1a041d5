// The CUDA map, gather and scatter in the executor: the conformance suite under all checks.
#include "tests/library/map_calls.hpp"
#include "tests/library/map_conformance.hpp"
#include "tests/library/scatter_reduce_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, MapConformance, simt_place);
INSTANTIATE_TYPED_TEST_SUITE_P(Simt, ScatterReduceConformance, simt_place);
const listed<map_calls, simt_place> maps("map");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
