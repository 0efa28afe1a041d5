// A rung of your own by the library's parts for kernels: ./run ladder reduce --with examples/own_rung/block_sum.cu
#include <ladders/harness/gpu_rung.hpp>
#include <strider/block.hpp>

using namespace strider::ladders;

constexpr unsigned threads = 256, items = 8;

/// Each thread adds some elements, the block adds its threads' sums, and what it has to the output.
__global__ void sums_of_items(const int* input, int* output, std::uint64_t elements) {
    __shared__ strider::block::scratch<int, threads> shared;
    const std::uint64_t first = std::uint64_t{blockIdx.x} * (threads * items);
    const std::uint64_t left = elements - first;
    int mine[items] = {};
    strider::block::load_striped<threads>(input + first, left < threads * items ? left : threads * items, mine);
    const int sum = strider::block::reduce(mine, shared);
    if (threadIdx.x == 0) atomicAdd(output, sum);
}

static const registration sums_of_items_rung{{
    .pattern = "reduce",
    .number = 51,
    .follows = 4,
    .name = "strider::block::reduce, then atomics",
    .block = threads,
    .supports = [](const instance& of) { return of.type == element_type::i32 && of.op == operation::sum; },
    .run =
        [](const arguments& with) {
            const auto* const input = static_cast<const int*>(with.input);
            auto* const output = static_cast<int*>(with.output);
            launch_fill(with, output, 1, 0);
            launch_on(with, blocks_for(with.elements, threads * items), threads, 0, sums_of_items, input, output,
                      with.elements);
        },
}};
// SPDX-License-Identifier: Apache-2.0
