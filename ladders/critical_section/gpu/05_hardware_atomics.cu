// 05: the atomic additions of the hardware
// The addition is done where the data is, in L2: nobody reads, and nobody tries again.
#include <ladders/critical_section/gpu/sections.hpp>

namespace strider::ladders::critical_section {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void hardware_atomics(const T* input, std::uint64_t elements, tally<T>* shared) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const std::uint64_t begin = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;

    for (std::uint64_t i = begin; i < elements; i += threads) {
        atomicAdd(&shared->total, input[i]);
        atomicAdd(&shared->number, T(1));
    }
}

static const registration hardware_atomics_rung{{
    .pattern = "critical-section",
    .number = 5,
    .follows = 4,
    .name = "hardware atomics",
    .fault = "one of 32 lanes succeeds",
    .change = "the hardware adds",
    .idea = "atomicAdd sends the addition to the memory, which adds once.",
    .hypothesis = "A section takes two atomics, without a load before them and without a retry: global sectors fall.",
    .expectations = {{"global_sectors", direction::falls}},
    .source = "lecture on atomics and patterns, atomic add",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_tally(with, [&]<class T>(const T*, tally<T>*) { launch_sections<T>(with, hardware_atomics<T>); });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::critical_section
// SPDX-License-Identifier: Apache-2.0
