// 02: four elements a thread
// Four indices and four elements are under way at once.
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/scatter/problem.hpp>

namespace strider::ladders::scatter {
inline namespace STRIDER_TARGET {

/// Elements that a thread has under way, a block apart, so that a warp's indices stay neighbours.
inline constexpr unsigned in_flight = 4;

template <class T, class Index>
__global__ void several_in_flight(const T* input, const Index* indices, T* output, std::uint64_t elements) {
    const std::uint64_t first = std::uint64_t{blockIdx.x} * (in_flight * block_size) + threadIdx.x;
    Index to[in_flight];
    T element[in_flight];
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        const std::uint64_t i = first + k * block_size;
        if (i < elements) to[k] = indices[i], element[k] = input[i];
    }
#pragma unroll
    for (unsigned k = 0; k < in_flight; ++k) {
        const std::uint64_t i = first + k * block_size;
        if (i < elements) output[to[k]] = element[k];
    }
}

static const registration several_in_flight_rung{{
    .pattern = "scatter",
    .number = 2,
    .follows = 1,
    .name = "four in flight",
    .fault = "one pair of loads in flight",
    .change = "four pairs read at once",
    .idea = "Each thread reads four independent indices and elements before it stores the first.",
    .hypothesis = "A quarter of the threads makes the same accesses, so blocks fall. On a GPU four times as many loads "
                  "are in flight; the emulator counts them only up to the next if.",
    .expectations = {{"blocks", direction::falls}, {"global_sectors", direction::stays}},
    .source = "Volkov 2010, Better Performance at Lower Occupancy",
    .block = block_size,
    .supports = permutes,
    .run =
        [](const arguments& with) {
            with_element_and_index(with, [&]<class T, class Index>(T, Index) {
                launch_on(with, blocks_for(with.elements, in_flight * block_size), block_size, 0,
                          several_in_flight<T, Index>, static_cast<const T*>(with.input),
                          static_cast<const Index*>(with.side_input), static_cast<T*>(with.output), with.elements);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
