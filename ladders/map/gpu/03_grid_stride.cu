// 03: a grid that fills the device and walks
// As many threads as the device holds, which move on together by the size of the grid.
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/map/problem.hpp>

namespace strider::ladders::map {
inline namespace STRIDER_TARGET {

/// Blocks that a multiprocessor holds at once, at 256 threads a block.
inline constexpr unsigned resident_blocks = 8;

template <class T, class Function>
__global__ void grid_stride(const T* input, T* output, std::uint64_t elements, Function function) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const std::uint64_t me = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    for (std::uint64_t i = me; i < elements; i += threads) output[i] = function(input[i]);
}

static const registration grid_stride_rung{{
    .pattern = "map",
    .number = 3,
    .follows = 2,
    .name = "grid-stride loop",
    .fault = "a block for every 256 elements",
    .change = "the grid fills the GPU once",
    .idea = "The grid fills the device once. All threads move on together by the size of the grid.",
    .hypothesis = "Blocks fall to the number that the device holds. The accesses stay coalesced.",
    .expectations = {{"blocks", direction::falls}, {"global_sectors_per_request", direction::stays}},
    .source = "Harris 2013, CUDA Pro Tip: Write Flexible Kernels with Grid-Stride Loops",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_type_and_function(with, [&]<class T, class Function>(T, Function function) {
                launch_on(with, filling_blocks(with, block_size, resident_blocks), block_size, 0,
                          grid_stride<T, Function>, static_cast<const T*>(with.input), static_cast<T*>(with.output),
                          with.elements, function);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
