// 92: Thrust, thrust::merge. For nvcc alone. It allocates and waits.
#include <thrust/merge.h>
#include <thrust/system/cuda/execution_policy.h>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/merge/sequences.hpp>

namespace strider::ladders::merge {
inline namespace STRIDER_TARGET {

static const registration thrust_rung{{
    .pattern = "merge",
    .number = 92,
    .follows = 0,
    .name = "Thrust",
    .idea = "thrust::merge: the call of a C++ programmer who has never seen a kernel.",
    .hypothesis = "Thrust calls CUB. It also allocates and waits.",
    .expectations = {},
    .source = "NVIDIA CCCL, Thrust",
    .kind = rung_kind::contender,
    .run =
        [](const arguments& with) {
            const auto [first, second, merged] = sequences_of(with);
            thrust::merge(thrust::cuda::par.on(stream_of(with)), first.keys, first.keys + first.count, second.keys,
                          second.keys + second.count, merged);
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::merge
// SPDX-License-Identifier: Apache-2.0
