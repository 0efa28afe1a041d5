// 92: Thrust, thrust::copy_if. For nvcc alone. It allocates, waits, and returns the count to the host.
#include <thrust/copy.h>
#include <thrust/system/cuda/execution_policy.h>

#include <ladders/compact/dispatch.hpp>
#include <ladders/harness/gpu_rung.hpp>

namespace strider::ladders::compact {
inline namespace STRIDER_TARGET {

static const registration thrust_rung{{
    .pattern = "compact",
    .number = 92,
    .follows = 0,
    .name = "Thrust",
    .idea = "thrust::copy_if: the call of a C++ programmer who has never seen a kernel.",
    .hypothesis = "Thrust calls CUB. It also allocates, waits, and brings the count to the host, from where the count "
                  "is stored.",
    .expectations = {},
    .source = "NVIDIA CCCL, Thrust",
    .kind = rung_kind::contender,
    .run =
        [](const arguments& with) {
            with_compaction(
                with, [&](const auto* input, std::uint64_t elements, auto* kept, std::uint64_t* count, auto keep) {
                    const auto on = thrust::cuda::par.on(stream_of(with));
                    const auto end = thrust::copy_if(on, input, input + elements, kept, keep);
                    launch_fill(with, count, 1, static_cast<std::uint64_t>(end - kept));
                });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
