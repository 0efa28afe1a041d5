// Calls on bool on a GPU: the conformance suite.
#include "tests/gpu/cuda_backend.hpp"
#include "tests/library/bool_conformance.hpp"

namespace strider::test {

INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, BoolConformance, cuda_backend);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
