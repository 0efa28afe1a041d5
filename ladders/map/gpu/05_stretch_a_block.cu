// 05: a stretch a block
// Blocks that stay read with the whole grid in step, from pages that lie megabytes apart. A block that takes one
// stretch and ends leaves the order of the pages to the memory, and its place to a block with loads to start.
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/harness/vector_walk.hpp>
#include <ladders/map/problem.hpp>

namespace strider::ladders::map {
inline namespace STRIDER_TARGET {

/// 16-byte loads that a thread has under way before it uses the first.
inline constexpr unsigned in_flight = 4;

template <class T, class Function>
__global__ void stretch_a_block(const T* input, T* output, std::uint64_t elements, Function function) {
    const std::uint64_t threads = std::uint64_t{gridDim.x} * blockDim.x;
    const std::uint64_t me = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    // Pieces begin where the output is aligned; there are none where the input is not aligned there as well.
    constexpr unsigned width = vector<T>::size;
    const std::uint64_t misaligned = reinterpret_cast<std::uintptr_t>(output) % 16 / sizeof(T);
    std::uint64_t head = misaligned == 0 ? 0 : width - misaligned;
    if (head > elements) head = elements;
    const bool together = reinterpret_cast<std::uintptr_t>(input + head) % 16 == 0;
    const std::uint64_t pieces = together ? (elements - head) / width : 0;
    const auto* const from = reinterpret_cast<const vector<T>*>(input + head);
    auto* const to = reinterpret_cast<vector<T>*>(output + head);

    const std::uint64_t first = std::uint64_t{blockIdx.x} * (in_flight * block_size) + threadIdx.x;
    vector<T> of[in_flight];
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        const std::uint64_t i = first + k * block_size;
        if (i < pieces) of[k] = from[i];
    }
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        const std::uint64_t i = first + k * block_size;
        if (i >= pieces) break;
#pragma unroll
        for (T& element : of[k].element) element = function(element);
        to[i] = of[k];
    }
    if (me < head) output[me] = function(input[me]);
    for (std::uint64_t i = head + pieces * width + me; i < elements; i += threads) output[i] = function(input[i]);
}

static const registration stretch_a_block_rung{{
    .pattern = "map",
    .number = 5,
    .follows = 4,
    .name = "a stretch a block",
    .fault = "the grid jumps through memory",
    .change = "one stretch, then the end",
    .idea = "A block takes one stretch of 16 KiB and ends. It does not walk through memory with the whole grid.",
    .hypothesis = "More blocks make the same requests. On a GPU the time falls to the time of a copy.",
    .expectations = {{"blocks", direction::rises}, {"global_sectors", direction::stays}, {"time", direction::falls}},
    .source = "measured here; NVIDIA CCCL's DeviceTransform gives each block a tile too",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_type_and_function(with, [&]<class T, class Function>(T, Function function) {
                launch_on(with, blocks_for(with.elements * sizeof(T), in_flight * block_size * 16), block_size, 0,
                          stretch_a_block<T, Function>, static_cast<const T*>(with.input), static_cast<T*>(with.output),
                          with.elements, function);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::map
// SPDX-License-Identifier: Apache-2.0
