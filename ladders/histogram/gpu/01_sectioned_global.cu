// 01: sections, and atomics on global memory
// Each thread counts a contiguous section of the samples, as a thread of a processor would.
#include <ladders/histogram/gpu/counts.hpp>

namespace strider::ladders::histogram {
inline namespace STRIDER_TARGET {

template <class T, class Binning>
__global__ void sectioned_global(const T* input, std::uint64_t elements, Binning binning, count* counts) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const std::uint64_t section = (elements + threads - 1) / threads;
    const std::uint64_t begin = (std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x) * section;
    const std::uint64_t end = begin + section < elements ? begin + section : elements;

    for (std::uint64_t i = begin; i < end; ++i) atomicAdd(&counts[binning.bin_of(input[i])], count{1});
}

static const registration sectioned_global_rung{{
    .pattern = "histogram",
    .number = 1,
    .follows = 0,
    .name = "sections, global atomics",
    .change = "a section for each thread",
    .idea = "Every thread takes a contiguous section of the samples. For each sample it adds one to a count in global "
            "memory.",
    .hypothesis = "The starting point. The lanes of a warp read addresses one section apart, so a load touches 32 "
                  "sectors. Every sample costs an atomic on global memory.",
    .expectations = {},
    .source = "lecture on atomics and patterns, sectioned partitioning",
    .block = block_size,
    .run =
        [](const arguments& with) {
            count_into(with, [&]<class T, class Binning>(const T* input, Binning binning, count* counts) {
                launch_on(with, filling_blocks(with, block_size, resident_blocks), block_size, 0,
                          sectioned_global<T, Binning>, input, with.elements, binning, counts);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::histogram
// SPDX-License-Identifier: Apache-2.0
