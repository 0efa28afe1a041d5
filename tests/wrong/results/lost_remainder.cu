// Wrong:  the number of blocks of the next pass is divided and rounded down: up to 127 partial sums are forgotten.
// From:   sources/003 (notes), `block_num /= 128`
// Kernel: reduce_pass
// Mended: the division rounds up, and the kernel guards its loads.
#include "../program.cuh"

__global__ void reduce_pass(const int* input, int* output, unsigned count) {
    extern __shared__ int sums[];
    const unsigned t = threadIdx.x;
    const unsigned i = blockIdx.x * blockDim.x + t;
    sums[t] = i < count ? input[i] : 0;
    __syncthreads();
    for (unsigned s = blockDim.x / 2; s > 0; s /= 2) {
        if (t < s) sums[t] += sums[t + s];
        __syncthreads();
    }
    if (t == 0) output[blockIdx.x] = sums[0];
}

int main() {
    constexpr unsigned block = 128;
    const std::vector<int> values = numbers(block * 130);
    int* input = to_device(values);
    for (unsigned count = block * 130; count > 1;) {
#ifdef MENDED
        const unsigned blocks = (count + block - 1) / block;
#else
        const unsigned blocks = count < block ? 1 : count / block;  // expect: wrong-result
#endif
        int* const output = device_array<int>(blocks);
        reduce_pass<<<blocks, block, block * sizeof(int)>>>(input, output, count);
        cudaFree(input);
        input = output;
        count = blocks;
    }
    return judge(to_host(input, 1)[0], sum_of(values));
}
// SPDX-License-Identifier: Apache-2.0
