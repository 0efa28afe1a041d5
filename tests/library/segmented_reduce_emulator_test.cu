// The CUDA segmented reduction in the emulator: the conformance suite under all checks.
#include "tests/library/emulator_backend.hpp"
#include "tests/library/segmented_reduce_calls.hpp"
#include "tests/library/segmented_reduce_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, SegmentedReduceConformance, emulator_backend);
const listed<segmented_reduce_calls, emulator_backend> reductions_of_segments("segmented_reduce");

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
