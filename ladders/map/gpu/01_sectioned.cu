// 01: sectioned partition
// As many threads as the device holds, each with a contiguous section, as one would share out work among processors.
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/map/problem.hpp>

namespace strider::ladders::map {
inline namespace STRIDER_TARGET {

/// Blocks that a multiprocessor holds at once, at 256 threads a block.
inline constexpr unsigned resident_blocks = 8;

template <class T, class Function>
__global__ void sectioned(const T* input, T* output, std::uint64_t elements, Function function) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const std::uint64_t me = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::uint64_t section = (elements + threads - 1) / threads;
    const std::uint64_t end = (me + 1) * section < elements ? (me + 1) * section : elements;
    for (std::uint64_t i = me * section; i < end; ++i) output[i] = function(input[i]);
}

static const registration sectioned_rung{{
    .pattern = "map",
    .number = 1,
    .follows = 0,
    .name = "sectioned",
    .change = "a section for each thread",
    .idea = "Each thread takes a contiguous section of the input.",
    .hypothesis =
        "The starting point. Neighbouring threads are a section apart, so each access of a warp touches 32 sectors.",
    .expectations = {},
    .source = "the lecture on atomics and patterns, sectioned partition; Kirk and Hwu",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_type_and_function(with, [&]<class T, class Function>(T, Function function) {
                launch_on(with, filling_blocks(with, block_size, resident_blocks), block_size, 0,
                          sectioned<T, Function>, static_cast<const T*>(with.input), static_cast<T*>(with.output),
                          with.elements, function);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
