// 01: an atomic counter
// For any order: who counts first stands first.
#include <ladders/compact/dispatch.hpp>
#include <ladders/harness/gpu_rung.hpp>

namespace strider::ladders::compact {
inline namespace STRIDER_TARGET {

template <class T>
__global__ void atomic_counter(const T* input, std::uint64_t elements, T* kept, unsigned long long* count,
                               below<T> keep) {
    const std::uint64_t i = std::uint64_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= elements) return;
    const T element = input[i];
    if (keep(element)) kept[atomicAdd(count, 1ull)] = element;
}

static const registration atomic_counter_rung{{
    .pattern = "compact",
    .number = 1,
    .follows = 0,
    .name = "an atomic counter",
    .change = "an atomic per kept element",
    .idea = "Every thread looks at one element. A kept element takes the next place from a counter in global memory.",
    .hypothesis = "The starting point. Every kept element costs an atomic on one address, and the order is lost.",
    .expectations = {},
    .source = "Adinetz 2014, CUDA Pro Tip: Optimized Filtering with Warp-Aggregated Atomics, its first version",
    .block = block_size,
    .supports = takes_any_order,
    .run =
        [](const arguments& with) {
            with_compaction(with, [&]<class T>(const T* input, std::uint64_t elements, T* kept, std::uint64_t* count,
                                               below<T> keep) {
                launch_fill(with, count, 1, std::uint64_t{0});
                launch_on(with, blocks_for(elements, block_size), block_size, 0, atomic_counter<T>, input, elements,
                          kept, reinterpret_cast<unsigned long long*>(count), keep);
            });
        },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::compact
// SPDX-License-Identifier: Apache-2.0
