// 92: Thrust, thrust::inclusive_scan and thrust::exclusive_scan. For nvcc alone. They allocate and wait.
#include <thrust/scan.h>
#include <thrust/system/cuda/execution_policy.h>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/scan/problem.hpp>

namespace strider::ladders::scan {
inline namespace STRIDER_TARGET {

static const registration thrust_rung{{
    .pattern = "scan",
    .number = 92,
    .follows = 0,
    .name = "Thrust",
    .idea = "thrust::inclusive_scan: the call of a C++ programmer who has never seen a kernel.",
    .hypothesis = "Thrust calls CUB. It also allocates and waits.",
    .expectations = {},
    .source = "NVIDIA CCCL, Thrust",
    .kind = rung_kind::contender,
    .run =
        [](const arguments& with) {
            with_type_and_operator(with, [&]<class T, class Operator>(T, Operator op) {
                const T* const first = static_cast<const T*>(with.input);
                T* const output = static_cast<T*>(with.output);
                const auto on = thrust::cuda::par.on(stream_of(with));
                if (is_exclusive(with)) {
                    thrust::exclusive_scan(on, first, first + with.elements, output, T(identity<Operator, T>::value),
                                           op);
                } else {
                    thrust::inclusive_scan(on, first, first + with.elements, output, op);
                }
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scan
// SPDX-License-Identifier: Apache-2.0
