// 93: CUB's sums of floats that have the same bits on every GPU, of CCCL 3.1 and newer. For nvcc alone.
#include <cuda/version>

#if CCCL_VERSION >= 3001000
#include <cuda/__execution/determinism.h>
#include <cuda/__execution/require.h>
#include <cub/device/device_reduce.cuh>
#include <cuda/stream_ref>
#include <ladders/reduce/gpu/passes.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {
namespace {

template <class T>
void sum(const arguments& with) {
    const auto bits = cuda::execution::require(cuda::execution::determinism::gpu_to_gpu);
    const cuda::std::execution::env how{bits, cuda::stream_ref{stream_of(with)}};
    check(cub::DeviceReduce::Sum(static_cast<const T*>(with.input), static_cast<T*>(with.output),
                                 static_cast<std::int64_t>(with.elements), how),
          "cub::DeviceReduce::Sum");
}

const registration reproducible_rung{{
    .pattern = "reduce",
    .number = 93,
    .follows = 0,
    .name = "CUB, gpu_to_gpu",
    .idea = "cub::DeviceReduce::Sum with determinism::gpu_to_gpu: each value is cut into bins of exponents, whose sums "
            "are exact in any order.",
    .hypothesis = "More operations for each element than a plain sum.",
    .expectations = {},
    .source = "NVIDIA CCCL, CUB; the version is in the fingerprint",
    .kind = rung_kind::contender,
    .supports =
        [](const instance& asked) {
            return asked.op == operation::sum && (asked.type == element_type::f32 || asked.type == element_type::f64);
        },
    .run = [](const arguments& with) { with.type == element_type::f32 ? sum<float>(with) : sum<double>(with); },
}};

}  // namespace
}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
#endif
// SPDX-License-Identifier: Apache-2.0
