// A rung of your own for the reduction ladder, to start from: ./run ladder reduce --with examples/own_rung/sum.cu
#include <ladders/harness/gpu_rung.hpp>

using namespace strider::ladders;

constexpr unsigned threads = 256;

/// Each block adds its elements in shared memory, and what it has to the output.
__global__ void block_sums(const int* input, int* output, std::uint64_t elements) {
    __shared__ int shared[threads];
    const unsigned t = threadIdx.x;
    const std::uint64_t i = std::uint64_t{blockIdx.x} * threads + t;
    shared[t] = i < elements ? input[i] : 0;
    __syncthreads();
    for (unsigned stride = threads / 2; stride > 0; stride /= 2) {
        if (t < stride) shared[t] += shared[t + stride];
        __syncthreads();
    }
    if (t == 0) atomicAdd(output, shared[0]);
}

static const registration block_sums_rung{{
    .pattern = "reduce",
    .number = 50,
    .follows = 4,
    .name = "a tree, then atomics",
    .block = threads,
    .supports = [](const instance& of) { return of.type == element_type::i32 && of.op == operation::sum; },
    .run =
        [](const arguments& with) {
            const auto* const input = static_cast<const int*>(with.input);
            auto* const output = static_cast<int*>(with.output);
            launch_fill(with, output, 1, 0);
            launch_on(with, blocks_for(with.elements, threads), threads, 0, block_sums, input, output, with.elements);
        },
}};
// SPDX-License-Identifier: Apache-2.0
