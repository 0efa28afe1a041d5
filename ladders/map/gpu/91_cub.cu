// 91: CUB, cub::DeviceTransform. For nvcc alone.
#include <cub/device/device_transform.cuh>

#include <ladders/harness/gpu_rung.hpp>
#include <ladders/map/problem.hpp>

namespace strider::ladders::map {
inline namespace STRIDER_TARGET {

static const registration cub_rung{{
    .pattern = "map",
    .number = 91,
    .follows = 0,
    .name = "CUB",
    .idea = "cub::DeviceTransform of the CUDA toolkit: bulk copies into shared memory where the device has them.",
    .hypothesis = "It is the fastest kernel that we know.",
    .expectations = {},
    .source = "NVIDIA CCCL, CUB; the version is in the fingerprint",
    .kind = rung_kind::contender,
    .run =
        [](const arguments& with) {
            with_type_and_function(with, [&]<class T, class Function>(T, Function function) {
                const T* const input = static_cast<const T*>(with.input);
                T* const output = static_cast<T*>(with.output);
                check(cub::DeviceTransform::Transform(input, output, static_cast<std::int64_t>(with.elements), function,
                                                      stream_of(with)),
                      "cub::DeviceTransform::Transform");
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
