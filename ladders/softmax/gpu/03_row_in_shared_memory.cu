// 03: a block a row, in shared memory
// Global memory is read once; the three passes go over shared memory.
#include <ladders/softmax/gpu/rows.hpp>

namespace strider::ladders::softmax {
inline namespace STRIDER_TARGET {

/// Rows up to this length leave room for what the warps of a block tell each other.
inline constexpr unsigned longest_shared_row = 12'000;

/// Joins what the warps found: `join` combines the values of 32 lanes. `warps` has a word for each warp.
template <class Join>
__device__ __forceinline__ float across_block(float value, float* warps, float nothing, Join join) {
    const unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    value = join(value);
    if (lane == 0) warps[warp] = value;
    __syncthreads();
    return join(lane < block_size / 32 ? warps[lane] : nothing);
}

__global__ void row_in_shared_memory(const float* input, float* output, std::uint64_t, unsigned columns) {
    __shared__ float maxima[block_size / 32], sums[block_size / 32];
    float* const row = dynamic_shared<float>();  // each thread reads what it wrote
    const float* const from = input + std::uint64_t{blockIdx.x} * columns;
    float* const to = output + std::uint64_t{blockIdx.x} * columns;

    float maximum = lowest;
    for (unsigned i = threadIdx.x; i < columns; i += block_size) maximum = fmaxf(maximum, row[i] = from[i]);
    maximum = across_block(maximum, maxima, lowest, warp_maximum);
    float sum = 0;
    for (unsigned i = threadIdx.x; i < columns; i += block_size) sum += row[i] = expf(row[i] - maximum);
    sum = across_block(sum, sums, 0, warp_sum);
    for (unsigned i = threadIdx.x; i < columns; i += block_size) to[i] = row[i] / sum;
}

static const registration row_in_shared_memory_rung{{
    .pattern = "softmax",
    .number = 3,
    .follows = 2,
    .name = "row in shared memory",
    .fault = "each row is loaded three times",
    .change = "the row in shared memory",
    .idea = "A block takes a row, keeps it in shared memory, and replaces its elements there by their exponentials.",
    .hypothesis = "A third of the bytes is loaded. Shared memory serves the other reads, and warps wait at barriers.",
    .expectations = {{"global_bytes_loaded", direction::falls},
                     {"shared_wavefronts", direction::rises},
                     {"barriers", direction::rises}},
    .source = "PyTorch, PersistentSoftmax and SoftMax.cu: cunn_SoftMaxForwardSmem",
    .block = block_size,
    .supports = [](const instance& of) { return columns_of(of) <= longest_shared_row; },
    .run = [](const arguments& with) { launch_rows(with, 1, columns_of(with) * sizeof(float), row_in_shared_memory); },
}};

}  // namespace STRIDER_TARGET
}  // namespace strider::ladders::softmax
// SPDX-License-Identifier: Apache-2.0
