// Wrong:  a private histogram in shared memory is counted up from whatever the memory held before.
// From:   sources/001 (lecture), privatised histogram, without its first loop
// Kernel: histogram
// Fix:    write every element of the array, call __syncthreads(), then read; elements without input get a neutral
//         value, such as 0 for a sum
// Mended: the bins are cleared, and a barrier follows.
#include "../program.cuh"

__global__ void histogram(const int* input, unsigned* bins) {
    __shared__ unsigned private_bins[8];
    const unsigned t = threadIdx.x;
#ifdef MENDED
    if (t < 8) private_bins[t] = 0;
    __syncthreads();
#endif
    atomicAdd(&private_bins[input[blockIdx.x * blockDim.x + t]], 1u);  // expect: uninitialised-read
    __syncthreads();
    if (t < 8) atomicAdd(&bins[t], private_bins[t]);  // expect: uninitialised-read
}

int main() {
    const std::vector<int> values = numbers(2 * 64);
    std::vector<unsigned> expected(8);
    for (const int value : values) ++expected[value];
    unsigned* const bins = to_device(std::vector<unsigned>(8));
    histogram<<<2, 64>>>(to_device(values), bins);
    return judge(to_host(bins, 8), expected);
}
// SPDX-License-Identifier: Apache-2.0
