// 91: Thrust, thrust::gather. For nvcc alone.
#include <thrust/execution_policy.h>
#include <thrust/gather.h>

#include <ladders/gather/problem.hpp>
#include <ladders/harness/gpu_rung.hpp>

namespace strider::ladders::gather {
inline namespace STRIDER_TARGET {

static const registration thrust_rung{{
    .pattern = "gather",
    .number = 91,
    .follows = 0,
    .name = "Thrust",
    .idea = "thrust::gather, without waiting.",
    .hypothesis = "Compare with rungs 1 and 2.",
    .expectations = {},
    .source = "NVIDIA CCCL, Thrust; the version is in the fingerprint",
    .kind = rung_kind::contender,
    .run =
        [](const arguments& with) {
            with_item_and_index(with, [&]<class T, class Index>(T, Index) {
                const Index* const indices = static_cast<const Index*>(with.side_input);
                thrust::gather(thrust::cuda::par_nosync.on(stream_of(with)), indices, indices + with.elements,
                               static_cast<const T*>(with.input), static_cast<T*>(with.output));
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::gather
// SPDX-License-Identifier: Apache-2.0
