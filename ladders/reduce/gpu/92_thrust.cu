// 92: Thrust, thrust::reduce. For nvcc alone. It returns its result to the host, so every call waits.
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>
#include <thrust/system/cuda/execution_policy.h>
#include <ladders/reduce/gpu/passes.hpp>

namespace strider::ladders::reduce {
inline namespace STRIDER_TARGET {

static const registration thrust_rung{{
    .pattern = "reduce",
    .number = 92,
    .follows = 0,
    .name = "Thrust",
    .idea = "thrust::reduce: the call of a C++ programmer who has never seen a kernel. It allocates, waits, and "
            "returns a value.",
    .hypothesis = "Thrust calls CUB. It also allocates and waits.",
    .expectations = {},
    .source = "NVIDIA CCCL, Thrust",
    .kind = rung_kind::contender,
    .run =
        [](const arguments& with) {
            with_type_and_operator<std::int64_t>(with, [&]<class T, class Operator>(T, Operator op) {
                const T* const first = static_cast<const T*>(with.input);
                const T total = thrust::reduce(thrust::cuda::par.on(stream_of(with)), first, first + with.elements,
                                               T(identity<Operator, T>::value), op);
                check(cudaMemcpyAsync(with.output, &total, sizeof total, cudaMemcpyHostToDevice, stream_of(with)),
                      "cudaMemcpyAsync");
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::reduce
// SPDX-License-Identifier: Apache-2.0
