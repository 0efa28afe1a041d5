// Locks on a GPU.
#include "tests/gpu/cuda_backend.hpp"
#include "tests/library/lock_conformance.hpp"
#include "tests/library/many_threads.hpp"

namespace strider::test {

using gpu_lanes = many_lanes<cuda_backend>;
INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, LockConformance, gpu_lanes);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
