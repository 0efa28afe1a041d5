// 03: atomics
// Elements that go to one place add up, from zero: for any indices.
#include <ladders/harness/gpu_rung.hpp>
#include <ladders/scatter/problem.hpp>

namespace strider::ladders::scatter {
inline namespace STRIDER_TARGET {

/// Elements that a thread has under way, a block apart, so that a warp's indices stay neighbours.
inline constexpr unsigned in_flight = 4;

template <class T, class Index>
__global__ void atomics(const T* input, const Index* indices, T* output, std::uint64_t elements) {
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
        if (i < elements) atomicAdd(output + to[k], element[k]);
    }
}

static const registration atomics_rung{{
    .pattern = "scatter",
    .number = 3,
    .follows = 2,
    .name = "atomic additions",
    .fault = "elements that meet are lost",
    .change = "an atomic adds each",
    .idea = "The output is set to zero, and an atomic adds every element to its place.",
    .hypothesis = "Each element costs an atomic, and there is one more launch, even if no elements collide.",
    .expectations = {{"atomics", direction::rises}, {"launches", direction::rises}},
    .source = "the lecture on atomics and patterns, scatter with atomics",
    .block = block_size,
    .run =
        [](const arguments& with) {
            with_element_and_index(with, [&]<class T, class Index>(T, Index) {
                launch_fill(with, static_cast<T*>(with.output), with.elements, T{0});
                launch_on(with, blocks_for(with.elements, in_flight * block_size), block_size, 0, atomics<T, Index>,
                          static_cast<const T*>(with.input), static_cast<const Index*>(with.side_input),
                          static_cast<T*>(with.output), with.elements);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::scatter
// SPDX-License-Identifier: Apache-2.0
