// 91: Thrust, thrust::scatter. For nvcc alone.
#include <thrust/execution_policy.h>
#include <thrust/scatter.h>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/scatter/problem.hpp>

namespace strider::ladders::scatter {
inline namespace STRIDER_TARGET {

static const registration thrust_rung{{
    .pattern = "scatter",
    .number = 91,
    .follows = 0,
    .name = "Thrust",
    .idea = "thrust::scatter, without waiting; it does not add where indices collide.",
    .hypothesis = "Compare with rungs 1 and 2.",
    .expectations = {},
    .source = "NVIDIA CCCL, Thrust; the version is in the fingerprint",
    .kind = rung_kind::contender,
    .supports = permutes,
    .run =
        [](const arguments& with) {
            with_element_and_index(with, [&]<class T, class Index>(T, Index) {
                const T* const input = static_cast<const T*>(with.input);
                thrust::scatter(thrust::cuda::par_nosync.on(stream_of(with)), input, input + with.elements,
                                static_cast<const Index*>(with.side_input), static_cast<T*>(with.output));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
