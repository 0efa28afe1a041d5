// Atomic operations on a GPU.
#include "tests/gpu/cuda_backend.hpp"
#include "tests/library/atomic_conformance.hpp"
#include "tests/library/many_threads.hpp"

namespace strider::test {

struct gpu_lanes : many_lanes<cuda_backend> {
    static constexpr bool keeps_denormals = false;
};
INSTANTIATE_TYPED_TEST_SUITE_P(Cuda, AtomicConformance, gpu_lanes);

}  // namespace strider::test
// SPDX-License-Identifier: Apache-2.0
