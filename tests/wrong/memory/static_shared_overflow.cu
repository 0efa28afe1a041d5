// Wrong:  a shared array of 128 elements in a block of 256 threads.
// From:   the size of the block changed, the array's did not
// Kernel: reverse_block
// Fix:    keep the index below the extent of the array, or make the array larger
// Mended: the array is as large as the block.
#include "../program.cuh"

__global__ void reverse_block(const int* input, int* output) {
#ifdef MENDED
    __shared__ int tile[256];
#else
    __shared__ int tile[128];
#endif
    const unsigned t = threadIdx.x;
    tile[t] = input[t];  // expect: out-of-bounds
    __syncthreads();
    output[t] = tile[blockDim.x - 1 - t];  // expect: out-of-bounds
}

int main() {
    const std::vector<int> values = numbers(256);
    int* const output = device_array<int>(256);
    reverse_block<<<1, 256>>>(to_device(values), output);
    return judge(to_host(output, 256), std::vector<int>(values.rbegin(), values.rend()));
}
// SPDX-License-Identifier: Apache-2.0
