// 92: Thrust, thrust::sort. For nvcc alone. It sorts in place, allocates and waits.
#include <thrust/copy.h>
#include <thrust/sort.h>
#include <thrust/system/cuda/execution_policy.h>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/sort/problem.hpp>

namespace strider::ladders::sort {
inline namespace STRIDER_TARGET {

static const registration thrust_rung{{
    .pattern = "sort",
    .number = 92,
    .follows = 0,
    .name = "Thrust",
    .idea =
        "thrust::sort: the call of a C++ programmer who has never seen a kernel. It sorts in place, so the keys are "
        "copied first.",
    .hypothesis = "Thrust calls CUB. It also copies, allocates and waits.",
    .expectations = {},
    .source = "NVIDIA CCCL, Thrust",
    .kind = rung_kind::contender,
    .run =
        [](const arguments& with) {
            const auto on = thrust::cuda::par.on(stream_of(with));
            const key* const keys = static_cast<const key*>(with.input);
            key* const sorted = static_cast<key*>(with.output);
            thrust::copy(on, keys, keys + with.elements, sorted);
            thrust::sort(on, sorted, sorted + with.elements);
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::sort
// SPDX-License-Identifier: Apache-2.0
