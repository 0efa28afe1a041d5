// The operators and the order of the CUDA reduction in the executor, under all checks.
#include "tests/library/reduce_order_conformance.hpp"
#include "tests/library/simt_place.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Simt, ReduceOrderConformance, simt_place);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
