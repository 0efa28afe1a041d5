// The warp and block layer on a GPU.
#include "tests/gpu/cuda_backend.hpp"
#include "tests/library/block_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, BlockConformance, cuda_backend);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
