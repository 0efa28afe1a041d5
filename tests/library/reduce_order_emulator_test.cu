// The operators and the order of the CUDA reduction in the emulator, under all checks.
#include "tests/library/emulator_backend.hpp"
#include "tests/library/reduce_order_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Emulator, ReduceOrderConformance, emulator_backend);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
