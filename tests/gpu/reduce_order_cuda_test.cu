// The operators and the order of the reduction on a GPU.
#include "tests/gpu/cuda_backend.hpp"
#include "tests/library/reduce_order_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, ReduceOrderConformance, cuda_backend);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
