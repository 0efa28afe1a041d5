// 92: Thrust, thrust::transform. For nvcc alone.
#include <thrust/execution_policy.h>
#include <thrust/transform.h>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/map/problem.hpp>

namespace strider::ladders::map {
inline namespace STRIDER_TARGET {

static const registration thrust_rung{{
    .pattern = "map",
    .number = 92,
    .follows = 0,
    .name = "Thrust",
    .idea = "thrust::transform, without waiting.",
    .hypothesis = "Thrust calls CUB.",
    .expectations = {},
    .source = "NVIDIA CCCL, Thrust",
    .kind = rung_kind::contender,
    .run =
        [](const arguments& with) {
            with_type_and_function(with, [&]<class T, class Function>(T, Function function) {
                const T* const input = static_cast<const T*>(with.input);
                T* const output = static_cast<T*>(with.output);
                thrust::transform(thrust::cuda::par_nosync.on(stream_of(with)), input, input + with.elements, output,
                                  function);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
