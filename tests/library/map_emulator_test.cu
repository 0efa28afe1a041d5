// The CUDA map, gather and scatter in the emulator: the conformance suite under all checks.
#include "tests/library/emulator_backend.hpp"
#include "tests/library/map_calls.hpp"
#include "tests/library/map_conformance.hpp"
#include "tests/library/scatter_reduce_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, MapConformance, emulator_backend);
INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, ScatterReduceConformance, emulator_backend);
const listed<map_calls, emulator_backend> maps("map");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
